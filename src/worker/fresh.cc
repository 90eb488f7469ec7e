#include "worker/fresh.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "call/api.h"
#include "call/extents.h"
#include "reference/contents.h"

namespace gemmcheck {
namespace {

// As far as an offset may have moved the operand from where it would have been.
constexpr std::ptrdiff_t kMargin = 256;
constexpr std::byte kMarginByte{0xa5};
constexpr auto kMarginBytes = [] {
  std::array<std::byte, kMargin> margin{};
  margin.fill(kMarginByte);
  return margin;
}();

std::int64_t aligned(std::int64_t bytes) {
  return (std::max<std::int64_t>(0, bytes) + kBaseAlignment - 1) / kBaseAlignment * kBaseAlignment;
}

std::byte* place(const Arena& arena, Guard guard, const Reach& whole, std::int64_t offset) {
  if (offset == 0) return arena.flush(guard, whole.bytes()) + whole.before;
  // Aligned but for the offset, counted from the guarded end, which is aligned as well.
  if (guard == Guard::kFront) return arena.begin() + aligned(whole.before - offset) + offset;
  return arena.end() - aligned(whole.after + offset) + offset;
}

}  // namespace

Expected<FreshOperand> FreshOperand::create() {
  auto near = Arena::reserve(kNearBytes);
  if (!near) return tl::make_unexpected(near.error());
  auto before = Arena::reserve(kNearBytes);
  if (!before) return tl::make_unexpected(before.error());
  FreshOperand operand;
  operand.near_ = std::move(*near);
  operand.near_before_ = std::move(*before);
  return operand;
}

void FreshOperand::clear() {
  pointer_ = nullptr;
}

std::string_view FreshOperand::lay(const Call& call, Operand operand, Reach whole, bool fixed,
                                   std::vector<Stretch> needed) {
  const ElementType element = api_info(call.api).element;
  const std::int64_t component = element.component_bytes;
  whole.before = (whole.before + component - 1) / component * component;
  whole.after = (whole.after + component - 1) / component * component;
  const std::int64_t offset = pointer_of(call, operand).offset;
  is_far_ = is_far(whole, offset);
  sealed_ = false;
  if (is_far_) {
    static_assert(kLargestSpan == std::int64_t{1} << 42, "as the text says");
    if (room_for(whole, offset) > kLargestSpan) {
      return "an operand spans more than the 4 TiB that the worker gives";
    }
    if (const std::string_view why = reserve(); !why.empty()) return why;
  }
  sealed_ = is_far_ && fixed;
  reach_ = whole;
  pointer_ = place(arena(), guard_of(call), whole, offset);
  if (is_far_) {
    if (const std::string_view why = open(std::move(needed)); !why.empty()) {
      give_back();
      return why;
    }
  } else {
    parts_.assign(1, {near_.begin(), near_.end()});
  }
  for (const Part& part : parts_) fill(call, operand, part);
  const Shape shape = operand_shape(call, operand);
  Reach reach;
  if (reach_of(shape, element.bytes(), &reach) && reach.before <= whole.before &&
      reach.after <= whole.after) {
    fill_special(pointer_, shape, element, call.fill, operand);
  }
  for (const auto& margin : {margin_below(), margin_above()}) {
    std::memcpy(margin.data(), kMarginBytes.data(), margin.size());
  }
  if (sealed_) {
    for (const Stretch& pages : pages_) far_.seal(pages);
    return {};
  }
  for (const Part& part : parts_) {
    const auto [begin, end] = contents(part);
    if (begin < end) std::memcpy(before(begin), begin, static_cast<std::size_t>(end - begin));
  }
  return {};
}

// Addresses are kept from call to call; to give them back takes longer than all the rest. But the
// tables that the kernel makes for them add up.
std::string_view FreshOperand::reserve() {
  constexpr int kMostUses = 256;
  const bool fresh = far_uses_ % kMostUses == 0;
  ++far_uses_;
  for (Arena* arena : {&far_, &far_before_}) {
    if (!fresh && arena->begin() != nullptr) continue;
    *arena = Arena();
    auto reserved = Arena::reserve_shut(kLargestSpan);
    if (!reserved) return "there are not enough addresses for an operand";
    *arena = std::move(*reserved);
  }
  return {};
}

// Makes the pages of what is needed accessible.
std::string_view FreshOperand::open(std::vector<Stretch> needed) {
  if (reach_.bytes() != 0) {
    // The ends, which rounding to components may have moved.
    needed.push_back({-reach_.before, 1 - reach_.before});
    needed.push_back({reach_.after - 1, reach_.after});
  }
  const std::int64_t start = pointer_ - far_.begin();
  for (Stretch& one : needed) one = {start + one.begin, start + one.end};
  const std::vector<Stretch> pages = pages_of(std::move(needed));
  std::int64_t bytes = 0;
  for (const Stretch& stretch : pages) bytes += stretch.bytes();
  static_assert(kLargestBytes == std::int64_t{64} << 20, "as the text says");
  if (bytes > kLargestBytes) return "an operand needs more than the 64 MiB that the worker gives";
  parts_.clear();
  for (const Stretch& stretch : pages) {
    pages_.push_back(stretch);
    if (!far_.open(stretch) || (!sealed_ && !far_before_.open(stretch))) {
      return "there is not enough memory for an operand";
    }
    parts_.push_back({far_.begin() + stretch.begin, far_.begin() + stretch.end});
  }
  return {};
}

FreshOperand::Range FreshOperand::contents(const Part& part) const {
  return {lowest() + std::max<std::ptrdiff_t>(0, part.begin - lowest()),
          highest() - std::max<std::ptrdiff_t>(0, highest() - part.end)};
}

void FreshOperand::fill(const Call& call, Operand operand, const Part& part) {
  const int component = api_info(call.api).element.component_bytes;
  auto [begin, end] = contents(part);
  // Whole components only: the rest of one may lie in a page that is not there.
  begin = lowest() + (begin - lowest() + component - 1) / component * component;
  if (begin >= end) return;
  const auto count = static_cast<std::size_t>((end - begin) / component);
  if (operand == Operand::kC && wants_sentinel(call)) {
    fill_sentinel(begin, count, component);
    return;
  }
  const Guard guard = guard_of(call);
  const std::ptrdiff_t skipped =
      guard == Guard::kFront ? (begin - lowest()) / component
                             : (highest() - begin) / component - static_cast<std::ptrdiff_t>(count);
  fill_components(begin, count, component, call.fill, operand, guard,
                  static_cast<std::size_t>(skipped));
}

std::span<std::byte> FreshOperand::margin_below() const {
  if (parts_.empty()) return {};
  const std::ptrdiff_t bytes = std::min(kMargin, lowest() - parts_.front().begin);
  return {lowest() - bytes, static_cast<std::size_t>(bytes)};
}

std::span<std::byte> FreshOperand::margin_above() const {
  if (parts_.empty()) return {};
  return {highest(), static_cast<std::size_t>(std::min(kMargin, parts_.back().end - highest()))};
}

bool FreshOperand::margins_intact() const {
  const auto intact = [](std::span<const std::byte> margin) {
    return same_bytes(margin.data(), kMarginBytes.data(), margin.size());
  };
  return intact(margin_below()) && intact(margin_above());
}

bool FreshOperand::holds(const void* address) const {
  return std::any_of(parts_.begin(), parts_.end(),
                     [&](const Part& part) { return address >= part.begin && address < part.end; });
}

std::span<const Part> FreshOperand::parts() const {
  if (!is_far_) return {};
  return parts_;
}

void FreshOperand::give_back() {
  for (const Stretch& pages : pages_) {
    far_.shut(pages);
    if (!sealed_) far_before_.shut(pages);
  }
  pages_.clear();
  pointer_ = nullptr;
}

}  // namespace gemmcheck
