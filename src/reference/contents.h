// What the operands hold: a function of (fill, operand, element), the same in the worker, in
// reproducers and in tests.
#pragma once

#include <cstddef>
#include <cstdint>

#include "call/call.h"
#include "call/extents.h"

namespace gemmcheck {

/// The mixed bits that every component is made of. In C, for a reproducer:
///
///     uint64_t bits(uint32_t seed, int operand, uint64_t index) {  // operand: 0 A, 1 B, 2 C
///       uint64_t x = index * 0x9e3779b97f4a7c15u +
///                    (4 * (uint64_t)seed + operand + 1) * 0xd6e8feb86659fd93u;
///       x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
///       return x ^ x >> 32;
///     }
constexpr std::uint64_t component_bits(std::uint32_t seed, Operand operand, std::uint64_t index) {
  std::uint64_t x =
      index * 0x9e3779b97f4a7c15u +
      (4 * std::uint64_t{seed} + static_cast<std::uint64_t>(operand) + 1) * 0xd6e8feb86659fd93u;
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
  return x ^ x >> 32;
}

/// Component `index` (a complex element is two components, real first) counted from the operand's
/// guarded end: guard=end counts backwards from the last component (0 is the last), guard=front
/// forwards from the first. So the contents next to the guard do not depend on the extents, and one
/// filled arena serves many calls. Small integers of {-4..-1, 1..4}: the lowest two bits plus 1,
/// negative if the third is set.
[[nodiscard]] constexpr double int_component(std::uint32_t seed, Operand operand,
                                             std::uint64_t index) {
  const std::uint64_t bits = component_bits(seed, operand, index);
  const int magnitude = static_cast<int>(bits & 3) + 1;
  return (bits & 4) != 0 ? -magnitude : magnitude;
}
/// In [-1, 1), exactly representable as float: the lowest 24 bits less 2^23, in units of 2^-23.
[[nodiscard]] constexpr double random_component(std::uint32_t seed, Operand operand,
                                                std::uint64_t index) {
  const auto low = static_cast<std::int32_t>(component_bits(seed, operand, index) & 0xffffff);
  return (low - (1 << 23)) * 0x1p-23;
}

/// The value that unwritten elements of C keep when beta is 0: a NaN whose payload arithmetic does
/// not make.
inline constexpr std::uint32_t kSentinel32 = 0x7fd5a5a5u;
inline constexpr std::uint64_t kSentinel64 = 0x7ffda5a5a5a5a5a5u;

/// kNanA..kInfC: whether this element (row, column of the stored operand as `operand_shape` sees
/// it) is the special one. The first element of the operand that the fill names always is, and one
/// in five of the others: `bits(seed, operand, row * 0x10001 + column) % 5 == 0`.
[[nodiscard]] bool is_special(const Fill& fill, Operand operand, std::int64_t row,
                              std::int64_t column);

/// The special value: NaN or +Inf. A complex special element holds it in its real component only;
/// its imaginary component keeps the small integer.
[[nodiscard]] double special_value(const Fill& fill);

/// Fills `count` components (floats or doubles by `component_bytes`) of an arena whose guarded end
/// is its last byte (kEnd) or its first (kFront); `skipped` components lie between these and that
/// end. Special elements depend on the shape, so the fills that have them get their small integers
/// here and nothing more.
void fill_components(void* start, std::size_t count, int component_bytes, const Fill& fill,
                     Operand operand, Guard guard, std::size_t skipped = 0);

/// Overwrites `count` components of an arena with the sentinel.
void fill_sentinel(void* arena, std::size_t count, int component_bytes);

/// Puts NaN or Inf at the special elements of an operand that already holds the rest.
void fill_special(void* start, const Shape& shape, ElementType element, const Fill& fill,
                  Operand operand);

/// The whole extent of an operand, elements between its columns included; `sentinel` instead of the
/// fill's components where C is written without being read. Then the special elements. `start` need
/// not be aligned. Precondition: `extent_elements(shape)` has a value; nothing is written if not.
void fill_operand(void* start, const Shape& shape, ElementType element, const Fill& fill,
                  Operand operand, Guard guard, bool sentinel);

}  // namespace gemmcheck
