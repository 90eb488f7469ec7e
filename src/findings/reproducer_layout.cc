// Where the worker lays the operands, computed again for a program of its own.
#include <algorithm>
#include <cstdlib>

#include "call/extents.h"
#include "findings/reproducer_parts.h"

namespace gemmcheck::reproducer {
namespace {

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
  const int element_bytes = api_info(call.api).element.bytes();
  const bool fits = reach_of(shape, element_bytes, &reach);
  if (fits && reach.before + reach.after <= kCachedBytes) return reach;
  if (has_faulty_sizes(call)) {
    exact = false;
    return {0, kTokenBytes};
  }
  return is_touched(call, operand) ||
                 can_be_held(shape, element_bytes, pointer_of(call, operand).offset)
             ? reach
             : Reach{};
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
  std::int64_t room = round_up(bytes, kPageBytes);
  std::int64_t pointer = front ? whole.before : room - whole.after;
  if (offset != 0 && front) {
    pointer = round_up(std::max<std::int64_t>(0, whole.before - offset), kBaseAlignment) + offset;
    room = round_up(pointer + whole.after + kBaseAlignment, kPageBytes);
  } else if (offset != 0) {
    const std::int64_t aligned =
        round_up(std::max<std::int64_t>(0, whole.after + offset), kBaseAlignment);
    room = round_up(aligned + std::abs(offset) + whole.before + kBaseAlignment, kPageBytes);
    pointer = room - aligned + offset;
  }
  layout.room = static_cast<std::size_t>(room);
  layout.lowest = static_cast<std::size_t>(pointer - whole.before);
  layout.components = static_cast<std::size_t>(bytes / component);
  layout.origin = static_cast<std::size_t>(whole.before / component);
}

// The pages of an operand that spans much, which are all that the worker makes accessible of it.
// `reaches` are those of the operands that lie in its memory, counted from their own pointers.
void lay_pages(const Call& call, Operand owner, const std::array<Reach, 3>& reaches,
               Layout& layout) {
  const ElementType element = api_info(call.api).element;
  const std::int64_t component = element.component_bytes;
  const std::int64_t bytes = static_cast<std::int64_t>(layout.components) * component;
  if (bytes == 0 || !is_far({0, bytes}, pointer_of(call, owner).offset)) return;
  const auto lowest = static_cast<std::int64_t>(layout.lowest);
  const std::int64_t pointer = lowest + static_cast<std::int64_t>(layout.origin) * component;
  std::vector<Stretch> needed = {{lowest, lowest + 1}, {lowest + bytes - 1, lowest + bytes}};
  for (const Operand user : kOperands) {
    const Owner its = owner_of(call, user);
    if (its.operand != owner) continue;
    // What has too many columns was not made.
    if (!append_needed(operand_shape(call, user), element.bytes(), reaches[index(user)],
                       pointer + its.offset, needed)) {
      return;
    }
  }
  layout.pages = pages_of(std::move(needed));
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
    lay_pages(call, operand, reaches, layout);
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
