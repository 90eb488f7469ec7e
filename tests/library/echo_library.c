// A library with nothing in it but the interface: it notes what arrives, and for some m it does
// what a library should not do. Built for both integer widths; see CMakeLists.txt.
#include "echo_library.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define PASTE3(a, b, c) a##b##c
#define PASTE(a, b, c) PASTE3(a, b, c)
#define SYMBOL(name) PASTE(ECHO_PREFIX, name, ECHO_SUFFIX)

struct EchoCall echo_last;

static void behave(long long m) {
  if (m == ECHO_EXIT) exit(259);
  if (m == ECHO_QUICK_EXIT) _exit(4);
  if (m == ECHO_ABORT) abort();
  if (m == ECHO_PRINT) fprintf(stderr, "Parameter 4 to routine ECHO  was incorrect\n");
  if (m == ECHO_PRINT_MEGABYTE) {
    for (int i = 0; i < 1 << 16; ++i) printf("sixteen bytes..\n");
  }
}

#define FORTRAN(name)                                                                             \
  void SYMBOL(name)(const char* transa, const char* transb, const ECHO_INT* m, const ECHO_INT* n, \
                    const ECHO_INT* k, const void* alpha, const void* a, const ECHO_INT* lda,     \
                    const void* b, const ECHO_INT* ldb, const void* beta, void* c,                \
                    const ECHO_INT* ldc, size_t transa_length, size_t transb_length) {            \
    struct EchoCall call = {                                                                      \
        #name, -1, *transa, *transb, *m,   *n, *k, *lda,          *ldb,         *ldc,             \
        a,     b,  c,       alpha,   beta, 0,  0,  transa_length, transb_length};                 \
    echo_last = call;                                                                             \
    behave(*m);                                                                                   \
  }

#define CBLAS(name, Scalar, alpha_pointer, beta_pointer, alpha_value, beta_value)               \
  void SYMBOL(name)(int layout, int transa, int transb, ECHO_INT m, ECHO_INT n, ECHO_INT k,     \
                    Scalar alpha, const void* a, ECHO_INT lda, const void* b, ECHO_INT ldb,     \
                    Scalar beta, void* c, ECHO_INT ldc) {                                       \
    struct EchoCall call = {#name,        layout,      transa,     transb, m, n, k,             \
                            lda,          ldb,         ldc,        a,      b, c, alpha_pointer, \
                            beta_pointer, alpha_value, beta_value, 0,      0};                  \
    echo_last = call;                                                                           \
    behave(m);                                                                                  \
  }
#define CBLAS_REAL(name, Real) CBLAS(name, Real, 0, 0, alpha, beta)
#define CBLAS_COMPLEX(name) CBLAS(name, const void*, alpha, beta, 0, 0)

FORTRAN(dgemm_)
#ifndef ECHO_ONE
FORTRAN(sgemm_)
FORTRAN(cgemm_)
FORTRAN(zgemm_)
CBLAS_REAL(cblas_sgemm, float)
CBLAS_REAL(cblas_dgemm, double)
CBLAS_COMPLEX(cblas_cgemm)
CBLAS_COMPLEX(cblas_zgemm)
#endif
