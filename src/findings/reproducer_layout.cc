// Where the worker lays the operands, computed again for a program of its own.
#include <algorithm>
#include <cstdlib>

#include "call/extents.h"
#include "findings/reproducer_parts.h"

namespace gemmcheck::reproducer {
namespace {

constexpr std::int64_t kPage = 4096;
constexpr std::int64_t kBaseAlignment = 256;
constexpr std::int64_t kCachedBytes = 256 << 10;
constexpr std::int64_t kTokenBytes = 4096;
constexpr std::array kOperands = {Operand::kA, Operand::kB, Operand::kC};

constexpr std::size_t index(Operand operand) {
  return static_cast<std::size_t>(operand);
}

std::int64_t round_up(std::int64_t value, std::int64_t unit) {
  return (value + unit - 1) / unit * unit;
}

const Pointer& pointer_of(const Call& call, Operand operand) {
  return operand == Operand::kA ? call.A : operand == Operand::kB ? call.B : call.C;
}

std::int64_t ld_of(const Call& call, Operand operand) {
  return operand == Operand::kA ? call.lda : operand == Operand::kB ? call.ldb : call.ldc;
}

// Bytes before and after the pointer that the columns touch.
struct Reach {
  std::int64_t before = 0;
  std::int64_t after = 0;
};

bool reach_of(const Shape& shape, int element_bytes, Reach& reach) {
  if (shape.rows == 0 || shape.columns == 0) return true;
  std::int64_t last = 0;
  std::int64_t after = shape.rows;
  std::int64_t sum = 0;
  return !__builtin_mul_overflow(shape.ld, shape.columns - 1, &last) &&
         !(last > 0 && __builtin_add_overflow(last, after, &after)) &&
         !__builtin_mul_overflow(after, element_bytes, &reach.after) &&
         !__builtin_mul_overflow(std::min<std::int64_t>(last, 0), -element_bytes, &reach.before) &&
         !__builtin_add_overflow(reach.before, reach.after, &sum);
}

bool has_faulty_sizes(const Call& call) {
  return call.m < 0 || call.n < 0 || call.k < 0 ||
         std::ranges::any_of(kOperands, [&](Operand operand) {
           return ld_of(call, operand) < std::max<std::int64_t>(1, ld_rows(call, operand));
         });
}

bool is_touched(const Call& call, Operand operand) {
  if (call.m <= 0 || call.n <= 0) return false;
  return operand == Operand::kC || has_product(call);
}

// What the operand gets; `exact` is cleared where that is not what the call describes.
Reach given(const Call& call, Operand operand, bool& exact) {
  const Shape shape = operand_shape(call, operand);
  exact = exact && (shape.rows == 0 || shape.columns <= 1 || shape.ld >= shape.rows);
  Reach reach;
  const bool fits = reach_of(shape, api_info(call.api).element.bytes(), reach);
  if (fits && reach.before + reach.after <= kCachedBytes) return reach;
  if (has_faulty_sizes(call)) {
    exact = false;
    return {0, kTokenBytes};
  }
  return is_touched(call, operand) ? reach : Reach{};
}

// Whose memory an operand lies in, and how far from its pointer.
struct Owner {
  Operand operand;
  std::int64_t offset = 0;
};
Owner owner_of(const Call& call, Operand operand) {
  Owner owner{operand};
  for (int step = 0; step < 3; ++step) {
    const Pointer& pointer = pointer_of(call, owner.operand);
    if (pointer.kind != PointerKind::kAlias || pointer.alias == Operand::kNone) break;
    owner.offset += pointer.offset;
    owner.operand = pointer.alias;
  }
  return owner;
}

void lay(const Call& call, Operand operand, const Reach& whole, Layout& layout) {
  const int component = api_info(call.api).element.component_bytes;
  const std::int64_t offset = pointer_of(call, operand).offset;
  const std::int64_t bytes = whole.before + whole.after;
  const bool front = call.guard == static_cast<std::int32_t>(Guard::kFront);
  std::int64_t room = round_up(bytes, kPage);
  std::int64_t pointer = front ? whole.before : room - whole.after;
  if (offset != 0 && front) {
    pointer = round_up(std::max<std::int64_t>(0, whole.before - offset), kBaseAlignment) + offset;
    room = round_up(pointer + whole.after + kBaseAlignment, kPage);
  } else if (offset != 0) {
    const std::int64_t aligned =
        round_up(std::max<std::int64_t>(0, whole.after + offset), kBaseAlignment);
    room = round_up(aligned + std::abs(offset) + whole.before + kBaseAlignment, kPage);
    pointer = room - aligned + offset;
  }
  layout.room = static_cast<std::size_t>(room);
  layout.lowest = static_cast<std::size_t>(pointer - whole.before);
  layout.components = static_cast<std::size_t>(bytes / component);
  layout.origin = static_cast<std::size_t>(whole.before / component);
}

}  // namespace

Placement place(const Call& call) {
  constexpr char kNames[] = "ABC";
  const int component = api_info(call.api).element.component_bytes;
  Placement placement;
  std::array<Reach, 3> reaches;
  for (const Operand operand : kOperands)
    reaches[index(operand)] = given(call, operand, placement.exact);

  for (const Operand operand : kOperands) {
    const Owner owner = owner_of(call, operand);
    if (owner.offset % component != 0) placement.exact = false;
    Layout& layout = placement.operands[index(operand)];
    const bool null = pointer_of(call, owner.operand).kind == PointerKind::kNull;
    layout.owner = owner.operand;
    layout.own = owner.operand == operand && !null;
    if (null) {
      layout.pointer = owner.offset == 0 ? "NULL" : "(char *)" + std::to_string(owner.offset);
    } else if (owner.operand != operand) {
      layout.pointer = std::string(1, kNames[index(owner.operand)]) + ".data" +
                       (owner.offset < 0 ? " - " : " + ") + std::to_string(std::abs(owner.offset));
    }
    if (!layout.own) continue;
    Reach whole;
    for (const Operand user : kOperands) {
      const Owner its = owner_of(call, user);
      if (its.operand != operand) continue;
      whole.before = std::max(whole.before, reaches[index(user)].before - its.offset);
      whole.after = std::max(whole.after, reaches[index(user)].after + its.offset);
    }
    whole.before = round_up(whole.before, component);
    whole.after = round_up(whole.after, component);
    lay(call, operand, whole, layout);
  }
  for (const Operand operand : kOperands) {
    const Owner owner = owner_of(call, operand);
    if (owner.operand == operand) continue;
    placement.operands[index(operand)].origin = placement.operands[index(owner.operand)].origin +
                                                static_cast<std::size_t>(owner.offset / component);
  }
  return placement;
}

}  // namespace gemmcheck::reproducer
