// Memory for operands between inaccessible pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "call/call.h"
#include "call/error.h"
#include "call/reach.h"

namespace gemmcheck {

/// memcmp(...) == 0. libc's compares few bytes by one masked load that reaches past them, and next
/// to an inaccessible page that costs a hundred nanoseconds.
inline bool same_bytes(const std::byte* x, const std::byte* y, std::size_t count) {
  constexpr std::size_t kFew = 64;
  if (count > kFew) return std::memcmp(x, y, count) == 0;
  std::uint64_t difference = 0;
  const auto compare = [&]<typename Word>(Word a) {
    for (; count >= sizeof(Word); count -= sizeof(Word)) {
      Word b;
      std::memcpy(&a, x, sizeof(Word));
      std::memcpy(&b, y, sizeof(Word));
      difference |= a ^ b;
      x += sizeof(Word);
      y += sizeof(Word);
    }
  };
  compare(std::uint64_t{});
  compare(std::uint32_t{});
  compare(std::uint8_t{});
  return difference == 0;
}

/// A range of zeroed memory, a multiple of a page, with inaccessible memory on both sides. Pages
/// that were never touched cost address space only. Unmaps at its end.
class Arena {
 public:
  static constexpr std::size_t kPage = kPageBytes;
  /// Inaccessible bytes on each side: a fault there still tells which operand was overrun.
  static constexpr std::size_t kGuard = std::size_t{1} << 20;
  /// The same where columns lie far apart: an index cut to 32 bits leads no further than this.
  static constexpr std::size_t kFarGuard = std::size_t{1} << 36;

  /// `bytes` is rounded up to pages.
  [[nodiscard]] static Expected<Arena> reserve(std::size_t bytes);
  /// All of it is inaccessible, and counts towards no limit but that of addresses, until opened.
  [[nodiscard]] static Expected<Arena> reserve_shut(std::size_t bytes);
  /// Makes pages accessible, counted from begin(). What was open stays so.
  [[nodiscard]] Expected<void> open(const Stretch& pages);
  /// Makes open pages read-only.
  void seal(const Stretch& pages) const;
  /// Makes pages inaccessible again and forgets what they hold.
  void shut(const Stretch& pages) const;

  Arena() = default;
  Arena(Arena&& other) noexcept;
  Arena& operator=(Arena&& other) noexcept;
  ~Arena();

  std::byte* begin() const { return begin_; }
  std::byte* end() const { return begin_ + bytes_; }
  std::size_t bytes() const { return bytes_; }
  /// Whether an address lies here.
  bool holds(const void* address) const {
    const auto* byte = static_cast<const std::byte*>(address);
    return byte >= begin_ && byte < end();
  }
  /// Whether an address lies here or in the inaccessible memory around.
  bool owns(const void* address) const {
    const auto* byte = static_cast<const std::byte*>(address);
    return begin_ != nullptr && byte >= begin_ - guard_ && byte < end() + guard_;
  }
  /// The start of `bytes` bytes that lie flush with the guarded end. bytes <= this->bytes().
  std::byte* flush(Guard guard, std::size_t bytes) const {
    return guard == Guard::kEnd ? end() - bytes : begin_;
  }

 private:
  static Expected<Arena> map(std::size_t bytes, std::size_t guard);

  std::byte* begin_ = nullptr;
  std::size_t bytes_ = 0;
  std::size_t guard_ = 0;
};

/// A or B of ordinary calls: integer contents that depend on the place relative to the guarded end
/// only, so that one filling serves every extent. Read-only for the library: a write faults instead
/// of having to be looked for.
class FixedArena {
 public:
  [[nodiscard]] static Expected<FixedArena> reserve(std::size_t bytes, Operand operand,
                                                    int component_bytes, Guard guard);

  const Arena& arena() const { return arena_; }
  /// The start of `bytes` bytes, flush with the guarded end and filled by `seed`.
  const std::byte* provide(std::uint32_t seed, std::size_t bytes) {
    if (bytes > filled_ || seed != seed_) fill(seed, bytes);
    return arena_.flush(guard_, bytes);
  }

 private:
  void fill(std::uint32_t seed, std::size_t bytes);

  Arena arena_;
  Operand operand_ = Operand::kA;
  int component_bytes_ = 8;
  Guard guard_ = Guard::kEnd;
  std::uint32_t seed_ = 0;
  std::size_t filled_ = 0;
};

/// C of ordinary calls: what the library writes to, and a template that it equals between calls.
class LiveArena {
 public:
  /// Bytes on the unguarded side of an operand that must come back unchanged.
  static constexpr std::size_t kMargin = 64;

  /// `sentinel`: filled with the sentinel, else with integers.
  [[nodiscard]] static Expected<LiveArena> reserve(std::size_t bytes, int component_bytes,
                                                   Guard guard, bool sentinel);

  const Arena& arena() const { return live_; }
  std::byte* provide(std::uint32_t seed, std::size_t bytes) {
    if (bytes + kMargin > filled_ || (seed != seed_ && !sentinel_)) fill(seed, bytes + kMargin);
    return live_.flush(guard_, bytes);
  }
  /// What lies at this place of the operand before every call.
  const std::byte* before(const std::byte* place) const {
    return template_.begin() + (place - live_.begin());
  }
  /// Whether the bytes next to an operand, on its unguarded side, are as before.
  bool margin_intact(std::size_t bytes) const;
  /// Makes the operand's bytes what they were before the call.
  void restore(std::size_t bytes);
  /// The same for all that was ever provided.
  void restore_all() { restore(filled_); }

 private:
  void fill(std::uint32_t seed, std::size_t bytes);

  Arena live_;
  Arena template_;
  int component_bytes_ = 8;
  Guard guard_ = Guard::kEnd;
  bool sentinel_ = false;
  std::uint32_t seed_ = 0;
  std::size_t filled_ = 0;
};

}  // namespace gemmcheck
