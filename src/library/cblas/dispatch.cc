#include "library/cblas/dispatch.h"

#include <cstddef>
#include <cstdint>

namespace gemmcheck {
namespace {

/// All types alike: everything goes by reference. The two character arguments have a hidden length
/// each, at the end.
template <typename Int>
void invoke_fortran(void* symbol, const Call& call, const Arguments& arguments) {
  using Function = void (*)(const char*, const char*, const Int*, const Int*, const Int*,
                            const void*, const void*, const Int*, const void*, const Int*,
                            const void*, void*, const Int*, std::size_t, std::size_t);
  const char transa = static_cast<char>(call.transa);
  const char transb = static_cast<char>(call.transb);
  const Int m = static_cast<Int>(call.m);
  const Int n = static_cast<Int>(call.n);
  const Int k = static_cast<Int>(call.k);
  const Int lda = static_cast<Int>(call.lda);
  const Int ldb = static_cast<Int>(call.ldb);
  const Int ldc = static_cast<Int>(call.ldc);
  reinterpret_cast<Function>(symbol)(&transa, &transb, &m, &n, &k, arguments.alpha, arguments.a,
                                     &lda, arguments.b, &ldb, arguments.beta, arguments.c, &ldc, 1,
                                     1);
}

template <typename Int, typename Scalar>
using CblasFunction = void (*)(int layout, int transa, int transb, Int m, Int n, Int k, Scalar,
                               const void* a, Int lda, const void* b, Int ldb, Scalar, void* c,
                               Int ldc);

template <typename Int, typename Scalar>
void invoke_cblas(void* symbol, const Call& call, const Arguments& arguments, Scalar alpha,
                  Scalar beta) {
  reinterpret_cast<CblasFunction<Int, Scalar>>(symbol)(
      call.layout, call.transa, call.transb, static_cast<Int>(call.m), static_cast<Int>(call.n),
      static_cast<Int>(call.k), alpha, arguments.a, static_cast<Int>(call.lda), arguments.b,
      static_cast<Int>(call.ldb), beta, arguments.c, static_cast<Int>(call.ldc));
}

template <typename Int, typename Real>
void invoke_cblas_real(void* symbol, const Call& call, const Arguments& arguments) {
  invoke_cblas<Int, Real>(symbol, call, arguments, *static_cast<const Real*>(arguments.alpha),
                          *static_cast<const Real*>(arguments.beta));
}

template <typename Int>
void invoke_cblas_complex(void* symbol, const Call& call, const Arguments& arguments) {
  invoke_cblas<Int, const void*>(symbol, call, arguments, arguments.alpha, arguments.beta);
}

template <typename Int>
Invoke find_invoke(const ApiInfo& info) {
  if (info.convention == Convention::kFortran) return &invoke_fortran<Int>;
  if (info.element.complex) return &invoke_cblas_complex<Int>;
  if (info.element.component_bytes == sizeof(float)) return &invoke_cblas_real<Int, float>;
  return &invoke_cblas_real<Int, double>;
}

}  // namespace

Invoke find_invoke(Api api, int int_bits) {
  const ApiInfo& info = api_info(api);
  return int_bits == 64 ? find_invoke<std::int64_t>(info) : find_invoke<std::int32_t>(info);
}

}  // namespace gemmcheck
