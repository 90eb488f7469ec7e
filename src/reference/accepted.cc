// What an accepted call left in C.
#include <algorithm>
#include <cstring>
#include <optional>
#include <type_traits>

#include "call/enums.h"
#include "call/extents.h"
#include "reference/contents.h"
#include "reference/report.h"

namespace gemmcheck::reference {
namespace {

const Pointer& pointer(const Call& call, Operand operand) {
  return operand == Operand::kA ? call.A : operand == Operand::kB ? call.B : call.C;
}

// Whose memory an operand uses, through aliases of aliases.
Operand owner(const Call& call, Operand operand) {
  for (int step = 0; step < 2; ++step) {
    const Pointer& at = pointer(call, operand);
    if (at.kind != PointerKind::kAlias || at.alias == Operand::kNone) break;
    operand = at.alias;
  }
  return operand;
}

// Whether the operand's columns lie one after the other, in the memory that there is.
bool fits_memory(const Shape& shape, int element_bytes, std::int64_t bytes) {
  if (bytes < 0) return shape.ld >= shape.rows || shape.columns <= 1;
  const std::optional<std::int64_t> elements = extent_elements(shape);
  return elements && *elements <= bytes / element_bytes;
}

// The strides are the same for both layouts: seen column-major, a row-major operand is transposed,
// and so is the product it takes part in.
void set_factor(const Call& call, Operand operand, const Operands& operands, Factor& factor) {
  const bool is_a = operand == Operand::kA;
  const std::int32_t op = is_a ? call.transa : call.transb;
  const std::int64_t ld = is_a ? call.lda : call.ldb;
  factor.data = is_a ? operands.a : operands.b;
  factor.across = is_transposed(call.api, op);
  factor.row_stride = factor.across ? ld : 1;
  factor.column_stride = factor.across ? 1 : ld;
  factor.conjugate = factor.across && is_conjugated(call.api, op);
}

// A factor of rows x columns as it lies in memory.
Shape stored(const Factor& factor, std::int64_t rows, std::int64_t columns) {
  if (factor.across) return {columns, rows, factor.row_stride};
  return {rows, columns, factor.column_stride};
}

template <typename T>
Problem<T> make_problem(const Call& call, const Operands& operands, const Shape& c, bool row_major,
                        bool complex) {
  Problem<T> problem;
  problem.m = c.rows;
  problem.n = c.columns;
  problem.ldc = c.ld;
  problem.c = operands.c;
  problem.c_before = operands.c_before;
  set_factor(call, Operand::kA, operands, row_major ? problem.b : problem.a);
  set_factor(call, Operand::kB, operands, row_major ? problem.a : problem.b);
  problem.alpha[0] = static_cast<T>(call.alpha.re);
  problem.alpha[1] = complex ? static_cast<T>(call.alpha.im) : T{0};
  problem.beta[0] = static_cast<T>(call.beta.re);
  problem.beta[1] = complex ? static_cast<T>(call.beta.im) : T{0};
  const bool no_alpha = problem.alpha[0] == 0 && problem.alpha[1] == 0;
  problem.k = no_alpha ? 0 : std::max<std::int64_t>(0, call.k);
  problem.reads_c = !(problem.beta[0] == 0 && problem.beta[1] == 0);
  problem.integers = call.fill.kind != FillKind::kRandom;
  problem.arithmetic = classify(problem);
  return problem;
}

// The elements between C's columns. Few and short as a rule: compared in place.
void check_gaps(const Operands& operands, const Shape& c, Report& report) {
  const std::int64_t gap = c.ld - c.rows;
  if (gap <= 0) return;
  const int element_bytes = report.element().bytes();
  const bool whole = operands.c_parts.empty();
  for (std::int64_t column = 0; column + 1 < c.columns; ++column) {
    const std::int64_t start = column * c.ld + c.rows;
    const std::byte* const now = operands.c + start * element_bytes;
    const std::byte* const before = operands.c_before + start * element_bytes;
    std::uint32_t difference = 0;
    if (!whole) {
      difference = 1;  // to be looked for
    } else if (gap * element_bytes > 64) {
      difference = std::memcmp(now, before, static_cast<std::size_t>(gap * element_bytes)) != 0;
    } else {
      for (std::int64_t at = 0; at < gap * element_bytes; at += 4) {
        std::uint32_t x, y;
        std::memcpy(&x, now + at, 4);
        std::memcpy(&y, before + at, 4);
        difference |= x ^ y;
      }
    }
    if (difference == 0) continue;
    const std::int64_t row =
        first_difference(now, before, gap * element_bytes, element_bytes, operands.c_parts);
    if (row < 0) continue;
    report.changed(kEffectGapChanged, Operand::kC, c.rows + row, column, start + row, operands.c,
                   operands.c_before);
    return;
  }
}

// Calls visit(row, column) for every element in storage order until it returns false.
template <typename Visit>
void visit_all(std::int64_t rows, std::int64_t columns, Visit visit) {
  for (std::int64_t column = 0; column < columns; ++column) {
    for (std::int64_t row = 0; row < rows; ++row) {
      if (!visit(row, column)) return;
    }
  }
}

// The same for the corners and elements spread over C.
template <typename Visit>
void visit_sample(std::int64_t rows, std::int64_t columns, std::int64_t samples, Visit visit) {
  for (std::int64_t i = 0; i < samples; ++i) {
    const std::uint64_t bits = component_bits(0, Operand::kC, static_cast<std::uint64_t>(i));
    const bool corner = i < 4;
    const auto row = static_cast<std::int64_t>((bits >> 32) % static_cast<std::uint64_t>(rows));
    const auto column =
        static_cast<std::int64_t>((bits & 0xffffffffu) % static_cast<std::uint64_t>(columns));
    if (!visit(corner ? (i & 1) * (rows - 1) : row, corner ? (i >> 1) * (columns - 1) : column)) {
      return;
    }
  }
}

template <typename T, bool kComplex>
bool is_sentinel(const std::byte* data, std::int64_t index) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  constexpr Bits kSentinel = sizeof(T) == 4 ? Bits{kSentinel32} : static_cast<Bits>(kSentinel64);
  for (int part = 0; part < (kComplex ? 2 : 1); ++part) {
    if (components<Bits>(data, index, kComplex)[part].value != kSentinel) return false;
  }
  return true;
}

// Where NaN is a right answer the sentinel would pass for one, so it is looked for by its bits.
template <typename T, bool kComplex>
void check_sentinels(const Problem<T>& problem, Report& report) {
  visit_all(problem.m, problem.n, [&](std::int64_t row, std::int64_t column) {
    const std::int64_t index = column * problem.ldc + row;
    if (!is_sentinel<T, kComplex>(problem.c, index) ||
        !is_sentinel<T, kComplex>(problem.c_before, index)) {
      return true;
    }
    report.wrong(kEffectUnwrittenC, row, column, index, problem.c,
                 judge_element<T, kComplex>(problem, row, column));
    return false;
  });
}

// Element by element, to find the first wrong one or to see that there is none.
template <typename T, bool kComplex>
void check_elements(const Problem<T>& problem, bool sampled, Report& report) {
  constexpr std::int64_t kBytes = sizeof(T) * (kComplex ? 2 : 1);
  // With C read, what is as before is as wrong as anything else.
  std::uint32_t missing =
      problem.reads_c ? kEffectWrongC : std::uint32_t{kEffectWrongC | kEffectUnwrittenC};
  const auto visit = [&](std::int64_t row, std::int64_t column) {
    const Judged judged = judge_element<T, kComplex>(problem, row, column);
    if (judged.fits) return true;
    const std::int64_t index = column * problem.ldc + row;
    const bool unwritten =
        !problem.reads_c &&
        std::memcmp(problem.c + index * kBytes, problem.c_before + index * kBytes, kBytes) == 0;
    const Effect effect = unwritten ? kEffectUnwrittenC : kEffectWrongC;
    report.wrong(effect, row, column, index, problem.c, judged);
    missing &= ~std::uint32_t{effect};
    return missing != 0;
  };
  if (sampled) {
    constexpr std::int64_t kWork = kExactCap / 16;
    visit_sample(problem.m, problem.n, std::max<std::int64_t>(16, kWork / problem.k), visit);
  } else {
    visit_all(problem.m, problem.n, visit);
  }
}

template <typename T, bool kComplex>
void check_values(const Call& call, const Problem<T>& problem, Report& report) {
  const bool sampled = problem.k > 1 && multiply_adds(call) > kExactCap;
  const bool extreme = problem.arithmetic == Arithmetic::kExtreme;
  const bool may_be_nan =
      extreme || (call.fill.kind != FillKind::kInt && call.fill.kind != FillKind::kRandom);
  if (!problem.reads_c && (sampled || may_be_nan)) check_sentinels<T, kComplex>(problem, report);
  if (!sampled && !extreme && all_fit<T, kComplex>(problem)) return;
  check_elements<T, kComplex>(problem, sampled, report);
}

// A call without product and with beta = 1: C's elements are not even rewritten.
template <typename T, bool kComplex>
void check_untouched(const Problem<T>& problem, Report& report) {
  constexpr std::int64_t kBytes = sizeof(T) * (kComplex ? 2 : 1);
  for (std::int64_t column = 0; column < problem.n; ++column) {
    const std::int64_t start = column * problem.ldc;
    const std::int64_t row = first_difference(
        problem.c + start * kBytes, problem.c_before + start * kBytes, problem.m * kBytes, kBytes);
    if (row < 0) continue;
    report.changed(kEffectWrongC, Operand::kC, row, column, start + row, problem.c,
                   problem.c_before);
    return;
  }
}

template <typename T, bool kComplex>
void check_c(const Call& call, const Operands& operands, const Shape& c, Report& report) {
  constexpr int kBytes = sizeof(T) * (kComplex ? 2 : 1);
  if (!fits_memory(c, kBytes, operands.c_bytes)) return;
  const Problem<T> problem = make_problem<T>(call, operands, c, report.row_major(), kComplex);
  if (problem.k > 0) {
    if (operands.a == nullptr || operands.b == nullptr) return;
    if (shares_with_c(call, Operand::kA) || shares_with_c(call, Operand::kB)) return;
    const bool swapped = report.row_major();
    if (!fits_memory(stored(problem.a, problem.m, problem.k), kBytes,
                     swapped ? operands.b_bytes : operands.a_bytes) ||
        !fits_memory(stored(problem.b, problem.k, problem.n), kBytes,
                     swapped ? operands.a_bytes : operands.b_bytes)) {
      return;
    }
  }
  check_gaps(operands, c, report);
  if (problem.k == 0 && problem.beta[0] == 1 && problem.beta[1] == 0) {
    check_untouched<T, kComplex>(problem, report);
  } else {
    check_values<T, kComplex>(call, problem, report);
  }
}

}  // namespace

bool shares_with_c(const Call& call, Operand operand) {
  constexpr auto kAlias = PointerKind::kAlias;
  if (call.A.kind != kAlias && call.B.kind != kAlias && call.C.kind != kAlias) return false;
  return owner(call, operand) == owner(call, Operand::kC);
}

void check_accepted(const Call& call, const Operands& operands, Report& report) {
  if (call.m <= 0 || call.n <= 0 || call.alpha.null || call.beta.null) return;
  if (operands.c == nullptr || operands.c_before == nullptr) return;
  const Shape c = operand_shape(call, Operand::kC);
  const ElementType element = report.element();
  if (element.component_bytes == 4) {
    element.complex ? check_c<float, true>(call, operands, c, report)
                    : check_c<float, false>(call, operands, c, report);
  } else {
    element.complex ? check_c<double, true>(call, operands, c, report)
                    : check_c<double, false>(call, operands, c, report);
  }
}

}  // namespace gemmcheck::reference
