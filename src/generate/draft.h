// A call in the making: what every layer does in the same way. Internal to this folder.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "call/call.h"
#include "generate/faults.h"
#include "generate/generate.h"
#include "generate/random.h"
#include "generate/sizes.h"

namespace gemmcheck {

/// The call and which of its matrices have rows and columns exchanged. The flags are kept beside
/// the enums, since asking the call's tables for them costs more than all the rest of a call.
class Draft {
 public:
  Draft(Call& target, const ApiTable& table) : call(target), api(table) {}

  Call& call;
  const ApiTable& api;

  void set_layout(EnumSlot slot) {
    call.layout = slot.value;
    row_major_ = slot.flips;
  }
  void set_transa(EnumSlot slot) {
    call.transa = slot.value;
    transposed_[0] = slot.flips;
  }
  void set_transb(EnumSlot slot) {
    call.transb = slot.value;
    transposed_[1] = slot.flips;
  }
  void set_enum(Key key, bool legal, std::uint32_t slot) {
    switch (key) {
      case Key::kLayout:
        return set_layout((legal ? api.layout.legal : api.layout.illegal)[slot]);
      case Key::kTransa:
        return set_transa((legal ? api.transa.legal : api.transa.illegal)[slot]);
      case Key::kTransb:
        return set_transb((legal ? api.transb.legal : api.transb.illegal)[slot]);
      default:
        return;
    }
  }
  /// All three legal.
  void set_legal_enums(Digits& digits) {
    // An API without layout has slots that say so, which saves a branch.
    set_layout(api.layout.legal[digits.take(32)]);
    set_transa(api.transa.legal[digits.take(32)]);
    set_transb(api.transb.legal[digits.take(32)]);
  }

  /// m, n and k from a table of 2^i sizes.
  template <std::size_t kSize>
  void set_sizes(const std::array<std::int32_t, kSize>& table, Digits& digits) {
    call.m = table[digits.take(kSize)];
    call.n = table[digits.take(kSize)];
    call.k = table[digits.take(kSize)];
  }

  /// The size that an operand's stored rows are: the bound of its leading dimension follows it.
  std::int64_t& rows(Operand operand) { return call.*kSizes[index(operand)][flips(operand)]; }
  /// The size that an operand's stored columns are.
  std::int64_t& columns(Operand operand) { return call.*kSizes[index(operand)][!flips(operand)]; }

  /// The smallest value that a kBelow clause allows.
  std::int64_t bound(const Fault& fault) {
    const std::int64_t follows = fault.follows_sizes() ? rows(fault.rows) : 0;
    return sum(std::max<std::int64_t>(fault.floor, follows), fault.slack);
  }
  /// Every leading dimension `slack(fault)` above its bound, within the parameter's type.
  template <typename Slack>
  void set_leading_dimensions(Slack slack) {
    for (std::uint8_t i = 0; i < api.ld_count; ++i) {
      const Fault& fault = api.lds[i];
      call.*fault.field = std::min(sum(bound(fault), slack(fault)), api.range.max);
    }
  }

 private:
  // A is m x k, B is k x n and C is m x n in column-major order when nothing is transposed.
  static constexpr std::int64_t Call::*kSizes[3][2] = {
      {&Call::m, &Call::k}, {&Call::k, &Call::n}, {&Call::m, &Call::n}};

  static std::size_t index(Operand operand) { return static_cast<std::size_t>(operand); }
  bool flips(Operand operand) const { return transposed_[index(operand)] != row_major_; }
  static std::int64_t sum(std::int64_t x, std::int64_t y) {
    std::int64_t total = 0;
    return __builtin_add_overflow(x, y, &total) ? std::numeric_limits<std::int64_t>::max() : total;
  }

  bool row_major_ = false;
  std::array<bool, 3> transposed_{};  // of A, B and C, which never is
};

inline void set_guard(Call& call, Guard guard) {
  call.guard = static_cast<std::int32_t>(guard);
}

/// Where a pointer can lie in a call that the contract defines: null, or offset by whole
/// components. Null where memory is needed is put right afterwards.
inline void set_null(Pointer& pointer) {
  pointer.kind = PointerKind::kNull;
}
inline void set_offset(Pointer& pointer, const ApiTable& api, std::uint32_t components) {
  pointer.offset = api.component_bytes * static_cast<std::int32_t>(components);
}

/// Breaks the clause: by the smallest step, or (one in eight) by some other. Ends of the type and
/// the values around 0 are where unsigned and short-circuited comparisons go wrong.
void break_clause(Draft& draft, const Fault& fault, Digits& digits);
/// Satisfies the clause with nothing to spare.
void meet_clause(Draft& draft, const Fault& fault, Digits& digits);

/// Breaks both by the smallest step: sizes and enums before the leading dimensions whose bounds
/// follow them. Everything else is legal and small.
void break_both(Draft& draft, const Fault& first, const Fault& second);

// The layers. Each starts from the baseline with nothing but the API decided.
void make_lattice(Draft& draft, Random& random);
void make_pairs(Draft& draft, Random& random, const SizeTable& sizes);
void make_boundary(Draft& draft, Random& random, const SizeTable& sizes);
void make_wide(Draft& draft, Random& random, const SizeTable& sizes);

/// To be accepted, small but for leading dimensions whose products with columns pass 32 bits:
/// beyond what `Limits` says of extents. Rare, since each makes the worker map memory.
void make_far(Draft& draft, Random& random);

/// Brings a call that the contract accepts within the limits: sizes first, then leading dimensions.
/// Keeps it accepted.
void bring_within(Call& call, const Limits& limits);
/// Whether multiply-adds or some operand's extent exceed the limits.
[[nodiscard]] bool exceeds(const Call& call, const Limits& limits);

}  // namespace gemmcheck
