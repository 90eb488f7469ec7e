#include "worker/operands.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "call/api.h"
#include "call/extents.h"
#include "reference/contents.h"

namespace gemmcheck {
namespace {

bool ordinary(const Pointer& pointer) {
  static constexpr Pointer kOrdinary;
  return std::memcmp(&pointer, &kOrdinary, sizeof(Pointer)) == 0;
}

template <typename T>
Expected<void> keep(Expected<T> made, T* to) {
  if (!made) return tl::make_unexpected(made.error());
  *to = std::move(*made);
  return {};
}

}  // namespace

Expected<OperandMemory> OperandMemory::create() {
  OperandMemory memory;
  for (const int width : {0, 1}) {
    const int component_bytes = width == 0 ? 4 : 8;
    for (const Guard guard : {Guard::kEnd, Guard::kFront}) {
      const auto side = static_cast<std::size_t>(guard);
      for (auto& made :
           {keep(FixedArena::reserve(kCachedBytes, Operand::kA, component_bytes, guard),
                 &memory.a_[width][side]),
            keep(FixedArena::reserve(kCachedBytes, Operand::kB, component_bytes, guard),
                 &memory.b_[width][side]),
            keep(LiveArena::reserve(kCachedBytes, component_bytes, guard, false),
                 &memory.integer_c_[width][side]),
            keep(LiveArena::reserve(kCachedBytes, component_bytes, guard, true),
                 &memory.sentinel_c_[width][side])}) {
        if (!made) return tl::make_unexpected(made.error());
      }
    }
  }
  for (FreshOperand& fresh : memory.fresh_) {
    if (auto made = keep(FreshOperand::create(), &fresh); !made) {
      return tl::make_unexpected(made.error());
    }
  }
  return memory;
}

// Settles what an operand is given whose reach is out of the ordinary. False if the call cannot be
// made.
bool OperandMemory::measure(const Call& call, Operand operand, bool finite) {
  Reach& reach = placement_[operand].reach;
  if (!may_be_accepted(call)) {
    reach = {0, kTokenBytes};
    placement_.exact = false;
  } else if (!is_touched(call, operand) &&
             !can_be_held(operand_shape(call, operand), api_info(call.api).element.bytes(),
                          pointer_of(call, operand).offset)) {
    // As good as any, since nobody looks; but where there can be memory, there is.
    reach = {};
  } else if (!finite) {
    placement_.not_made = "an operand spans more than 64 bits hold";
    return false;
  }
  return true;
}

const Placement& OperandMemory::place(const Call& call) {
  placement_.exact = true;
  placement_.c_in_a = placement_.c_in_b = false;
  placement_.not_made = {};
  live_ = nullptr;

  const int element_bytes = api_info(call.api).element.bytes();
  const std::array<Shape, 3> shapes = operand_shapes(call);
  bool cached =
      call.fill.kind == FillKind::kInt && ordinary(call.A) && ordinary(call.B) && ordinary(call.C);
  for (const Operand operand : kOperands) {
    const Shape& shape = shapes[index(operand)];
    Reach& reach = placement_[operand].reach;
    placement_.exact &= is_well_shaped(shape);
    const bool finite = reach_of(shape, element_bytes, &reach);
    if (!finite || reach.bytes() > kCachedBytes) [[unlikely]] {
      if (!measure(call, operand, finite)) return placement_;
      cached &= reach.bytes() <= kCachedBytes;
    }
  }
  if (cached) {
    place_cached(call);
  } else {
    place_fresh(call);
  }
  return placement_;
}

void OperandMemory::place_cached(const Call& call) {
  const std::size_t width = api_info(call.api).element.component_bytes == 8 ? 1 : 0;
  const auto side = static_cast<std::size_t>(guard_of(call));
  const std::uint32_t seed = call.fill.seed;
  const auto place_factor = [&](Operand operand, FixedArena& arena) {
    Placed& placed = placement_[operand];
    // Read-only memory: the library gets it as it would get any, and faults if it writes.
    auto* lowest = const_cast<std::byte*>(arena.provide(seed, placed.reach.bytes()));
    placed.pointer = lowest + placed.reach.before;
    placed.before = nullptr;
    arenas_[index(operand)] = &arena.arena();
  };
  place_factor(Operand::kA, a_[width][side]);
  place_factor(Operand::kB, b_[width][side]);
  live_ = &(wants_sentinel(call) ? sentinel_c_ : integer_c_)[width][side];
  Placed& c = placement_[Operand::kC];
  std::byte* lowest = live_->provide(seed, c.reach.bytes());
  c.pointer = lowest + c.reach.before;
  c.before = live_->before(lowest);
  arenas_[index(Operand::kC)] = &live_->arena();
}

// Pointers that are null, offset or shared, contents other than integers, large operands.
void OperandMemory::place_fresh(const Call& call) {
  const ElementType element = api_info(call.api).element;
  // How far into its owner's memory each operand lies.
  std::array<std::int64_t, 3> offsets{};
  owners_ = kOperands;
  for (const Operand operand : kOperands) {
    Operand& owner = owners_[index(operand)];
    for (int step = 0; pointer_of(call, owner).kind == PointerKind::kAlias; ++step) {
      const Pointer& pointer = pointer_of(call, owner);
      if (step == 3 || pointer.alias == Operand::kNone) {
        placement_.not_made = "operands share memory in a circle";
        return;
      }
      offsets[index(operand)] += pointer.offset;
      owner = pointer.alias;
    }
    // Elements that lie across two components are no integers any more.
    if (offsets[index(operand)] % element.component_bytes != 0) placement_.exact = false;
  }
  const auto shares = [&](Operand x) { return owners_[index(x)] == owners_[index(Operand::kC)]; };
  placement_.c_in_a = shares(Operand::kA);
  placement_.c_in_b = shares(Operand::kB);

  for (const Operand owner : kOperands) {
    fresh_[index(owner)].clear();
    if (owners_[index(owner)] != owner || pointer_of(call, owner).kind == PointerKind::kNull) {
      continue;
    }
    Reach whole;
    for (const Operand operand : kOperands) {
      if (owners_[index(operand)] != owner) continue;
      const std::int64_t offset = offsets[index(operand)];
      whole.before = std::max(whole.before, placement_[operand].reach.before - offset);
      whole.after = std::max(whole.after, placement_[operand].reach.after + offset);
    }
    std::vector<Stretch> needed;
    if (is_far(whole, pointer_of(call, owner).offset)) {
      for (const Operand operand : kOperands) {
        if (owners_[index(operand)] != owner) continue;
        if (append_needed(operand_shape(call, operand), element.bytes(), placement_[operand].reach,
                          offsets[index(operand)], needed)) {
          continue;
        }
        static_assert(kMostColumns == 4096, "as the text says");
        placement_.not_made = "an operand has more than 4096 columns that lie far apart";
        return give_back();
      }
    }
    const bool fixed = owner != owners_[index(Operand::kC)];
    placement_.not_made = fresh_[index(owner)].lay(call, owner, whole, fixed, std::move(needed));
    if (!placement_.not_made.empty()) return give_back();
  }
  for (const Operand operand : kOperands) {
    const FreshOperand& fresh = fresh_[index(owners_[index(operand)])];
    const std::int64_t offset = offsets[index(operand)];
    Placed& placed = placement_[operand];
    arenas_[index(operand)] = nullptr;
    if (fresh.pointer() == nullptr) {
      if (offset != 0) placement_.exact = false;
      placed = {reinterpret_cast<std::byte*>(offset), {}, nullptr};
      continue;
    }
    placed.pointer = fresh.pointer() + offset;
    placed.before = fresh.before(placed.lowest());
    arenas_[index(operand)] = &fresh.arena();
  }
}

void OperandMemory::judge(const Call& call, Ending ending, Observation& observation) const {
  if (ending == Ending::kUnclear || (ending == Ending::kAccepted && !placement_.exact)) return;
  const Placed& a = placement_[Operand::kA];
  const Placed& b = placement_[Operand::kB];
  const Placed& c = placement_[Operand::kC];
  // The common refusal: there is nothing to say.
  if (ending == Ending::kRefused && live_ != nullptr &&
      same_bytes(c.lowest(), c.before, c.reach.bytes())) {
    return;
  }
  Operands operands;
  operands.a = a.lowest();
  operands.b = b.lowest();
  operands.c = c.lowest();
  operands.c_before = c.before;
  // What C wrote is C's to answer for.
  operands.a_before = placement_.c_in_a ? nullptr : a.before;
  operands.b_before = placement_.c_in_b ? nullptr : b.before;
  operands.a_bytes = static_cast<std::int64_t>(a.reach.bytes());
  operands.b_bytes = static_cast<std::int64_t>(b.reach.bytes());
  operands.c_bytes = static_cast<std::int64_t>(c.reach.bytes());
  if (live_ == nullptr) {
    operands.a_parts = fresh_[index(owners_[0])].parts();
    operands.b_parts = fresh_[index(owners_[1])].parts();
    operands.c_parts = fresh_[index(owners_[2])].parts();
  }
  check_memory(call, operands, ending == Ending::kRefused, observation);
}

void OperandMemory::settle(const Call& call, Ending ending, Observation& observation) {
  judge(call, ending, observation);
  if (live_ != nullptr) {
    settle_cached(ending, observation);
  } else {
    settle_fresh(observation);
  }
}

void OperandMemory::settle_cached(Ending ending, Observation& observation) {
  const std::size_t bytes = placement_[Operand::kC].reach.bytes();
  if (!live_->margin_intact(bytes)) {
    observation.effects |= kEffectOutsideWrite;
    observation.operand = Operand::kC;
  }
  const bool judged =
      ending == Ending::kRefused || (ending == Ending::kAccepted && placement_.exact);
  if (!judged || observation.effects != 0) {
    live_->restore_all();
  } else if (ending == Ending::kAccepted) {
    live_->restore(bytes);
  }
}

void OperandMemory::settle_fresh(Observation& observation) {
  for (const Operand operand : kOperands) {
    const FreshOperand& fresh = fresh_[index(operand)];
    if (fresh.pointer() == nullptr || fresh.margins_intact()) continue;
    observation.effects |= kEffectOutsideWrite;
    observation.operand = operand;
  }
  give_back();
}

void OperandMemory::give_back() {
  arenas_ = {};
  for (FreshOperand& fresh : fresh_) fresh.give_back();
}

Operand OperandMemory::owner(const void* address) const {
  for (const Operand operand : kOperands) {
    const Arena* arena = arenas_[index(operand)];
    if (arena != nullptr && arena->owns(address)) return operand;
  }
  return Operand::kNone;
}

bool OperandMemory::in_guard(const void* address) const {
  const Operand operand = owner(address);
  if (operand == Operand::kNone) return false;
  if (live_ != nullptr) return !arenas_[index(operand)]->holds(address);
  return !fresh_[index(owners_[index(operand)])].holds(address);
}

}  // namespace gemmcheck
