// One element in wider arithmetic: what every conforming implementation makes of it, NaN and Inf
// included, and no more than that.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "reference/problem.h"

namespace gemmcheck::reference {
namespace {

template <typename T>
using Wide = std::conditional_t<std::is_same_v<T, float>, double, long double>;

template <typename W>
struct Value {
  W re;
  W im;  ///< 0 for real calls
};

template <typename W>
bool is_zero(Value<W> x) {
  return x.re == 0 && x.im == 0;
}
template <typename W>
bool has_nan(Value<W> x) {
  return std::isnan(x.re) || std::isnan(x.im);
}
template <typename W>
bool has_inf(Value<W> x) {
  return std::isinf(x.re) || std::isinf(x.im);
}
template <typename W>
W magnitude(Value<W> x) {
  return std::fabs(x.re) + std::fabs(x.im);
}

template <typename T, bool kComplex>
Value<Wide<T>> load(const std::byte* data, std::int64_t element) {
  const Loose<T>* const place = components<T>(data, element, kComplex);
  if constexpr (kComplex) return {place[0].value, place[1].value};
  return {place[0].value, 0};
}
template <typename T, bool kComplex>
Value<Wide<T>> load(const Factor& factor, std::int64_t row, std::int64_t column) {
  Value<Wide<T>> value =
      load<T, kComplex>(factor.data, row * factor.row_stride + column * factor.column_stride);
  if (factor.conjugate) value.im = -value.im;
  return value;
}

// What must hold of an element.
enum class Demand : std::uint8_t {
  kNumber,     ///< the value, within its bound
  kPositive,   ///< +Inf
  kNegative,   ///< -Inf
  kNan,        ///< NaN (complex: in one part at least)
  kNonFinite,  ///< NaN or Inf (complex: in one part at least)
  kNothing,    ///< conforming implementations differ without limit
};

// Which NaN and Inf come together in one element: in its terms alpha a b and its term beta c.
template <typename T, bool kComplex>
class Specials {
 public:
  using W = Wide<T>;

  // One term scale * x * y.
  void add(Value<W> scale, Value<W> x, Value<W> y) {
    const bool nan = has_nan(scale) || has_nan(x) || has_nan(y);
    const bool inf = has_inf(scale) || has_inf(x) || has_inf(y);
    if (!nan && !inf) return;
    // A factor 0, or one that may be flushed to 0, lets an implementation skip the term.
    if (is_weak(scale) || is_zero(x) || is_zero(y)) {
      open_ = true;
      return;
    }
    nan_ |= nan;
    inf_ |= inf;
    if (nan) return;
    const bool negative = std::signbit(scale.re) != (std::signbit(x.re) != std::signbit(y.re));
    (negative ? minus_inf_ : plus_inf_) = true;
  }

  // infinite_alpha: the terms of the product are infinite one by one, but may also cancel before
  // they are scaled. overflows: finite terms may come out infinite, of either sign.
  Demand demand(bool infinite_alpha, bool overflows) const {
    if (open_) return Demand::kNothing;
    if (nan_) {
      // Complex multiplication that follows C's Annex G makes Inf of a NaN beside an Inf.
      return kComplex && (inf_ || overflows) ? Demand::kNonFinite : Demand::kNan;
    }
    if (!inf_) return Demand::kNumber;
    if (kComplex) return Demand::kNonFinite;
    if (plus_inf_ && minus_inf_) return infinite_alpha ? Demand::kNonFinite : Demand::kNan;
    if (overflows) return Demand::kNonFinite;
    return plus_inf_ ? Demand::kPositive : Demand::kNegative;
  }

 private:
  static bool is_weak(Value<W> scale) {
    return magnitude(scale) < 2 * W{std::numeric_limits<T>::min()};  // false for NaN
  }

  bool open_ = false;
  bool nan_ = false;
  bool inf_ = false;
  bool plus_inf_ = false;
  bool minus_inf_ = false;
};

// The sum that an element is, with what bounds its rounding errors and its partial results.
template <typename T, bool kComplex>
struct Sum {
  using W = Wide<T>;
  Value<W> value{0, 0};
  W size = 0;     ///< sum of the finite terms' magnitudes
  W largest = 1;  ///< of the finite factors

