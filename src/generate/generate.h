// Calls as a function of (seed, global index) and the set of APIs, and of nothing else.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "call/call.h"
#include "generate/random.h"
#include "generate/sizes.h"

namespace gemmcheck {

/// Part of a run's identity: a change that alters any generated call raises it.
inline constexpr int kGeneratorVersion = 3;

/// The layers, mixed by weight (design, section 7).
enum class Layer : std::uint8_t {
  kLattice,   ///< small values -1..4 of everything, illegal ones included
  kPairs,     ///< pairwise combinations of APIs, ops, scalars, pointers, fills, guards
  kBoundary,  ///< start legal; then break one clause by the smallest step, exactly meet it, or
              ///< break two
  kWide,      ///< full integer ranges, products past 2^31, huge leading dimensions
  kFar,       ///< legal and small, with columns whose places do not fit 32 bits
  kCount,
};
[[nodiscard]] std::string_view layer_name(Layer layer);

/// Caps on what an accepted call may cost, so that work goes into arguments and not into
/// arithmetic.
struct Limits {
  std::int64_t multiply_adds = 1 << 15;
  std::int64_t operand_bytes = 1 << 16;  ///< extent of each operand of an accepted call
  std::int64_t max_size = 64;  ///< m, n, k of ordinary accepted calls: kernels differ by size
};

struct ApiTable;

class Generator {
 public:
  /// `apis` must not be empty. The stream depends on (seed, apis, limits) only.
  Generator(std::uint64_t seed, ApiSet apis, Limits limits = {});

  /// The call with this global index. Every call is within the limits if the contract accepts it,
  /// but for the extents of layer `far` (1 in 400). Calls whose meaning is undefined come rarely (1
  /// in 20,000).
  [[nodiscard]] Call call(std::uint64_t index) const;
  /// Which layer makes it (the rare undefined calls belong to none, whatever this says).
  [[nodiscard]] Layer layer(std::uint64_t index) const;

 private:
  std::uint64_t seed_;
  Limits limits_;
  SizeTable sizes_;
  // Sizes and leading dimensions up to these are within the limits without a closer look.
  std::int64_t safe_size_;
  std::int64_t safe_ld_;
  std::uint32_t api_count_;
  std::array<const ApiTable*, kNetlibApiCount> tables_;
};

}  // namespace gemmcheck
