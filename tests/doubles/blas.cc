// The library's functions: {s,d,c,z}gemm_ and cblas_{s,d,c,z}gemm.
#include <complex>

#include "doubles/gemm.h"

namespace gemmcheck::doubles {
namespace {

template <typename T>
void fortran_gemm(char type, const char* transa, const char* transb, const int* m, const int* n,
                  const int* k, const T* alpha, T* a, const int* lda, T* b, const int* ldb,
                  const T* beta, T* c, const int* ldc) {
  gemm<T>({type, false, Layout::kColMajor, fortran_op(*transa), fortran_op(*transb), *m, *n, *k,
           *lda, *ldb, *ldc},
          alpha, a, b, beta, c);
}

template <typename T>
void cblas_gemm(char type, int layout, int transa, int transb, int m, int n, int k, const T* alpha,
                T* a, int lda, T* b, int ldb, const T* beta, T* c, int ldc) {
  gemm<T>({type, true, cblas_layout(layout), cblas_op(transa), cblas_op(transb), m, n, k, lda, ldb,
           ldc},
          alpha, a, b, beta, c);
}

}  // namespace
}  // namespace gemmcheck::doubles

#define FORTRAN_GEMM(name, type, T)                                                              \
  [[gnu::visibility("default")]] void name(const char* transa, const char* transb, const int* m, \
                                           const int* n, const int* k, const T* alpha, T* a,     \
                                           const int* lda, T* b, const int* ldb, const T* beta,  \
                                           T* c, const int* ldc) {                               \
    gemmcheck::doubles::fortran_gemm<T>(type, transa, transb, m, n, k, alpha, a, lda, b, ldb,    \
                                        beta, c, ldc);                                           \
  }

// Scalars come by value where T is real, by pointer where it is complex: `Scalar` is the parameter,
// `at` what makes a pointer of it.
#define CBLAS_GEMM(name, type, T, Scalar, at)                                                     \
  [[gnu::visibility("default")]] void name(int layout, int transa, int transb, int m, int n,      \
                                           int k, Scalar alpha, T* a, int lda, T* b, int ldb,     \
                                           Scalar beta, T* c, int ldc) {                          \
    gemmcheck::doubles::cblas_gemm<T>(type, layout, transa, transb, m, n, k, at alpha, a, lda, b, \
                                      ldb, at beta, c, ldc);                                      \
  }

extern "C" {
FORTRAN_GEMM(sgemm_, 'S', float)
FORTRAN_GEMM(dgemm_, 'D', double)
FORTRAN_GEMM(cgemm_, 'C', std::complex<float>)
FORTRAN_GEMM(zgemm_, 'Z', std::complex<double>)
CBLAS_GEMM(cblas_sgemm, 'S', float, float, &)
CBLAS_GEMM(cblas_dgemm, 'D', double, double, &)
CBLAS_GEMM(cblas_cgemm, 'C', std::complex<float>, const std::complex<float>*, )
CBLAS_GEMM(cblas_zgemm, 'Z', std::complex<double>, const std::complex<double>*, )
}
