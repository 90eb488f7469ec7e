// What the operands hold: a function of (fill, operand, element), the same in the worker, in
// reproducers and in tests.
#pragma once

#include <cstdint>

#include "call/call.h"

namespace gemmcheck {

/// Component `index` (a complex element is two components, real first) counted from the operand's
/// guarded end: guard=end counts backwards from the last component (0 is the last), guard=front
/// forwards from the first. So the contents next to the guard do not depend on the extents, and one
/// filled arena serves many calls. Small integers of {-4..-1, 1..4}.
[[nodiscard]] double int_component(std::uint32_t seed, Operand operand, std::uint64_t index);
/// In [-1, 1), exactly representable as float.
[[nodiscard]] double random_component(std::uint32_t seed, Operand operand, std::uint64_t index);

/// The value that unwritten elements of C keep when beta is 0: a NaN whose payload arithmetic does
/// not make.
inline constexpr std::uint32_t kSentinel32 = 0x7fd5a5a5u;
inline constexpr std::uint64_t kSentinel64 = 0x7ffda5a5a5a5a5a5u;

/// kNanA..kInfC: whether this element (row, column of the stored operand) is the special one. At
/// least one element of a non-empty operand is; about one in five.
[[nodiscard]] bool is_special(const Fill& fill, Operand operand, std::int64_t row,
                              std::int64_t column);

}  // namespace gemmcheck
