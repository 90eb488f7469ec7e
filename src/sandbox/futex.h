// Sleeping on a word in shared memory until another process changes it.
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <x86intrin.h>

#include <atomic>
#include <chrono>
#include <climits>
#include <cstdint>
#include <ctime>

namespace gemmcheck {

using Word = std::atomic<std::uint32_t>;
static_assert(sizeof(Word) == 4 && Word::is_always_lock_free);

/// Sleeps while `word == value`, at most `timeout`; may return early for no reason.
inline void futex_wait(const Word& word, std::uint32_t value, std::chrono::nanoseconds timeout) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(timeout);
  const timespec limit{seconds.count(), (timeout - seconds).count()};
  syscall(SYS_futex, &word, FUTEX_WAIT, value, &limit, nullptr, 0);
}

inline void futex_wake(const Word& word) {
  syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

/// Stores and wakes. One system call a change, whether or not anybody sleeps: a flag for that would
/// save it once a batch and could lose a wake-up.
inline void change(Word& word, std::uint32_t value) {
  word.store(value, std::memory_order_release);
  futex_wake(word);
}

/// Spins until `word == value`, for at most `cycles` of the time stamp counter; true if it is.
inline bool spin_until(const Word& word, std::uint32_t value, std::uint64_t cycles) {
  if (word.load(std::memory_order_acquire) == value) return true;
  const std::uint64_t start = __rdtsc();
  do {
    for (int i = 0; i < 16; ++i) {
      _mm_pause();
      if (word.load(std::memory_order_acquire) == value) return true;
    }
  } while (__rdtsc() - start < cycles);
  return false;
}

}  // namespace gemmcheck
