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

constexpr std::array<Operand, 3> kOperands = {Operand::kA, Operand::kB, Operand::kC};
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

constexpr std::size_t index(Operand operand) {
  return static_cast<std::size_t>(operand);
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

std::int64_t ld_of(const Call& call, Operand operand) {
  switch (operand) {
    case Operand::kA:
      return call.lda;
    case Operand::kB:
      return call.ldb;
    default:
      return call.ldc;
  }
}

bool ordinary(const Pointer& pointer) {
  static constexpr Pointer kOrdinary;
  return std::memcmp(&pointer, &kOrdinary, sizeof(Pointer)) == 0;
}

bool is_zero(const Scalar& scalar, ElementType element) {
  const auto zero = [&](double value) {
    return element.component_bytes == 8 ? value == 0 : static_cast<float>(value) == 0;
  };
  return zero(scalar.re) && (!element.complex || zero(scalar.im));
}

// Whether the sizes and leading dimensions leave the library no reason to refuse the call. That is
// not for the worker to predict; it decides only who gets memory that is too large to give to all.
bool may_be_accepted(const Call& call) {
  if (call.m < 0 || call.n < 0 || call.k < 0) return false;
  return std::all_of(kOperands.begin(), kOperands.end(), [&](Operand operand) {
    return ld_of(call, operand) >= std::max<std::int64_t>(1, ld_rows(call, operand));
  });
}

bool is_touched(const Call& call, Operand operand, ElementType element) {
  if (call.m <= 0 || call.n <= 0) return false;
  return operand == Operand::kC || (call.k > 0 && !is_zero(call.alpha, element));
}

// Columns overlap or run backwards where this is false.
bool well_shaped(const Shape& shape) {
  return shape.rows == 0 || shape.columns <= 1 || shape.ld >= shape.rows;
}

std::optional<Reach> reach_of(const Shape& shape, int element_bytes) {
  if (shape.rows == 0 || shape.columns == 0) return Reach{};
  std::int64_t last = 0;
  std::int64_t after = shape.rows;
  if (__builtin_mul_overflow(shape.ld, shape.columns - 1, &last)) return std::nullopt;
  if (last > 0 && __builtin_add_overflow(last, after, &after)) return std::nullopt;
  Reach reach;
  if (__builtin_mul_overflow(after, element_bytes, &reach.after) ||
      __builtin_mul_overflow(std::min<std::int64_t>(last, 0), -element_bytes, &reach.before)) {
    return std::nullopt;
  }
  std::int64_t sum = 0;
  if (__builtin_add_overflow(reach.before, reach.after, &sum)) return std::nullopt;
  return reach;
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

std::optional<Reach> reach_of(const Call& call, Operand operand) {
  return reach_of(operand_shape(call, operand), api_info(call.api).element.bytes());
}

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

const Placement& OperandMemory::place(const Call& call) {
  placement_.exact = true;
  placement_.c_in_a = placement_.c_in_b = false;
  placement_.not_made = {};
  live_ = nullptr;

  const ElementType element = api_info(call.api).element;
  std::array<Reach, 3> reaches;
  bool cached = call.fill.kind == FillKind::kInt;
  for (const Operand operand : kOperands) {
    const Shape shape = operand_shape(call, operand);
    const std::optional<Reach> reach = reach_of(shape, element.bytes());
    placement_.exact &= well_shaped(shape);
    cached &= ordinary(pointer_of(call, operand));
    if (reach && reach->bytes() <= kCachedBytes) [[likely]] {
      reaches[index(operand)] = *reach;
    } else if (!may_be_accepted(call)) {
      reaches[index(operand)] = {0, kTokenBytes};
      placement_.exact = false;
    } else if (!is_touched(call, operand, element)) {
      reaches[index(operand)] = {};
    } else if (reach && reach->bytes() <= kLargestBytes) {
      reaches[index(operand)] = *reach;
      cached = false;
    } else {
      placement_.not_made = "an operand spans more memory than the worker gives";
      return placement_;
    }
  }
  if (cached) {
    place_cached(call, reaches);
  } else {
    place_slowly(call, reaches);
  }
  return placement_;
}

void OperandMemory::place_cached(const Call& call, const std::array<Reach, 3>& reaches) {
  const std::size_t width = api_info(call.api).element.component_bytes == 8 ? 1 : 0;
  const auto side = static_cast<std::size_t>(guard_of(call));
  const std::uint32_t seed = call.fill.seed;
  for (const Operand operand : {Operand::kA, Operand::kB}) {
    FixedArena& arena = (operand == Operand::kA ? a_ : b_)[width][side];
    const Reach& reach = reaches[index(operand)];
    // Read-only memory: the library gets it as it would get any, and faults if it writes.
    auto* lowest = const_cast<std::byte*>(arena.provide(seed, reach.bytes()));
    placement_[operand] = {lowest + reach.before, reach, nullptr};
    arenas_[index(operand)] = &arena.arena();
  }
  live_ = &(wants_sentinel(call) ? sentinel_c_ : integer_c_)[width][side];
  const Reach& reach = reaches[index(Operand::kC)];
  std::byte* lowest = live_->provide(seed, reach.bytes());
  placement_[Operand::kC] = {lowest + reach.before, reach, live_->before(lowest)};
  arenas_[index(Operand::kC)] = &live_->arena();
}

// Pointers that are null, offset or shared, contents other than integers, large operands.
void OperandMemory::place_slowly(const Call& call, const std::array<Reach, 3>& reaches) {
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
      whole.before = std::max(whole.before, reaches[index(operand)].before - offset);
      whole.after = std::max(whole.after, reaches[index(operand)].after + offset);
    }
    if (owners[index(owner)] != owner || pointer_of(call, owner).kind == PointerKind::kNull) {
      continue;
    }
    whole.before = (whole.before + component - 1) / component * component;
    whole.after = (whole.after + component - 1) / component * component;
    if (whole.bytes() + 2 * kBaseAlignment > slow_[index(owner)].bytes()) {
      placement_.not_made = "operands that share memory lie too far apart";
      return;
    }
    lay(call, owner, whole);
  }
  for (const Operand operand : kOperands) {
    const std::size_t owner = index(owners[index(operand)]);
    const Reach& reach = reaches[index(operand)];
    const std::int64_t offset = offsets[index(operand)];
    if (slow_pointer_[owner] == nullptr) {
      if (offset != 0) placement_.exact = false;
      placement_[operand] = {reinterpret_cast<std::byte*>(offset), {}, nullptr};
      continue;
    }
    std::byte* const pointer = slow_pointer_[owner] + offset;
    const std::byte* const before =
        slow_before_[owner].begin() + (pointer - reach.before - slow_[owner].begin());
    placement_[operand] = {pointer, reach, before};
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
  const std::optional<Reach> reach = reach_of(shape, element.bytes());
  if (reach && reach->before <= whole.before && reach->after <= whole.after) {
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
  return std::memcmp(lowest - below, kMargin.data(), static_cast<std::size_t>(below)) == 0 &&
         std::memcmp(end, kMargin.data(), static_cast<std::size_t>(above)) == 0;
}

void OperandMemory::judge(const Call& call, Ending ending, Observation& observation) const {
  if (ending == Ending::kUnclear || (ending == Ending::kAccepted && !placement_.exact)) return;
  const Placed& a = placement_[Operand::kA];
  const Placed& b = placement_[Operand::kB];
  const Placed& c = placement_[Operand::kC];
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
    const std::size_t bytes = placement_[Operand::kC].reach.bytes();
    if (!live_->margin_intact(bytes)) {
      observation.effects |= kEffectOutsideWrite;
      observation.operand = Operand::kC;
    }
    if (observation.effects != 0 || (ending == Ending::kAccepted && !placement_.exact) ||
        ending == Ending::kUnclear) {
      live_->restore_all();
    } else if (ending == Ending::kAccepted) {
      live_->restore(bytes);
    }
    return;
  }
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

}  // namespace gemmcheck
