#include "reference/check.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>

#include "call/api.h"
#include "call/enums.h"
#include "call/extents.h"
#include "reference/contents.h"
#include "reference/problem.h"

namespace gemmcheck {
namespace {

using reference::Arithmetic;
using reference::components;
using reference::Factor;
using reference::Judged;
using reference::Problem;

double component(const std::byte* data, ElementType element, std::int64_t index, int part) {
  if (part > 0 && !element.complex) return 0;
  const std::byte* const place = data + index * element.bytes() + part * element.component_bytes;
  if (element.component_bytes == 4) {
    float value;
    std::memcpy(&value, place, sizeof value);
    return value;
  }
  double value;
  std::memcpy(&value, place, sizeof value);
  return value;
}

// Writes down what is seen: every effect, but the position of the first only.
class Report {
 public:
  Report(const Call& call, Observation& observation)
      : element_(api_info(call.api).element),
        row_major_(is_row_major(call.api, call.layout)),
        observation_(observation) {}

  ElementType element() const { return element_; }
  bool row_major() const { return row_major_; }

  // Row and column of the stored operand; `data` and `before` are its start.
  void changed(Effect effect, Operand operand, std::int64_t row, std::int64_t column,
               std::int64_t index, const std::byte* data, const std::byte* before) {
    if (!place(effect, operand, row, column)) return;
    for (int part = 0; part < 2; ++part) {
      observation_.expected[static_cast<std::size_t>(part)] =
          component(before, element_, index, part);
      observation_.actual[static_cast<std::size_t>(part)] = component(data, element_, index, part);
    }
  }
  void wrong(Effect effect, std::int64_t row, std::int64_t column, std::int64_t index,
             const std::byte* data, const Judged& judged) {
    if (!place(effect, Operand::kC, row, column)) return;
    for (int part = 0; part < 2; ++part) {
      observation_.expected[static_cast<std::size_t>(part)] = judged.expected[part];
      observation_.actual[static_cast<std::size_t>(part)] = component(data, element_, index, part);
    }
  }

 private:
  bool place(Effect effect, Operand operand, std::int64_t row, std::int64_t column) {
    const bool first = observation_.effects == 0;
    observation_.effects |= effect;
    if (!first) return false;
    observation_.operand = operand;
    observation_.row = row_major_ ? column : row;
    observation_.column = row_major_ ? row : column;
    return true;
  }

