// A small BLAS that is right, or that does one thing wrong: the environment's LIE names it.
#include <math.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct type {
  const char* routine;
  int bytes;  // of a component
  int parts;  // components of an element
};

struct matrix {
  char* data;
  int64_t ld;
  char op;  // N, T or C
};

static int lie(const char* name) {
  const char* told = getenv("LIE");
  return told != NULL && strcmp(told, name) == 0;
}

static double get(struct type t, const char* data, int64_t component) {
  float narrow;
  double wide;
  memcpy(&narrow, data + component * t.bytes, sizeof narrow);
  if (t.bytes == 4) return narrow;
  memcpy(&wide, data + component * t.bytes, sizeof wide);
  return wide;
}

static void put(struct type t, char* data, int64_t component, double value) {
  const float narrow = (float)value;
  if (t.bytes == 4)
    memcpy(data + component * t.bytes, &narrow, sizeof narrow);
  else
    memcpy(data + component * t.bytes, &value, sizeof value);
}

// Both parts of element (row, column) of op(x).
static void element(struct type t, struct matrix x, int64_t row, int64_t column, double out[2]) {
  const int64_t at = x.op == 'N' ? column * x.ld + row : row * x.ld + column;
  out[0] = get(t, x.data, at * t.parts);
  out[1] = t.parts == 2 ? get(t, x.data, at * t.parts + 1) : 0;
  if (x.op == 'C') out[1] = -out[1];
}

static void add_product(struct type t, const double x[2], const double y[2], double sum[2]) {
  if (t.parts == 1) {
    sum[0] += x[0] * y[0];
    return;
  }
  const double re = x[0] * y[0] - x[1] * y[1];
  sum[1] += x[0] * y[1] + x[1] * y[0];
  sum[0] += re;
}

static void multiply(struct type t, int64_t m, int64_t n, int64_t k, const double alpha[2],
                     struct matrix a, struct matrix b, const double beta[2], struct matrix c) {
  const int product = k > 0 && !(alpha[0] == 0 && alpha[1] == 0);
  const int reads = !(beta[0] == 0 && beta[1] == 0);
  if (m <= 0 || n <= 0 || (!product && beta[0] == 1 && beta[1] == 0)) return;
  for (int64_t column = 0; column < n; ++column) {
    int64_t start = column * c.ld;
    if (lie("cuts places")) start = (int32_t)(uint32_t)start;
    for (int64_t row = 0; row < m; ++row) {
      if (lie("unwritten") && row == m - 1 && column == n - 1) continue;
      double sum[2] = {0, 0}, result[2] = {0, 0};
      for (int64_t l = 0; product && l < k; ++l) {
        double x[2], y[2];
        element(t, a, row, l, x);
        element(t, b, l, column, y);
        add_product(t, x, y, sum);
      }
      if (product) add_product(t, alpha, sum, result);
      if (reads) {
        double old[2];
        element(t, c, row, column, old);
        add_product(t, beta, old, result);
      }
      if (lie("wrong") && row == m - 1) result[t.parts - 1] += 1;
      if (lie("rounds badly")) result[0] *= 1 + (t.bytes == 4 ? 2.5e-7 : 4.5e-16);
      if (lie("finite") && !(isfinite(result[0]) && isfinite(result[1]))) result[0] = result[1] = 7;
      for (int part = 0; part < t.parts; ++part)
        put(t, c.data, (start + row) * t.parts + part, result[part]);
    }
  }
}

// Whether the call before this one was refused.
static int refused_before;

static int64_t at_least_1(int64_t rows) {
  return rows > 1 ? rows : 1;
}

// Number of the first bad parameter of a column-major call, 0 if there is none.
static int check(int64_t m, int64_t n, int64_t k, struct matrix a, struct matrix b,
                 struct matrix c) {
  if (lie("refuses") || (lie("resents") && refused_before)) return 3;
  if (a.op == 0) return 1;
  if (b.op == 0) return 2;
  if (m < 0) return 3;
  if (n < 0) return 4;
  if (k < 0) return 5;
  if (a.ld < at_least_1(a.op == 'N' ? m : k) && !lie("accepts")) return 8;
  if (b.ld < at_least_1(b.op == 'N' ? k : n) && !lie("accepts")) return 10;
  return c.ld < at_least_1(m) ? 13 : 0;
}

static void misbehave(struct type t, int64_t m, int64_t n, int64_t k, struct matrix a,
                      struct matrix b, struct matrix c) {
  const size_t element_bytes = (size_t)(t.bytes * t.parts);
  if (lie("crashes")) raise(SIGSEGV);
  if (lie("hangs")) {
    for (;;) pause();
  }
  if (lie("exits")) exit(3);
  if (lie("changes A")) put(t, a.data, 0, 99);
  if (lie("changes B")) put(t, b.data, 0, 99);
  if (lie("touches C")) put(t, c.data, 0, 99);
  if (lie("writes a gap")) put(t, c.data, m * t.parts, 99);
  if (lie("reads on")) {
    const int64_t columns = a.op == 'N' ? k : m, rows = a.op == 'N' ? m : k;
    volatile char beyond = a.data[(size_t)((columns - 1) * a.ld + rows) * element_bytes];
    (void)beyond;
  }
  if (lie("writes before")) c.data[-1] = 7;
  (void)n;
}

