// What the echo library notes of a call.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct EchoCall {
  const char* name;
  int layout;  // -1 for Fortran
  int transa;
  int transb;
  long long m, n, k, lda, ldb, ldc;
  const void* a;
  const void* b;
  void* c;
  const void* alpha;  // where it comes by reference
  const void* beta;
  double alpha_value;  // where it comes by value
  double beta_value;
  size_t transa_length;
  size_t transb_length;
};

extern struct EchoCall echo_last;

// Values of m that make it misbehave.
enum {
  ECHO_EXIT = -101,
  ECHO_QUICK_EXIT = -102,
  ECHO_ABORT = -103,
  ECHO_PRINT = -104,
  ECHO_PRINT_MEGABYTE = -105
};

#ifdef __cplusplus
}
#endif
