#include "doubles/arguments.h"

#include <algorithm>
#include <array>
#include <utility>

#include "doubles/told.h"

namespace gemmcheck::doubles {
namespace {

// By how much a lie shifts the smallest value of a parameter that is accepted.
struct Shift {
  Lie lie;
  Parameter parameter;
  long by;
};
constexpr Shift kShifts[] = {
    {Lie::kLdaTooShort, kLda, -1},    {Lie::kLdbTooShort, kLdb, -1},
    {Lie::kLdcTooShort, kLdc, -1},    {Lie::kLdaTightRefused, kLda, 1},
    {Lie::kLdbTightRefused, kLdb, 1}, {Lie::kLdcTightRefused, kLdc, 1},
    {Lie::kMinusOneM, kM, -1},        {Lie::kMinusOneN, kN, -1},
    {Lie::kMinusOneK, kK, -1},        {Lie::kZeroMRefused, kM, 1},
    {Lie::kZeroNRefused, kN, 1},      {Lie::kZeroKRefused, kK, 1},
};

// The order of the IF chain in xGEMM; row-major it is that of the column-major call with A and B,
// m and n exchanged, but for the ops, which CBLAS looks at itself.
using Order = std::array<Parameter, 8>;
constexpr Order kColMajor = {kTransa, kTransb, kM, kN, kK, kLda, kLdb, kLdc};
constexpr Order kRowMajor = {kTransa, kTransb, kN, kM, kK, kLdb, kLda, kLdc};

Order order_of(const Arguments& call) {
  const bool row_major = call.layout == Layout::kRowMajor;
  Order order = row_major ? kRowMajor : kColMajor;
  if (telling(Lie::kNBeforeM)) std::copy_n(&kRowMajor[2], 2, &order[2]);
  if (telling(Lie::kLdaBeforeLdb)) std::copy_n(&kColMajor[5], 2, &order[5]);
  return order;
}

bool op_is_wrong(const Arguments& call, Op op, Lie lie, bool lies_in_cblas) {
  return op == Op::kIllegal && !(telling(lie) && call.cblas == lies_in_cblas);
}

long bound_of_ld(const Arguments& call, Parameter operand) {
  const Stored matrix = stored(call, operand);
  long rows = matrix.rows;
  if (telling(Lie::kTransposedATooShort) && operand == kA && call.transa != Op::kNone) {
    rows = std::min(rows, matrix.columns);
  }
  if (telling(Lie::kTransposedBRefused) && operand == kB && call.transb != Op::kNone) {
    rows = std::max(rows, matrix.columns);
  }
  if (telling(Lie::kLdaZero) && operand == kA) return rows;
  return std::max(1L, rows);
}

bool is_below(const Arguments& call, Parameter parameter, long value) {
  long bound = 0;
  if (parameter == kLda) bound = bound_of_ld(call, kA);
  if (parameter == kLdb) bound = bound_of_ld(call, kB);
  if (parameter == kLdc) bound = bound_of_ld(call, kC);
  // One too short, but not 0: a call with n huge and ldc 0 would keep a library busy for seconds.
  const long least = parameter == kLda || parameter == kLdb || parameter == kLdc ? 1 : -1;
  for (const Shift& shift : kShifts) {
    if (telling(shift.lie) && shift.parameter == parameter)
      bound = std::max(least, bound + shift.by);
  }
  return value < bound;
}

bool is_wrong(const Arguments& call, Parameter parameter) {
  switch (parameter) {
    case kTransa:
      return op_is_wrong(call, call.transa, Lie::kAnyTransa, false);
    case kTransb:
      return op_is_wrong(call, call.transb, Lie::kAnyTransb, true);
    case kM:
      return is_below(call, kM, call.m);
    case kN:
      return is_below(call, kN, call.n);
    case kK:
      return is_below(call, kK, call.k);
    case kLda:
      return is_below(call, kLda, call.lda);
    case kLdb:
      return is_below(call, kLdb, call.ldb);
    default:
      if (telling(Lie::kQuickReturnFirst) && (call.m == 0 || call.n == 0)) return false;
      return is_below(call, kLdc, call.ldc);
  }
}

}  // namespace

Layout cblas_layout(int value) {
  if (value == 101) return Layout::kRowMajor;
  if (value == 102) return Layout::kColMajor;
  return Layout::kIllegal;
}

Op cblas_op(int value) {
  if (value == 111) return Op::kNone;
  if (value == 112) return Op::kTrans;
  if (value == 113) return Op::kConjTrans;
  return Op::kIllegal;
}

Op fortran_op(char letter) {
  const bool lower = letter >= 'a' && letter <= 'z';
  if (lower && telling(Lie::kLowerCaseRefused)) return Op::kIllegal;
  switch (lower ? letter - 'a' + 'A' : letter) {
    case 'N':
      return Op::kNone;
    case 'T':
      return Op::kTrans;
    case 'C':
      return Op::kConjTrans;
    default:
      return Op::kIllegal;
  }
}

Stored stored(const Arguments& call, Parameter operand) {
  Stored matrix{call.m, call.n, call.ldc};
  if (operand == kA) matrix = {call.m, call.k, call.lda};
  if (operand == kB) matrix = {call.k, call.n, call.ldb};
  const bool transposed =
      (operand == kA && call.transa != Op::kNone) || (operand == kB && call.transb != Op::kNone);
  if (transposed != (call.layout == Layout::kRowMajor)) std::swap(matrix.rows, matrix.columns);
  return matrix;
}

Parameter first_wrong(const Arguments& call) {
  if (call.layout == Layout::kIllegal && !telling(Lie::kAnyLayout)) return kLayout;
  for (Parameter parameter : order_of(call)) {
    if (is_wrong(call, parameter)) return parameter;
  }
  return kNothing;
}

}  // namespace gemmcheck::doubles
