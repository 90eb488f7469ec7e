// What the reference check knows of a call's arithmetic before it looks at an element, as it
// decides which parts of it a reproducer needs.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "findings/reproducer_parts.h"

namespace gemmcheck::reproducer {
namespace {

struct Limits {
  double smallest;
  double largest;
  int digits;
};
Limits limits_of(const Call& call) {
  using Float = std::numeric_limits<float>;
  using Double = std::numeric_limits<double>;
  if (api_info(call.api).element.component_bytes == 4)
    return {Float::min(), Float::max(), Float::digits};
  return {Double::min(), Double::max(), Double::digits};
}

double converted(const Call& call, double value) {
  if (api_info(call.api).element.component_bytes == 8) return value;
  return static_cast<double>(static_cast<float>(value));
}

// Both components as the library sees them; a real call has no imaginary part.
struct Converted {
  double re;
  double im;
  bool is_zero() const { return re == 0 && im == 0; }
  bool is_finite() const { return std::isfinite(re) && std::isfinite(im); }
  double size() const { return std::fabs(re) + std::fabs(im); }
};
Converted converted(const Call& call, const Scalar& scalar) {
  const bool complex = api_info(call.api).element.complex;
  return {converted(call, scalar.re), complex ? converted(call, scalar.im) : 0};
}

// The number is an integer multiple of this power of two. 0 for subnormal results, Inf for 0.
double unit(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
  const auto exponent = static_cast<std::int64_t>(bits >> 52 & 0x7ff);
  if (exponent == 0) return fraction == 0 ? std::numeric_limits<double>::infinity() : 0;
  const std::int64_t low = exponent - 52 + std::countr_zero(fraction | std::uint64_t{1} << 52);
  return low <= 0 ? 0 : std::bit_cast<double>(static_cast<std::uint64_t>(low) << 52);
}
double unit(const Converted& scalar) {
  return std::min(unit(scalar.re), unit(scalar.im));
}

// Bounds every partial result: a product of two components is at most 16, and 64 leaves room for
// complex ones in any order.
double largest_result(const Call& call) {
  const double product =
      has_product(call) ? converted(call, call.alpha).size() * 64 * static_cast<double>(call.k) : 0;
  return product + converted(call, call.beta).size() * 16;
}

bool fills_numbers(const Call& call) {
  return call.fill.kind == FillKind::kInt || call.fill.kind == FillKind::kRandom;
}

}  // namespace

bool only_writes_c(const Call& call) {
  return converted(call, call.beta).is_zero();
}

bool has_product(const Call& call) {
  return call.k > 0 && !converted(call, call.alpha).is_zero();
}

bool is_exact(const Call& call) {
  const Converted alpha = converted(call, call.alpha);
  if (call.fill.kind == FillKind::kRandom || !alpha.is_finite()) return false;
  const Limits limits = limits_of(call);
  double units = unit(converted(call, call.beta));
  if (has_product(call)) units = std::min(units, unit(alpha));
  const double size = largest_result(call);
  return size < limits.largest / 8 && units >= limits.smallest &&
         size <= std::ldexp(1.0, limits.digits) * units;
}

bool may_be_special(const Call& call) {
  return !fills_numbers(call) || !converted(call, call.alpha).is_finite() ||
         !(largest_result(call) < limits_of(call).largest / 8);
}

std::string c_constant(double value, int component_bytes) {
  if (component_bytes == 4) value = static_cast<double>(static_cast<float>(value));
  if (std::isnan(value)) return "NAN";
  if (std::isinf(value)) return value < 0 ? "-INFINITY" : "INFINITY";
  if (value == 0) return std::signbit(value) ? "-0.0" : "0";
  return component_bytes == 4 ? fmt::format("{}", static_cast<float>(value))
                              : fmt::format("{}", value);
}

}  // namespace gemmcheck::reproducer
