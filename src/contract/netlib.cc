// The contract of the reference BLAS, Netlib 3.11: xGEMM in Fortran and its C interface.
#include <initializer_list>

#include "contract/evaluate.h"

namespace gemmcheck {
namespace {

using enum Quantity;

constexpr Term below(Quantity left, std::int32_t floor, Quantity right = kZero) {
  return {Test::kBelow, left, right, floor, 0};
}
constexpr Term equal(Quantity left, std::int32_t value) {
  return {Test::kEqual, left, kZero, value, 0};
}
constexpr Term is(Quantity fact) {
  return equal(fact, 1);
}
constexpr Term not_among(Quantity left) {
  return {Test::kNotAmong, left, kZero, 0, 0};
}

struct Terms {
  std::array<Term, 4> terms{};
  std::uint8_t count = 0;
  constexpr Terms(std::initializer_list<Term> list) {
    for (const Term& term : list) terms[count++] = term;
  }
};

struct Order {
  std::uint8_t column_major;
  std::uint8_t row_major;
};

constexpr Clause refuse(std::string_view id, std::string_view family, Key parameter, Terms terms,
                        Order order, Basis basis, std::string_view source, std::string_view rule) {
  return {id,
          family,
          Role::kRefuse,
          parameter,
          terms.terms,
          terms.count,
          order.column_major,
          order.row_major,
          kRefused,
          basis,
          source,
          rule};
}
constexpr Clause access(std::string_view id, Role role, Terms terms, Basis basis,
                        std::string_view source, std::string_view rule) {
  return {id, "access", role,      Key::kNone, terms.terms, terms.count,
          0,  0,        kAccepted, basis,      source,      rule};
}
constexpr Clause undefined(std::string_view id, std::string_view family, Key parameter, Terms terms,
                           Basis basis, std::string_view source, std::string_view rule) {
  return {id, family, Role::kUndefined, parameter, terms.terms, terms.count,
          0,  0,      kAccepted,        basis,     source,      rule};
}

constexpr Basis kDoc = Basis::kDocumented;
constexpr Basis kSeen = Basis::kObserved;

// Column-major (and Fortran): the order of the IF chain in dgemm.f, which is that of the
// parameters. Row-major: cblas_dgemm.c looks at layout, transa and transb in the caller's order
// and then calls dgemm with m and n, lda and ldb exchanged, so that n comes before m and ldb before
// lda.
constexpr std::array kClauses = {
    refuse("netlib.layout", "enum", Key::kLayout, {not_among(kLayout)}, {0, 0}, kSeen,
           "CBLAS/src/cblas_dgemm.c, last else; CBLAS/testing/c_d3chke.c expects number 1",
           "layout must be RowMajor or ColMajor"),
    refuse("netlib.transa", "enum", Key::kTransa, {not_among(kTransa)}, {1, 1}, kDoc,
           "BLAS/SRC/dgemm.f, argument TRANSA",
           "transa must be N, T or C (in Fortran in either case)"),
    refuse("netlib.transb", "enum", Key::kTransb, {not_among(kTransb)}, {2, 2}, kDoc,
           "BLAS/SRC/dgemm.f, argument TRANSB",
           "transb must be N, T or C (in Fortran in either case)"),
    refuse("netlib.m", "size", Key::kM, {below(kM, 0)}, {3, 4}, kDoc,
           "BLAS/SRC/dgemm.f, argument M: at least zero", "m must be at least 0"),
    refuse("netlib.n", "size", Key::kN, {below(kN, 0)}, {4, 3}, kDoc,
           "BLAS/SRC/dgemm.f, argument N: at least zero", "n must be at least 0"),
    refuse("netlib.k", "size", Key::kK, {below(kK, 0)}, {5, 5}, kDoc,
           "BLAS/SRC/dgemm.f, argument K: at least zero", "k must be at least 0"),
    refuse("netlib.lda", "ld", Key::kLda, {below(kLda, 1, kRowsA)}, {6, 7}, kDoc,
           "BLAS/SRC/dgemm.f, argument LDA: at least max(1, m), transposed max(1, k)",
           "lda must be at least max(1, rows of A as stored)"),
    refuse("netlib.ldb", "ld", Key::kLdb, {below(kLdb, 1, kRowsB)}, {7, 6}, kDoc,
           "BLAS/SRC/dgemm.f, argument LDB: at least max(1, k), transposed max(1, n)",
           "ldb must be at least max(1, rows of B as stored)"),
    refuse("netlib.ldc", "ld", Key::kLdc, {below(kLdc, 1, kRowsC)}, {8, 8}, kDoc,
           "BLAS/SRC/dgemm.f, argument LDC: at least max(1, m)",
           "ldc must be at least max(1, rows of C as stored)"),

    access("netlib.quick-m", Role::kQuick, {equal(kM, 0)}, kSeen, "BLAS/SRC/dgemm.f, quick return",
           "m = 0: C has no elements, nothing is touched"),
    access("netlib.quick-n", Role::kQuick, {equal(kN, 0)}, kSeen, "BLAS/SRC/dgemm.f, quick return",
           "n = 0: C has no elements, nothing is touched"),
    access("netlib.quick-alpha", Role::kQuick, {is(kAlphaIsZero), is(kBetaIsOne)}, kSeen,
           "BLAS/SRC/dgemm.f, quick return", "alpha = 0 and beta = 1: C stays as it is"),
    access("netlib.quick-k", Role::kQuick, {equal(kK, 0), is(kBetaIsOne)}, kSeen,
           "BLAS/SRC/dgemm.f, quick return", "k = 0 and beta = 1: C stays as it is"),
    access("netlib.alpha-zero", Role::kNoReadAB, {is(kAlphaIsZero)}, kSeen,
           "BLAS/SRC/dgemm.f, \"And if alpha.eq.zero\"",
           "alpha = 0: A and B are not read, C becomes beta*C"),
    access("netlib.k-zero", Role::kNoReadAB, {equal(kK, 0)}, kSeen,
           "BLAS/SRC/dgemm.f, loops over L = 1, K",
           "k = 0: A and B have no elements, C becomes beta*C"),
    access("netlib.beta-zero", Role::kNoReadC, {is(kBetaIsZero)}, kDoc,
           "BLAS/SRC/dgemm.f, argument BETA: C need not be set on input",
           "beta = 0: C is only written, whatever it held before (NaN too)"),

    undefined("netlib.null-a", "null", Key::kA, {is(kAIsNull), is(kReadsAB)}, kDoc,
              "BLAS/SRC/dgemm.f, argument A: must contain the matrix",
              "A must not be null where it is read"),
    undefined("netlib.null-b", "null", Key::kB, {is(kBIsNull), is(kReadsAB)}, kDoc,
              "BLAS/SRC/dgemm.f, argument B: must contain the matrix",
              "B must not be null where it is read"),
    undefined("netlib.null-c", "null", Key::kC, {is(kCIsNull), is(kWritesC)}, kDoc,
              "BLAS/SRC/dgemm.f, argument C: overwritten on exit",
              "C must not be null where it is written"),
    undefined("netlib.null-alpha", "null", Key::kAlpha, {is(kAlphaIsNull)}, Basis::kInferred,
              "Fortran 2018, 15.5.2: an actual argument by reference must exist",
              "alpha must not be a null pointer"),
    undefined("netlib.null-beta", "null", Key::kBeta, {is(kBetaIsNull)}, Basis::kInferred,
              "Fortran 2018, 15.5.2: an actual argument by reference must exist",
              "beta must not be a null pointer"),
    undefined("netlib.aligned-a", "alignment", Key::kA, {is(kAIsMisaligned), is(kReadsAB)},
              Basis::kInferred, "C17 6.3.2.3: a pointer must be aligned for its type",
              "A must be aligned to its components where it is read"),
    undefined("netlib.aligned-b", "alignment", Key::kB, {is(kBIsMisaligned), is(kReadsAB)},
              Basis::kInferred, "C17 6.3.2.3: a pointer must be aligned for its type",
              "B must be aligned to its components where it is read"),
    undefined("netlib.aligned-c", "alignment", Key::kC, {is(kCIsMisaligned), is(kWritesC)},
              Basis::kInferred, "C17 6.3.2.3: a pointer must be aligned for its type",
              "C must be aligned to its components where it is written"),
    undefined("netlib.overlap-a", "overlap", Key::kC, {is(kCOverlapsA), is(kReadsAB), is(kWritesC)},
              Basis::kInferred,
              "Fortran 2018, 15.5.2.13: what is associated with a defined dummy must not be read",
              "C must not share memory with A where both are used"),
    undefined("netlib.overlap-b", "overlap", Key::kC, {is(kCOverlapsB), is(kReadsAB), is(kWritesC)},
              Basis::kInferred,
              "Fortran 2018, 15.5.2.13: what is associated with a defined dummy must not be read",
              "C must not share memory with B where both are used"),
};

constexpr LegalSet values(std::int32_t base, std::initializer_list<std::int32_t> list) {
  LegalSet set{base, 0};
  for (std::int32_t value : list) set.bits |= std::uint64_t{1} << (value - base);
  return set;
}
// LSAME takes either case. A Fortran call has no layout: its record holds 0 there.
constexpr LegalSet kFortranOps = values('C', {'N', 'T', 'C', 'n', 't', 'c'});
constexpr LegalSet kCblasOps = values(111, {111, 112, 113});
constexpr LegalSets kLegal = {{
    {values(0, {0}), kFortranOps, kFortranOps},
    {values(101, {101, 102}), kCblasOps, kCblasOps},
}};
static_assert(static_cast<int>(Convention::kFortran) == 0 &&
              static_cast<int>(Convention::kCblas) == 1);

constexpr Contract kNetlib = {
    "netlib",
    kClauses,
    &kLegal,
    true,
    Basis::kObserved,
    "BLAS/SRC/dgemm.f, IF chain; CBLAS/src/cblas_dgemm.c: ops in the caller's order, then the "
    "swapped call",
    &evaluate<kClauses, kLegal>,
};

}  // namespace

const Contract& netlib_contract() {
  return kNetlib;
}

}  // namespace gemmcheck
