// How much memory the operands of a call need, whatever its arguments are.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "call/api.h"
#include "call/call.h"
#include "call/extents.h"

namespace gemmcheck {

inline constexpr std::array<Operand, 3> kOperands = {Operand::kA, Operand::kB, Operand::kC};
constexpr std::size_t index(Operand operand) {
  return static_cast<std::size_t>(operand);
}

/// The bytes before and after an operand's pointer that its columns touch; both 0 where the operand
/// is empty. A negative leading dimension reaches backwards.
struct Reach {
  std::int64_t before = 0;
  std::int64_t after = 0;
  std::size_t bytes() const { return static_cast<std::size_t>(before + after); }
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
[[nodiscard]] std::optional<Reach> reach_of(const Call& call, Operand operand);

/// `operand_shape` of A, B and C at once, for half the price.
[[nodiscard]] std::array<Shape, 3> operand_shapes(const Call& call);

/// False where columns overlap or run backwards.
[[nodiscard]] inline bool is_well_shaped(const Shape& shape) {
  return shape.rows == 0 || shape.columns <= 1 || shape.ld >= shape.rows;
}

/// Whether enums, sizes and leading dimensions leave the library no reason to refuse the call. That
/// is not for the worker to predict; it decides only who gets memory that is too much to give to
/// all.
[[nodiscard]] bool may_be_accepted(const Call& call);

/// Whether an accepted call reads or writes the operand at all.
[[nodiscard]] bool is_touched(const Call& call, Operand operand);

}  // namespace gemmcheck
