// Sizes to draw from, as tables: a draw is one index.
#pragma once

#include <array>
#include <cstdint>

#include "call/call.h"
#include "generate/random.h"

namespace gemmcheck {

/// Sizes of calls that may be accepted, none above the limit.
struct SizeTable {
  /// Mostly 0 to 8, endpoints most; else larger ones near multiples of 4, 8, 16 and 32.
  std::array<std::int32_t, 512> ordinary;
  /// Every class about equally often: negative, 0, 1, small, a kernel's block, larger.
  std::array<std::int32_t, 128> classes;

  explicit SizeTable(std::int64_t max_size);
};

/// Values from all over an integer type: its ends, endpoints, powers of two and their neighbours,
/// random numbers of every length.
class WideValues {
 public:
  WideValues() = default;
  explicit WideValues(IntegerRange range);

  [[nodiscard]] std::int64_t draw(Random& random) const {
    const std::uint64_t number = random.next();
    const Row& row = rows_[number >> 56];
    // The product's bits do not depend on the row that the highest ones have chosen.
    const std::uint64_t offset = (number * 0x9e3779b97f4a7c15u) & row.random_bits;
    const std::uint64_t value = static_cast<std::uint64_t>(row.base) + offset;
    return static_cast<std::int64_t>(value);
  }
  /// The same without the negative half.
  [[nodiscard]] std::int64_t draw_size(Random& random) const {
    const std::int64_t value = draw(random);
    return value < 0 ? -(value + 1) : value;
  }

 private:
  struct Row {
    std::int64_t base = 0;
    std::uint64_t random_bits = 0;
  };
  std::array<Row, 256> rows_{};
};

}  // namespace gemmcheck
