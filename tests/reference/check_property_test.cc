// Over random calls: no conforming implementation is ever called wrong, and a planted error always
// is.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "call/enums.h"
#include "call/extents.h"
#include "call/text.h"
#include "reference/check.h"
#include "reference/contents.h"
#include "reference/operands.h"

namespace gemmcheck {
namespace {

rc::Gen<double> plain_scalar() {
  return rc::gen::element(0.0, 1.0, -1.0, 2.0, 0.5, -3.0, 1024.0, 0.1);
}
rc::Gen<double> any_scalar() {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  return rc::gen::oneOf(
      plain_scalar(), rc::gen::element(kInf, -kInf, std::numeric_limits<double>::quiet_NaN(), 1e300,
                                       -1e38, 1e-300, 1e-310, 1e-40, 0x1p1000, 1e308, 0x1p-140));
}

Call random_call(const rc::Gen<double>& scalar, std::initializer_list<FillKind> fills) {
  Call call = baseline(static_cast<Api>(*rc::gen::inRange(0, kNetlibApiCount)));
  const bool cblas = api_info(call.api).convention == Convention::kCblas;
  const auto op = [&] {
    return cblas ? *rc::gen::element(111, 112, 113) : *rc::gen::element<int>('N', 'T', 'C');
  };
  if (cblas) call.layout = *rc::gen::element(102, 101);
  call.transa = op();
  call.transb = op();
  call.m = *rc::gen::inRange(1, 20);
  call.n = *rc::gen::inRange(1, 40);
  call.k = *rc::gen::oneOf(rc::gen::inRange(0, 12), rc::gen::inRange(120, 300));
  set_tight(call);
  call.lda += *rc::gen::inRange(0, 3);
  call.ldb += *rc::gen::inRange(0, 3);
  call.ldc += *rc::gen::inRange(0, 3);
  call.alpha.re = *scalar;
  call.beta.re = *scalar;
  if (api_info(call.api).element.complex) {
    call.alpha.im = *scalar;
    call.beta.im = *scalar;
  }
  call.guard = static_cast<std::int32_t>(*rc::gen::element(Guard::kEnd, Guard::kFront));
  const std::vector<FillKind> kinds(fills);
  call.fill.kind = *rc::gen::elementOf(kinds);
  call.fill.seed = static_cast<std::uint32_t>(*rc::gen::inRange(0, 1000));
  return call;
}

testing::Style random_style() {
  testing::Style style;
  style.backwards = *rc::gen::arbitrary<bool>();
  style.fused = *rc::gen::arbitrary<bool>();
  style.alpha_on_a = *rc::gen::arbitrary<bool>();
  style.alpha_on_b = !style.alpha_on_a && *rc::gen::arbitrary<bool>();
  style.pairwise = *rc::gen::arbitrary<bool>();
  style.real_scalars = *rc::gen::arbitrary<bool>();
  return style;
}

void conforming_variant_fits(const rc::Gen<double>& scalar) {
  const Call call =
      random_call(scalar, {FillKind::kInt, FillKind::kRandom, FillKind::kNanA, FillKind::kNanB,
                           FillKind::kNanC, FillKind::kInfA, FillKind::kInfB, FillKind::kInfC});
  testing::Memory memory(call);
  testing::conform(call, memory, random_style());
  Observation seen;
  check_memory(call, memory.operands(true), false, seen);
  RC_LOG() << print_call(call) << " row " << seen.row << " column " << seen.column << " expected "
           << seen.expected[0] << ":" << seen.expected[1] << " actual " << seen.actual[0] << ":"
           << seen.actual[1] << "\n";
  RC_ASSERT(seen.effects == 0u);
}

RC_GTEST_PROP(CheckProperty, ConformingVariantsFit, ()) {
  conforming_variant_fits(plain_scalar());
}
RC_GTEST_PROP(CheckProperty, ConformingVariantsFitWithAnyScalars, ()) {
  conforming_variant_fits(any_scalar());
}

// Element (i, j) of the formula in long double, with what bounds its rounding error.
struct Element {
  long double re = 0, im = 0, size = 0;
};

template <typename T>
struct Reader {
  const Call& call;
  bool complex = api_info(call.api).element.complex;

