#include "worker/arena.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "reference/contents.h"

namespace gemmcheck {
namespace {

constexpr std::size_t round_to_page(std::size_t bytes) {
  return (bytes + Arena::kPage - 1) / Arena::kPage * Arena::kPage;
}

Fill integers(std::uint32_t seed) {
  Fill fill;
  fill.seed = seed;
  return fill;
}

// How far to fill when `bytes` are asked for: whole pages, and more than is needed, since the next
// call may want a little more.
std::size_t fill_size(std::size_t bytes, std::size_t filled, const Arena& arena) {
  const std::size_t wanted = bytes > filled ? std::max(bytes, 2 * filled) : filled;
  return std::min(round_to_page(wanted), arena.bytes());
}

}  // namespace

Expected<Arena> Arena::map(std::size_t bytes, std::size_t guard) {
  bytes = round_to_page(bytes);
  void* memory = mmap(nullptr, bytes + 2 * guard, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    return internal_error(std::string("no addresses for operands: ") + std::strerror(errno));
  }
  Arena arena;
  arena.begin_ = static_cast<std::byte*>(memory) + guard;
  arena.bytes_ = bytes;
  arena.guard_ = guard;
  return arena;
}

Expected<Arena> Arena::reserve(std::size_t bytes) {
  auto arena = map(bytes, kGuard);
  if (!arena) return arena;
  if (auto opened = arena->open({0, static_cast<std::int64_t>(arena->bytes())}); !opened) {
    return tl::make_unexpected(opened.error());
  }
  // A huge page would be cleared as a whole for the few bytes at its end that a call touches.
  madvise(arena->begin_, arena->bytes_, MADV_NOHUGEPAGE);
  return arena;
}

Expected<Arena> Arena::reserve_shut(std::size_t bytes) {
  return map(bytes, kFarGuard);
}

Expected<void> Arena::open(const Stretch& pages) {
  const auto bytes = static_cast<std::size_t>(pages.bytes());
  if (mprotect(begin_ + pages.begin, bytes, PROT_READ | PROT_WRITE) != 0) {
    return internal_error(std::string("no memory for operands: ") + std::strerror(errno));
  }
  return {};
}

void Arena::seal(const Stretch& pages) const {
  mprotect(begin_ + pages.begin, static_cast<std::size_t>(pages.bytes()), PROT_READ);
}

void Arena::shut(const Stretch& pages) const {
  const auto bytes = static_cast<std::size_t>(pages.bytes());
  madvise(begin_ + pages.begin, bytes, MADV_DONTNEED);
  mprotect(begin_ + pages.begin, bytes, PROT_NONE);
}

Arena::Arena(Arena&& other) noexcept
    : begin_(std::exchange(other.begin_, nullptr)),
      bytes_(std::exchange(other.bytes_, 0)),
      guard_(std::exchange(other.guard_, 0)) {}

Arena& Arena::operator=(Arena&& other) noexcept {
  std::swap(begin_, other.begin_);
  std::swap(bytes_, other.bytes_);
  std::swap(guard_, other.guard_);
  return *this;
}

Arena::~Arena() {
  if (begin_ != nullptr) munmap(begin_ - guard_, bytes_ + 2 * guard_);
}

Expected<FixedArena> FixedArena::reserve(std::size_t bytes, Operand operand, int component_bytes,
                                         Guard guard) {
  auto arena = Arena::reserve(bytes);
  if (!arena) return tl::make_unexpected(arena.error());
  FixedArena fixed;
  fixed.arena_ = std::move(*arena);
  fixed.operand_ = operand;
  fixed.component_bytes_ = component_bytes;
  fixed.guard_ = guard;
  return fixed;
}

void FixedArena::fill(std::uint32_t seed, std::size_t bytes) {
  const std::size_t size = fill_size(bytes, filled_, arena_);
  std::byte* const start = arena_.flush(guard_, size);
  mprotect(start, size, PROT_READ | PROT_WRITE);
  fill_components(start, size / static_cast<std::size_t>(component_bytes_), component_bytes_,
                  integers(seed), operand_, guard_);
  mprotect(start, size, PROT_READ);
  seed_ = seed;
  filled_ = size;
}

Expected<LiveArena> LiveArena::reserve(std::size_t bytes, int component_bytes, Guard guard,
                                       bool sentinel) {
  auto live = Arena::reserve(bytes + kMargin);
  if (!live) return tl::make_unexpected(live.error());
  auto before = Arena::reserve(bytes + kMargin);
  if (!before) return tl::make_unexpected(before.error());
  LiveArena arena;
  arena.live_ = std::move(*live);
  arena.template_ = std::move(*before);
  arena.component_bytes_ = component_bytes;
  arena.guard_ = guard;
  arena.sentinel_ = sentinel;
  return arena;
}

void LiveArena::fill(std::uint32_t seed, std::size_t bytes) {
  const std::size_t size = fill_size(bytes, filled_, live_);
  const std::size_t count = size / static_cast<std::size_t>(component_bytes_);
  std::byte* const start = template_.flush(guard_, size);
  if (sentinel_) {
    fill_sentinel(start, count, component_bytes_);
  } else {
    fill_components(start, count, component_bytes_, integers(seed), Operand::kC, guard_);
  }
  seed_ = seed;
  filled_ = size;
  restore_all();
}

bool LiveArena::margin_intact(std::size_t bytes) const {
  const std::byte* margin =
      guard_ == Guard::kEnd ? live_.end() - bytes - kMargin : live_.begin() + bytes;
  return same_bytes(margin, before(margin), kMargin);
}

void LiveArena::restore(std::size_t bytes) {
  std::byte* const start = live_.flush(guard_, bytes);
  std::memcpy(start, before(start), bytes);
}

}  // namespace gemmcheck
