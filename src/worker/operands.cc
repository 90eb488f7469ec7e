#include "worker/operands.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "call/api.h"
#include "call/extents.h"
#include "reference/contents.h"

namespace gemmcheck {
namespace {

constexpr std::int64_t kBaseAlignment = 256;
// Around operands that are filled anew: as far as an offset may have moved them.
constexpr std::ptrdiff_t kSlowMargin = 256;
constexpr std::byte kMarginByte{0xa5};
constexpr auto kMargin = [] {
  std::array<std::byte, kSlowMargin> margin{};
  margin.fill(kMarginByte);
  return margin;
}();
constexpr std::size_t kGiveBack = std::size_t{1} << 20;

// Raw values other than the enumerators count as the default.
Guard guard_of(const Call& call) {
  return call.guard == static_cast<std::int32_t>(Guard::kFront) ? Guard::kFront : Guard::kEnd;
}

const Pointer& pointer_of(const Call& call, Operand operand) {
  switch (operand) {
    case Operand::kA:
      return call.A;
    case Operand::kB:
      return call.B;
    default:
      return call.C;
  }
}

bool ordinary(const Pointer& pointer) {
  static constexpr Pointer kOrdinary;
  return std::memcmp(&pointer, &kOrdinary, sizeof(Pointer)) == 0;
}

Expected<void> reserve(Arena* arena, std::size_t bytes) {
  auto reserved = Arena::reserve(bytes);
  if (!reserved) return tl::make_unexpected(reserved.error());
  *arena = std::move(*reserved);
  return {};
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
  for (const Operand operand : kOperands) {
    for (Arena* arena : {&memory.slow_[index(operand)], &memory.slow_before_[index(operand)]}) {
      // Room for two operands that share memory, and for offsets.
      if (auto made = reserve(arena, 2 * kLargestBytes); !made) {
        return tl::make_unexpected(made.error());
      }
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
  } else if (!is_touched(call, operand)) {
    reach = {};
  } else if (!finite || reach.bytes() > kLargestBytes) {
    static_assert(kLargestBytes == std::size_t{64} << 20, "as the text says");
    placement_.not_made = "an operand spans more than the 64 MiB that the worker gives";
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
    place_slowly(call);
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
void OperandMemory::place_slowly(const Call& call) {
  const int component = api_info(call.api).element.component_bytes;
  // Whose memory each operand is, and how far into it.
  std::array<Operand, 3> owners = kOperands;
  std::array<std::int64_t, 3> offsets{};
  for (const Operand operand : kOperands) {
    Operand& owner = owners[index(operand)];
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
    if (offsets[index(operand)] % component != 0) placement_.exact = false;
  }
  const auto shares = [&](Operand x) { return owners[index(x)] == owners[index(Operand::kC)]; };
  placement_.c_in_a = shares(Operand::kA);
  placement_.c_in_b = shares(Operand::kB);

  for (const Operand owner : kOperands) {
    arenas_[index(owner)] = nullptr;
    slow_pointer_[index(owner)] = nullptr;
    Reach whole;
    for (const Operand operand : kOperands) {
      if (owners[index(operand)] != owner) continue;
      const std::int64_t offset = offsets[index(operand)];
      whole.before = std::max(whole.before, placement_[operand].reach.before - offset);
      whole.after = std::max(whole.after, placement_[operand].reach.after + offset);
    }
    if (owners[index(owner)] != owner || pointer_of(call, owner).kind == PointerKind::kNull) {
      continue;
    }
    whole.before = (whole.before + component - 1) / component * component;
    whole.after = (whole.after + component - 1) / component * component;
    if (whole.bytes() + 2 * kBaseAlignment > slow_[index(owner)].bytes()) {
      placement_.not_made =
          "operands that share memory span more than the 128 MiB that the worker gives";
      return;
    }
    lay(call, owner, whole);
  }
  for (const Operand operand : kOperands) {
    const std::size_t owner = index(owners[index(operand)]);
    const std::int64_t offset = offsets[index(operand)];
    Placed& placed = placement_[operand];
    if (slow_pointer_[owner] == nullptr) {
      if (offset != 0) placement_.exact = false;
      placed = {reinterpret_cast<std::byte*>(offset), {}, nullptr};
      continue;
    }
    placed.pointer = slow_pointer_[owner] + offset;
    placed.before = slow_before_[owner].begin() + (placed.lowest() - slow_[owner].begin());
    arenas_[index(operand)] = &slow_[owner];
  }
}

// Places and fills the memory of one operand, and of those that share it.
void OperandMemory::lay(const Call& call, Operand operand, const Reach& whole) {
  const ElementType element = api_info(call.api).element;
  const std::int64_t offset = pointer_of(call, operand).offset;
  Arena& arena = slow_[index(operand)];
  std::byte* pointer = nullptr;
  if (offset == 0) {
    pointer = arena.flush(guard_of(call), whole.bytes()) + whole.before;
  } else if (guard_of(call) == Guard::kFront) {
    const std::int64_t room = std::max<std::int64_t>(0, whole.before - offset);
    pointer =
        arena.begin() + (room + kBaseAlignment - 1) / kBaseAlignment * kBaseAlignment + offset;
  } else {
    // Counted from the end, which is aligned as well.
    const std::int64_t room = std::max<std::int64_t>(0, whole.after + offset);
    pointer = arena.end() - (room + kBaseAlignment - 1) / kBaseAlignment * kBaseAlignment + offset;
  }
  slow_pointer_[index(operand)] = pointer;
  slow_reach_[index(operand)] = whole;

  std::byte* const lowest = pointer - whole.before;
  const std::size_t count = whole.bytes() / element.component_bytes;
  if (operand == Operand::kC && wants_sentinel(call)) {
    fill_sentinel(lowest, count, element.component_bytes);
  } else {
    fill_components(lowest, count, element.component_bytes, call.fill, operand, guard_of(call));
  }
  const Shape shape = operand_shape(call, operand);
  Reach reach;
  if (reach_of(shape, element.bytes(), &reach) && reach.before <= whole.before &&
      reach.after <= whole.after) {
    fill_special(pointer, shape, element, call.fill, operand);
  }
  std::memcpy(slow_before_[index(operand)].begin() + (lowest - arena.begin()), lowest,
              whole.bytes());
  const auto below = std::min(kSlowMargin, lowest - arena.begin());
  const auto above = std::min(kSlowMargin, arena.end() - pointer - whole.after);
  std::memcpy(lowest - below, kMargin.data(), static_cast<std::size_t>(below));
  std::memcpy(pointer + whole.after, kMargin.data(), static_cast<std::size_t>(above));
}

bool OperandMemory::margins_intact(Operand operand) const {
  const Arena& arena = slow_[index(operand)];
  const std::byte* lowest = slow_pointer_[index(operand)] - slow_reach_[index(operand)].before;
  const std::byte* end = slow_pointer_[index(operand)] + slow_reach_[index(operand)].after;
  const std::ptrdiff_t below = std::min(kSlowMargin, lowest - arena.begin());
  const std::ptrdiff_t above = std::min(kSlowMargin, arena.end() - end);
  return same_bytes(lowest - below, kMargin.data(), static_cast<std::size_t>(below)) &&
         same_bytes(end, kMargin.data(), static_cast<std::size_t>(above));
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
  check_memory(call, operands, ending == Ending::kRefused, observation);
}

void OperandMemory::settle(const Call& call, Ending ending, Observation& observation) {
  judge(call, ending, observation);
  if (live_ != nullptr) {
    settle_cached(ending, observation);
  } else {
    settle_slow(observation);
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

void OperandMemory::settle_slow(Observation& observation) {
  for (const Operand operand : kOperands) {
    if (slow_pointer_[index(operand)] == nullptr) continue;
    if (!margins_intact(operand)) {
      observation.effects |= kEffectOutsideWrite;
      observation.operand = operand;
    }
    if (slow_reach_[index(operand)].bytes() > kGiveBack) {
      for (const Arena* arena : {&slow_[index(operand)], &slow_before_[index(operand)]}) {
        madvise(arena->begin(), arena->bytes(), MADV_DONTNEED);
      }
    }
  }
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
  return operand != Operand::kNone && !arenas_[index(operand)]->holds(address);
}

}  // namespace gemmcheck
