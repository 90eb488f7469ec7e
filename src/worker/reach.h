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
#include "call/reach.h"

namespace gemmcheck {

inline constexpr std::array<Operand, 3> kOperands = {Operand::kA, Operand::kB, Operand::kC};
constexpr std::size_t index(Operand operand) {
  return static_cast<std::size_t>(operand);
}

/// Raw values other than the enumerators count as the default.
constexpr Guard guard_of(const Call& call) {
  return call.guard == static_cast<std::int32_t>(Guard::kFront) ? Guard::kFront : Guard::kEnd;
}

/// Of A, B or C.
constexpr const Pointer& pointer_of(const Call& call, Operand operand) {
  return operand == Operand::kA ? call.A : operand == Operand::kB ? call.B : call.C;
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