static void refuse(struct type t, const char* format, int number, struct matrix c) {
  refused_before = 1;
  if (lie("writes C")) put(t, c.data, 0, 99);
  if (lie("wrong number")) ++number;
  fprintf(stderr, format, t.routine, number);
}

static void gemm(struct type t, int64_t m, int64_t n, int64_t k, const double alpha[2],
                 struct matrix a, struct matrix b, const double beta[2], struct matrix c) {
  misbehave(t, m, n, k, a, b, c);
  const int bad = check(m, n, k, a, b, c);
  if (bad != 0)
    refuse(t, " ** On entry to %s  parameter number %2d had an illegal value\n", bad, c);
  else
    multiply(t, m, n, k, alpha, a, b, beta, c);
  refused_before = bad != 0;
}

// The Fortran number of a column-major call as the CBLAS number of the row-major one it came from.
static int cblas_number(int number, int row_major) {
  static const int swapped[] = {0, 2, 1, 4, 3, 5, 6, 9, 10, 7, 8, 11, 12, 13};
  return (row_major ? swapped[number] : number) + 1;
}

static char op_of_cblas(int op) {
  return op == 111 ? 'N' : op == 112 ? 'T' : op == 113 ? 'C' : 0;
}

static char op_of_fortran(char op) {
  return strchr("NnTtCc", op) != NULL && op != 0 ? (char)(op & ~32) : 0;
}

static void cblas(struct type t, int layout, int64_t m, int64_t n, int64_t k, const double alpha[2],
                  struct matrix a, struct matrix b, const double beta[2], struct matrix c) {
  const int row_major = layout == 101;
  misbehave(t, m, n, k, a, b, c);
  int bad = layout != 101 && layout != 102 ? 1 : 0;
  if (bad == 0) {
    const int number = row_major ? check(n, m, k, b, a, c) : check(m, n, k, a, b, c);
    if (number != 0) bad = cblas_number(number, row_major);
  }
  if (bad != 0) {
    // As Netlib does it: the message, then the end.
    refuse(t, "%s: Parameter %d to routine was incorrect\n", bad, c);
    exit(255);
  }
  if (row_major)
    multiply(t, n, m, k, alpha, b, a, beta, c);
  else
    multiply(t, m, n, k, alpha, a, b, beta, c);
}

#define FORTRAN(name, routine, bytes, parts)                                                       \
  void name(const char* transa, const char* transb, const int* m, const int* n, const int* k,      \
            const void* alpha, void* a, const int* lda, void* b, const int* ldb, const void* beta, \
            void* c, const int* ldc) {                                                             \
    const struct type t = {routine, bytes, parts};                                                 \
    const double x[2] = {get(t, alpha, 0), parts == 2 ? get(t, alpha, 1) : 0};                     \
    const double y[2] = {get(t, beta, 0), parts == 2 ? get(t, beta, 1) : 0};                       \
    gemm(t, *m, *n, *k, x, (struct matrix){a, *lda, op_of_fortran(*transa)},                       \
         (struct matrix){b, *ldb, op_of_fortran(*transb)}, y, (struct matrix){c, *ldc, 'N'});      \
  }

#define CBLAS(name, bytes, parts, scalar, scalars)                                          \
  void name(int layout, int transa, int transb, int m, int n, int k, scalar alpha, void* a, \
            int lda, void* b, int ldb, scalar beta, void* c, int ldc) {                     \
    const struct type t = {#name, bytes, parts};                                            \
    const double x[2] = scalars(t, alpha), y[2] = scalars(t, beta);                         \
    cblas(t, layout, m, n, k, x, (struct matrix){a, lda, op_of_cblas(transa)},              \
          (struct matrix){b, ldb, op_of_cblas(transb)}, y, (struct matrix){c, ldc, 'N'});   \
  }
#define BY_VALUE(t, value) \
  { value, 0 }
#define BY_REFERENCE(t, value) \
  { get(t, value, 0), get(t, value, 1) }

FORTRAN(sgemm_, "SGEMM", 4, 1)
FORTRAN(dgemm_, "DGEMM", 8, 1)
FORTRAN(cgemm_, "CGEMM", 4, 2)
FORTRAN(zgemm_, "ZGEMM", 8, 2)
CBLAS(cblas_sgemm, 4, 1, float, BY_VALUE)
CBLAS(cblas_dgemm, 8, 1, double, BY_VALUE)
CBLAS(cblas_cgemm, 4, 2, const void*, BY_REFERENCE)
CBLAS(cblas_zgemm, 8, 2, const void*, BY_REFERENCE)

#ifdef SAYS_OPENBLAS
const char* openblas_get_config(void) {
  return "OpenBLAS 9.9.9 of a test";
}
#endif
