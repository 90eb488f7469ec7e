// Calls as a function of (seed, global index) and the set of APIs, and of nothing else.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "call/call.h"

namespace gemmcheck {

/// Part of a run's identity: a change that alters any generated call raises it.
inline constexpr int kGeneratorVersion = 1;

/// The layers, mixed by weight (design, section 7).
enum class Layer : std::uint8_t {
  kLattice,   ///< small values -1..4 of everything, illegal ones included
  kPairs,     ///< pairwise combinations of APIs, ops, scalars, pointers, fills, guards
  kBoundary,  ///< start legal; then break one clause by the smallest step, exactly meet it, or
              ///< break two
  kWide,      ///< full integer ranges, products past 2^31, huge leading dimensions
  kCount,
};
[[nodiscard]] std::string_view layer_name(Layer layer);

/// Caps on what an accepted call may cost, so that work goes into arguments and not into
/// arithmetic.
struct Limits {
  std::int64_t multiply_adds = 1 << 15;
  std::int64_t operand_bytes = 1 << 18;  ///< extent of each operand of an accepted call
  std::int64_t max_size = 32;            ///< m, n, k of ordinary accepted calls
};

class Generator {
 public:
  /// `apis` must not be empty. The stream depends on (seed, apis, limits) only.
  Generator(std::uint64_t seed, ApiSet apis, Limits limits = {});

  /// The call with this global index. Every call is within the limits if the contract accepts it;
  /// calls whose meaning is undefined come rarely (1 in 20,000).
  [[nodiscard]] Call call(std::uint64_t index) const;
  [[nodiscard]] Layer layer(std::uint64_t index) const;

 private:
  std::uint64_t seed_;
  ApiSet apis_;
  Limits limits_;
};

/// A deterministic stream of numbers from one (seed, index).
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t index);
  std::uint64_t next();
  /// Uniform in [0, bound); bound > 0.
  std::uint64_t below(std::uint64_t bound);
  /// Uniform in [low, high].
  std::int64_t between(std::int64_t low, std::int64_t high);
  bool one_in(std::uint64_t n) { return below(n) == 0; }

 private:
  std::uint64_t state_;
};

}  // namespace gemmcheck
