#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "reference/problem.h"

namespace gemmcheck::reference {
namespace {

// The value of the lowest set bit of a finite number: the number is an integer multiple of it. 0
// for subnormal results, Inf for 0.
double unit(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
  const auto exponent = static_cast<std::int64_t>(bits >> 52 & 0x7ff);
  if (exponent == 0) return fraction == 0 ? std::numeric_limits<double>::infinity() : 0;
  const std::int64_t low = exponent - 52 + std::countr_zero(fraction | std::uint64_t{1} << 52);
  return low <= 0 ? 0 : std::bit_cast<double>(static_cast<std::uint64_t>(low) << 52);
}

}  // namespace

// Exact means: whatever is computed on the way, in any order, with alpha applied to A, B or the
// product, is an integer multiple of `unit` and at most `size`, and such numbers fit the mantissa.
// A product of two components is at most 16, of two complex elements 32 in each component, twice
// that where three multiplications do the work of four; 64 k and 16 bound the sums with room to
// spare.
template <typename T>
Arithmetic classify(const Problem<T>& problem) {
  using Limits = std::numeric_limits<T>;
  const bool product = problem.k > 0;
  double units = std::numeric_limits<double>::infinity();
  double alpha = 0;
  double beta = 0;
  for (int part = 0; part < 2; ++part) {
    if (product) {
      alpha += std::fabs(double{problem.alpha[part]});
      units = std::min(units, unit(problem.alpha[part]));
    }
    beta += std::fabs(double{problem.beta[part]});
    units = std::min(units, unit(problem.beta[part]));
  }
  // An alpha that multiplies nothing is not read, unless it is the kind that makes NaN of nothing.
  if (!std::isfinite(problem.alpha[0]) || !std::isfinite(problem.alpha[1])) {
    return Arithmetic::kExtreme;
  }
  const double size = alpha * 64 * static_cast<double>(problem.k) + beta * 16;
  if (!(size < double{Limits::max()} / 8)) return Arithmetic::kExtreme;
  if (problem.integers && units >= double{Limits::min()} &&
      size <= std::ldexp(1.0, Limits::digits) * units) {
    return Arithmetic::kExact;
  }
  return Arithmetic::kBounded;
}

template Arithmetic classify(const Problem<float>&);
template Arithmetic classify(const Problem<double>&);

}  // namespace gemmcheck::reference
