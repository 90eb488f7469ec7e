// Memory of one operand that is laid out and filled anew for each call: for pointers that are
// offset or shared, contents other than integers, and operands that span much.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "call/call.h"
#include "call/error.h"
#include "call/reach.h"
#include "reference/check.h"
#include "worker/arena.h"
#include "worker/reach.h"

namespace gemmcheck {

/// Up to `kNearBytes` it lies in an arena that is accessible throughout. Above, only the pages that
/// its columns lie in are made accessible for the call, of a large address space.
class FreshOperand {
 public:
  [[nodiscard]] static Expected<FreshOperand> create();

  /// Has no memory for the present call.
  void clear();
  /// Provides memory that reaches as `whole` says, flush with the guarded end or as far from it as
  /// the pointer's offset wants, and fills it. `needed`, counted from the pointer, are the bytes
  /// that must be accessible if it is far. `fixed`: nobody may write there; a far operand is
  /// read-only then. Returns why it cannot be had; "" if it was.
  [[nodiscard]] std::string_view lay(const Call& call, Operand operand, Reach whole, bool fixed,
                                     std::vector<Stretch> needed);

  /// nullptr without memory.
  std::byte* pointer() const { return pointer_; }
  const Arena& arena() const { return is_far_ ? far_ : near_; }
  /// What lies at this place of the arena before the call; nullptr if that cannot change.
  std::byte* before(const std::byte* place) const {
    if (sealed_) return nullptr;
    return (is_far_ ? far_before_ : near_before_).begin() + (place - arena().begin());
  }
  /// Whether a byte of the arena is accessible.
  [[nodiscard]] bool holds(const void* address) const;
  /// What of the arena is accessible; empty if all is.
  std::span<const Part> parts() const;
  /// Whether the bytes around the operand are as before the call.
  [[nodiscard]] bool margins_intact() const;
  /// Gives up what is not kept. There is no memory then.
  void give_back();

 private:
  struct Range {
    std::byte* begin;
    std::byte* end;
  };

  std::byte* lowest() const { return pointer_ - reach_.before; }
  std::byte* highest() const { return pointer_ + reach_.after; }
  std::string_view reserve();
  std::string_view open(std::vector<Stretch> needed);
  // What of the operand lies in an accessible part; the end may be before the beginning.
  Range contents(const Part& part) const;
  void fill(const Call& call, Operand operand, const Part& part);
  // Bytes around the operand that are compared after the call.
  std::span<std::byte> margin_below() const;
  std::span<std::byte> margin_above() const;

  Arena near_;
  Arena near_before_;
  // Shut but for the parts of the present call.
  Arena far_;
  Arena far_before_;
  int far_uses_ = 0;
  bool is_far_ = false;
  bool sealed_ = false;
  std::byte* pointer_ = nullptr;
  Reach reach_;
  std::vector<Part> parts_;
  std::vector<Stretch> pages_;  // those that were opened, counted from the arena's begin
};

}  // namespace gemmcheck