  ElementType element_;
  bool row_major_;
  Observation& observation_;
};

// Element index of the first difference, -1 if there is none.
std::int64_t first_difference(const std::byte* x, const std::byte* y, std::int64_t bytes,
                              int element_bytes) {
  if (std::memcmp(x, y, static_cast<std::size_t>(bytes)) == 0) return -1;
  return (std::mismatch(x, x + bytes, y).first - x) / element_bytes;
}

// An operand that must be bitwise as before, elements between columns included.
void check_unchanged(const Call& call, Operand operand, const std::byte* data,
                     const std::byte* before, std::int64_t bytes, Effect effect, Report& report) {
  if (data == nullptr || before == nullptr) return;
  if (bytes < 0) bytes = extent_bytes(call, operand).value_or(0);
  if (bytes == 0) return;
  const int element_bytes = report.element().bytes();
  const std::int64_t index =
      first_difference(data, before, bytes - bytes % element_bytes, element_bytes);
  if (index < 0) return;
  const std::int64_t ld = operand_shape(call, operand).ld;
  const std::int64_t column = ld > 0 ? index / ld : 0;
  report.changed(effect, operand, index - column * std::max<std::int64_t>(ld, 0), column, index,
                 data, before);
}

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
bool shares_with_c(const Call& call, Operand operand) {
  return owner(call, operand) == owner(call, Operand::kC);
}

bool fits_memory(const Shape& shape, int element_bytes, std::int64_t bytes) {
  const std::optional<std::int64_t> elements = extent_elements(shape);
  return elements && (bytes < 0 || *elements <= bytes / element_bytes);
}

// The strides are the same for both layouts: seen column-major, a row-major operand is transposed,
// and so is the product it takes part in.
Factor factor(const Call& call, Operand operand, const std::byte* data) {
  const std::int32_t op = operand == Operand::kA ? call.transa : call.transb;
  const std::int64_t ld = operand == Operand::kA ? call.lda : call.ldb;
  const bool across = is_transposed(call.api, op);
  return {data, across ? ld : 1, across ? 1 : ld, is_conjugated(call.api, op)};
}

template <typename T>
Problem<T> make_problem(const Call& call, const Operands& operands, const Shape& c, bool row_major,
                        bool complex) {
  Problem<T> problem{};
  problem.m = c.rows;
  problem.n = c.columns;
  problem.ldc = c.ld;
  problem.c = operands.c;
  problem.c_before = operands.c_before;
  problem.a = factor(call, Operand::kA, operands.a);
  problem.b = factor(call, Operand::kB, operands.b);
  if (row_major) std::swap(problem.a, problem.b);
  problem.alpha[0] = static_cast<T>(call.alpha.re);
  problem.beta[0] = static_cast<T>(call.beta.re);
  if (complex) {
    problem.alpha[1] = static_cast<T>(call.alpha.im);
    problem.beta[1] = static_cast<T>(call.beta.im);
  }
  const bool no_alpha = problem.alpha[0] == 0 && problem.alpha[1] == 0;
  problem.k = no_alpha ? 0 : std::max<std::int64_t>(0, call.k);
  problem.reads_c = !(problem.beta[0] == 0 && problem.beta[1] == 0);
  problem.integers = call.fill.kind != FillKind::kRandom;
  problem.arithmetic = reference::classify(problem);
  return problem;
}

// The elements between C's columns. Few and short as a rule: compared in place.
void check_gaps(const Operands& operands, const Shape& c, Report& report) {
  const std::int64_t gap = c.ld - c.rows;
  if (gap <= 0) return;
  const int element_bytes = report.element().bytes();
  for (std::int64_t column = 0; column + 1 < c.columns; ++column) {
    const std::int64_t start = column * c.ld + c.rows;
    const std::byte* const now = operands.c + start * element_bytes;
    const std::byte* const before = operands.c_before + start * element_bytes;
    std::uint32_t difference = 0;
    if (gap * element_bytes > 64) {
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
    const std::int64_t row = first_difference(now, before, gap * element_bytes, element_bytes);
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
                 reference::judge_element<T, kComplex>(problem, row, column));
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
    const Judged judged = reference::judge_element<T, kComplex>(problem, row, column);
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
  if (!sampled && !extreme && reference::all_fit<T, kComplex>(problem)) return;
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
void check_accepted(const Call& call, const Operands& operands, Report& report) {
  constexpr int kBytes = sizeof(T) * (kComplex ? 2 : 1);
  const Shape c = operand_shape(call, Operand::kC);
  if (c.rows == 0 || c.columns == 0) return;
  if (operands.c == nullptr || operands.c_before == nullptr) return;
  if (call.alpha.null || call.beta.null) return;
  if (!fits_memory(c, kBytes, operands.c_bytes)) return;
  const Problem<T> problem = make_problem<T>(call, operands, c, report.row_major(), kComplex);
  if (problem.k > 0) {
    if (operands.a == nullptr || operands.b == nullptr) return;
    if (shares_with_c(call, Operand::kA) || shares_with_c(call, Operand::kB)) return;
    if (!fits_memory(operand_shape(call, Operand::kA), kBytes, operands.a_bytes) ||
        !fits_memory(operand_shape(call, Operand::kB), kBytes, operands.b_bytes)) {
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

void check_memory(const Call& call, const Operands& operands, bool refused,
                  Observation& observation) {
  Report report(call, observation);
  if (refused || !shares_with_c(call, Operand::kA)) {
    check_unchanged(call, Operand::kA, operands.a, operands.a_before, operands.a_bytes,
                    kEffectAChanged, report);
  }
  if (refused || !shares_with_c(call, Operand::kB)) {
    check_unchanged(call, Operand::kB, operands.b, operands.b_before, operands.b_bytes,
                    kEffectBChanged, report);
  }
  if (refused) {
    check_unchanged(call, Operand::kC, operands.c, operands.c_before, operands.c_bytes,
                    kEffectRefusedWroteC, report);
    return;
  }
  const ElementType element = report.element();
  if (element.component_bytes == 4) {
    element.complex ? check_accepted<float, true>(call, operands, report)
                    : check_accepted<float, false>(call, operands, report);
  } else {
    element.complex ? check_accepted<double, true>(call, operands, report)
                    : check_accepted<double, false>(call, operands, report);
  }
}

bool wants_sentinel(const Call& call) {
  const ElementType element = api_info(call.api).element;
  const auto is_zero = [&](double value) {
    return element.component_bytes == 4 ? static_cast<float>(value) == 0 : value == 0;
  };
  return is_zero(call.beta.re) && (!element.complex || is_zero(call.beta.im));
}

}  // namespace gemmcheck