  void add(Value<W> x, Value<W> y) {
    const Value<W> product = times(x, y);
    value.re += product.re;
    value.im += product.im;
    const W both = magnitude(x) * magnitude(y);
    if (!std::isfinite(both)) return;
    size += both;
    largest = std::max({largest, magnitude(x), magnitude(y)});
  }
  static Value<W> times(Value<W> x, Value<W> y) {
    // Without the imaginary parts, whose 0 would make NaN of Inf.
    if constexpr (!kComplex) return {x.re * y.re, 0};
    return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
  }
};

template <typename W>
bool meets(Demand demand, Value<W> actual) {
  switch (demand) {
    case Demand::kPositive:
      return std::isinf(actual.re) && actual.re > 0;
    case Demand::kNegative:
      return std::isinf(actual.re) && actual.re < 0;
    case Demand::kNan:
      return has_nan(actual);
    case Demand::kNonFinite:
      return has_nan(actual) || has_inf(actual);
    default:
      return true;
  }
}

}  // namespace

template <typename T, bool kComplex>
Judged judge_element(const Problem<T>& problem, std::int64_t row, std::int64_t column) {
  using W = Wide<T>;
  using Limits = std::numeric_limits<T>;
  const Value<W> alpha{problem.alpha[0], problem.alpha[1]};
  const Value<W> beta{problem.beta[0], problem.beta[1]};
  const std::int64_t place = row + column * problem.ldc;
  const Value<W> actual = load<T, kComplex>(problem.c, place);

  Specials<T, kComplex> specials;
  Sum<T, kComplex> sum;
  for (std::int64_t l = 0; l < problem.k; ++l) {
    const Value<W> x = load<T, kComplex>(problem.a, row, l);
    const Value<W> y = load<T, kComplex>(problem.b, l, column);
    sum.add(x, y);
    specials.add(alpha, x, y);
  }
  if (problem.k > 0) sum.value = sum.times(alpha, sum.value);
  const bool finite_alpha = std::isfinite(magnitude(alpha));
  const W scale = finite_alpha ? magnitude(alpha) : 0;
  sum.size *= scale;
  sum.largest *= scale;
  if (problem.reads_c) {
    const Value<W> before = load<T, kComplex>(problem.c_before, place);
    sum.add(beta, before);
    specials.add(beta, before, Value<W>{1, 0});
  }

  const Value<W> expected = sum.value;
  Judged judged{false,
                {static_cast<double>(static_cast<T>(expected.re)),
                 static_cast<double>(static_cast<T>(expected.im))}};
  // alpha times an empty sum: some compute it (Inf or NaN times 0), some leave it out.
  if (problem.k == 0 && !finite_alpha && has_nan(actual)) {
    judged.fits = true;
    return judged;
  }
  const bool overflows = !(4 * std::max(sum.size, sum.largest) < W{Limits::max()});
  const Demand demand = specials.demand(!finite_alpha, overflows);
  if (demand != Demand::kNumber) {
    judged.fits = meets(demand, actual);
  } else if (problem.arithmetic == Arithmetic::kExact) {
    judged.fits = actual.re == expected.re && actual.im == expected.im;
  } else {
    // The second part is for results that are flushed to 0 or lose digits as subnormal numbers.
    const W operations = static_cast<W>((kComplex ? 2 : 1) * (problem.k + 8));
    const W bound = operations * (W{Limits::epsilon()} * sum.size + 8 * W{Limits::min()});
    judged.fits = (std::fabs(actual.re - expected.re) <= bound &&
                   std::fabs(actual.im - expected.im) <= bound) ||
                  (overflows && meets(Demand::kNonFinite, actual));
  }
  return judged;
}

template Judged judge_element<float, false>(const Problem<float>&, std::int64_t, std::int64_t);
template Judged judge_element<float, true>(const Problem<float>&, std::int64_t, std::int64_t);
template Judged judge_element<double, false>(const Problem<double>&, std::int64_t, std::int64_t);
template Judged judge_element<double, true>(const Problem<double>&, std::int64_t, std::int64_t);

}  // namespace gemmcheck::reference