  Element load(const std::vector<std::byte>& data, std::int64_t ld, std::int32_t op, bool has_op,
               std::int64_t i, std::int64_t j) const {
    if (has_op && is_transposed(call.api, op)) std::swap(i, j);
    const std::int64_t index = is_row_major(call.api, call.layout) ? i * ld + j : i + j * ld;
    T parts[2] = {};
    const std::size_t bytes = complex ? 2 * sizeof(T) : sizeof(T);
    std::memcpy(parts, data.data() + static_cast<std::size_t>(index) * bytes, bytes);
    if (has_op && is_conjugated(call.api, op)) parts[1] = -parts[1];
    return {parts[0], parts[1], std::fabs(parts[0]) + std::fabs(parts[1])};
  }
  static Element times(Element x, Element y) {
    return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re, x.size * y.size};
  }
  static Element plus(Element x, Element y) { return {x.re + y.re, x.im + y.im, x.size + y.size}; }
  Element scalar(const Scalar& value) const {
    const T re = static_cast<T>(value.re), im = complex ? static_cast<T>(value.im) : T{0};
    return {re, im, std::fabs(re) + std::fabs(im)};
  }
  Element expected(const testing::Memory& memory, std::int64_t i, std::int64_t j) const {
    Element sum;
    for (std::int64_t l = 0; l < call.k; ++l) {
      sum = plus(sum, times(load(memory.a, call.lda, call.transa, true, i, l),
                            load(memory.b, call.ldb, call.transb, true, l, j)));
    }
    const Element product = times(scalar(call.alpha), sum);
    const Element beta = scalar(call.beta);
    if (beta.size == 0) return product;
    return plus(product, times(beta, load(memory.c_before, call.ldc, 0, false, i, j)));
  }
};

// C as the formula has it is right; with one component moved by more than rounding can move it, it
// is wrong, and the element is named.
template <typename T>
void planted_error_is_found(const Call& call) {
  const Reader<T> reader{call};
  testing::Memory memory(call);
  const std::size_t parts = reader.complex ? 2 : 1;
  const bool row_major = is_row_major(call.api, call.layout);
  const auto place = [&](std::int64_t i, std::int64_t j) {
    return memory.c.data() +
           static_cast<std::size_t>(row_major ? i * call.ldc + j : i + j * call.ldc) * parts *
               sizeof(T);
  };
  for (std::int64_t i = 0; i < call.m; ++i) {
    for (std::int64_t j = 0; j < call.n; ++j) {
      const Element expected = reader.expected(memory, i, j);
      const T values[2] = {static_cast<T>(expected.re), static_cast<T>(expected.im)};
      std::memcpy(place(i, j), values, parts * sizeof(T));
    }
  }
  Observation right;
  check_memory(call, memory.operands(true), false, right);
  RC_LOG() << print_call(call) << "\n";
  RC_ASSERT(right.effects == 0u);

  const std::int64_t i = *rc::gen::inRange<std::int64_t>(0, call.m);
  const std::int64_t j = *rc::gen::inRange<std::int64_t>(0, call.n);
  const std::size_t part = parts == 2 ? *rc::gen::element<std::size_t>(0, 1) : 0;
  const Element expected = reader.expected(memory, i, j);
  const T operations = static_cast<T>(parts) * static_cast<T>(call.k + 10);
  const T bound = operations * std::numeric_limits<T>::epsilon() * static_cast<T>(expected.size);
  T value;
  std::memcpy(&value, place(i, j) + part * sizeof(T), sizeof(T));
  value += bound > 0 ? 2 * bound : T{1};
  std::memcpy(place(i, j) + part * sizeof(T), &value, sizeof(T));
  Observation wrong;
  check_memory(call, memory.operands(true), false, wrong);
  RC_ASSERT(wrong.effects == std::uint32_t{kEffectWrongC});
  RC_ASSERT(wrong.row == i);
  RC_ASSERT(wrong.column == j);
  RC_ASSERT(std::isfinite(wrong.expected[part]));
  RC_ASSERT(wrong.actual[part] == static_cast<double>(value));
}

RC_GTEST_PROP(CheckProperty, PlantedErrorsAreFound, ()) {
  Call call = random_call(plain_scalar(), {FillKind::kInt, FillKind::kRandom});
  // Without a product and with beta = 1 nothing may change, which is another test.
  RC_PRE(call.beta.re != 1 || call.beta.im != 0 ||
         (call.k > 0 && (call.alpha.re != 0 || call.alpha.im != 0)));
  if (api_info(call.api).element.component_bytes == 4) {
    planted_error_is_found<float>(call);
  } else {
    planted_error_is_found<double>(call);
  }
}

// Any byte outside C's elements, changed by an accepted call; any byte at all, by a refused one.
RC_GTEST_PROP(CheckProperty, EveryByteThatMustStayIsWatched, ()) {
  Call call = random_call(plain_scalar(), {FillKind::kInt, FillKind::kRandom, FillKind::kNanC});
  const bool refused = *rc::gen::arbitrary<bool>();
  testing::Memory memory(call);
  if (!refused) testing::conform(call, memory);
  const Operand operand = *rc::gen::element(Operand::kA, Operand::kB, Operand::kC);
  auto& data = operand == Operand::kA ? memory.a : operand == Operand::kB ? memory.b : memory.c;
  RC_PRE(!data.empty());
  const auto at = *rc::gen::inRange<std::size_t>(0, data.size());
  const Shape shape = operand_shape(call, operand);
  const auto element = static_cast<std::int64_t>(at) / api_info(call.api).element.bytes();
  const std::int64_t row = element % shape.ld, column = element / shape.ld;
  if (operand == Operand::kC && !refused) RC_PRE(row >= shape.rows);
  data[at] ^= std::byte{1};
  Observation seen;
  check_memory(call, memory.operands(true), refused, seen);
  const std::uint32_t effect = operand == Operand::kA   ? kEffectAChanged
                               : operand == Operand::kB ? kEffectBChanged
                               : refused                ? kEffectRefusedWroteC
                                                        : kEffectGapChanged;
  RC_LOG() << print_call(call) << "\n";
  RC_ASSERT((seen.effects & effect) == effect);
  RC_ASSERT(seen.operand == operand);
  const bool row_major = is_row_major(call.api, call.layout);
  RC_ASSERT(seen.row == (row_major ? column : row));
  RC_ASSERT(seen.column == (row_major ? row : column));
}

}  // namespace
}  // namespace gemmcheck
