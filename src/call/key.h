// The keys of a call: one set for all APIs, spelt as cuBLAS spells them. A key is also the name of
// a parameter.
#pragma once

#include <cstdint>
#include <string_view>

namespace gemmcheck {

/// In canonical printing order. kNone stands where no parameter is meant.
enum class Key : std::uint8_t {
  kLayout,
  kUplo,
  kTransa,
  kTransb,
  kM,
  kN,
  kK,
  kAlpha,
  kA,
  kAtype,
  kLda,
  kStrideA,
  kAo,
  kB,
  kBtype,
  kLdb,
  kStrideB,
  kBo,
  kBeta,
  kC,
  kCtype,
  kLdc,
  kStrideC,
  kOffsetc,
  kCo,
  kBatchCount,
  kComputeType,
  kAlgo,
  kHandle,
  kPointerMode,
  kMathMode,
  kMode,
  kWorkspace,
  kGuard,
  kFill,
  kNone,
};
inline constexpr int kKeyCount = static_cast<int>(Key::kNone);

/// A set of keys, one bit each.
using KeySet = std::uint64_t;
constexpr KeySet key_bit(Key key) {
  return KeySet{1} << static_cast<int>(key);
}

/// "lda"; "" for kNone.
[[nodiscard]] std::string_view key_name(Key key);
/// kNone if no key has that name.
[[nodiscard]] Key find_key(std::string_view name);

}  // namespace gemmcheck
