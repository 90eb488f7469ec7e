// What memory around its pointer an operand needs: in one piece, or page by page where its columns
// lie far apart. The same for the worker and for reproducers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "call/extents.h"

namespace gemmcheck {

/// The bytes before and after an operand's pointer that its columns touch; both 0 where the operand
/// is empty. A negative leading dimension reaches backwards.
struct Reach {
  std::int64_t before = 0;
  std::int64_t after = 0;

  std::size_t bytes() const { return static_cast<std::size_t>(before + after); }
  friend bool operator==(const Reach&, const Reach&) = default;
};

/// False if 64 bits do not hold it; `*reach` means nothing then. `shape` as `operand_shape` makes
/// it.
[[nodiscard]] inline bool reach_of(const Shape& shape, int element_bytes, Reach* reach) {
  std::int64_t last = 0;
  std::int64_t before = 0;
  std::int64_t after = 0;
  std::int64_t sum = 0;
  if (shape.rows != 0 && shape.columns != 0) {
    after = shape.rows;
    if (__builtin_mul_overflow(shape.ld, shape.columns - 1, &last)) return false;
    if (last < 0) before = last;
    if (last > 0 && __builtin_add_overflow(last, after, &after)) return false;
    if (__builtin_mul_overflow(after, element_bytes, &after) ||
        __builtin_mul_overflow(before, -element_bytes, &before) ||
        __builtin_add_overflow(before, after, &sum)) {
      return false;
    }
  }
  reach->before = before;
  reach->after = after;
  return true;
}

/// Offset pointers count from addresses that are multiples of this.
inline constexpr std::int64_t kBaseAlignment = 256;
inline constexpr std::int64_t kPageBytes = 4096;
/// An operand that takes up more is far: of its memory only the pages of its columns are there.
inline constexpr std::int64_t kNearBytes = std::int64_t{1} << 20;
/// What a far operand may span, pages between its columns included.
inline constexpr std::int64_t kLargestSpan = std::int64_t{1} << 42;
/// How much memory it may have in all, and how many columns.
inline constexpr std::int64_t kLargestBytes = std::int64_t{64} << 20;
inline constexpr std::int64_t kMostColumns = 1 << 12;

/// What memory that reaches so far, with its pointer moved by an offset, may take up.
[[nodiscard]] std::int64_t room_for(const Reach& reach, std::int64_t offset);
[[nodiscard]] inline bool is_far(const Reach& reach, std::int64_t offset) {
  return room_for(reach, offset) > kNearBytes;
}
/// Whether the columns of an operand, as far apart as they are, are within the limits.
[[nodiscard]] bool can_be_held(const Shape& shape, int element_bytes, std::int64_t offset);

/// Appends what an operand needs whose pointer is at `start`: its columns, or all of `reach` if
/// that is not what the shape says. False, and nothing is appended, if there are more than
/// `kMostColumns` or 64 bits do not hold them.
[[nodiscard]] bool append_needed(const Shape& shape, int element_bytes, const Reach& reach,
                                 std::int64_t start, std::vector<Stretch>& needed);

/// The pages that hold any of these, in order; neighbours are one. Ends are multiples of a page,
/// counted from where the stretches are. Precondition: none is empty or within a page of the ends
/// of 64 bits.
[[nodiscard]] std::vector<Stretch> pages_of(std::vector<Stretch> stretches);

}  // namespace gemmcheck
