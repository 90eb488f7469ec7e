// The memory that supervisor and worker share: a header, then two batches of calls, flags and
// observations.
//
// A batch goes kFree -> kFilled (supervisor) -> kDone (worker) -> kFree (supervisor, by filling it
// again). Batch number s lies in place s % kBatches. The one word `position` says where the worker
// is; whoever outlives a process that died reads from it which call is to blame.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "call/call.h"
#include "call/observation.h"
#include "sandbox/futex.h"

namespace gemmcheck::protocol {

inline constexpr std::uint64_t kMagic = 0x31786f62646e6173;  // "sandbox1"
inline constexpr int kBatches = 2;
inline constexpr int kMaxBatch = 1 << 16;

/// Descriptors that the worker finds open: the shared memory, and the read end of a pipe that
/// hangs up when the supervisor is gone.
inline constexpr int kRegionFd = 3;
inline constexpr int kLifelineFd = 4;

inline constexpr std::size_t kLine = 64;

enum StartState : std::uint32_t { kStarting, kReady, kFailed };
enum BatchState : std::uint32_t { kFree, kFilled, kDone };

/// Flags of one slot.
inline constexpr std::uint8_t kOwnLife = 1;  ///< in a new life, which ends after it
inline constexpr std::uint8_t kNewLife = 2;  ///< in a new life

/// What the start-up of a worker led to: LibraryInfo in bounded, NUL-terminated arrays, or an
/// error.
struct Handshake {
  Word state;  ///< StartState
  std::int32_t error_code;
  std::uint64_t apis;
  std::uint8_t dialect;
  char name[64];
  char version[64];
  char build[512];
  char core[64];
  char path[4096];
  char error[2048];
};

/// Where the worker is: batch number, slot in it, and whether a call is being made there.
struct Position {
  std::uint32_t sequence = 0;
  std::uint32_t slot = 0;
  bool in_flight = false;

  constexpr std::uint64_t pack() const {
    return std::uint64_t{sequence} << 32 | std::uint64_t{slot} << 1 | (in_flight ? 1 : 0);
  }
  static constexpr Position unpack(std::uint64_t word) {
    return {static_cast<std::uint32_t>(word >> 32), static_cast<std::uint32_t>(word) >> 1,
            (word & 1) != 0};
  }
};
inline constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

struct alignas(kLine) Batch {
  Word state;  ///< BatchState
  std::uint32_t sequence;
  std::uint32_t count;
  Word cancelled;  ///< 1: what is not yet made need not be made
};

struct Header {
  std::uint64_t magic;
  std::uint64_t bytes;  ///< of the whole region
  std::uint32_t capacity;
  std::uint64_t deadline_ns;
  std::uint64_t spin_cycles;  ///< how long a waiting life spins before it sleeps
  Handshake handshake;
  alignas(kLine) std::atomic<std::uint64_t> position;
  /// The position whose observation was stored in full, by a life that then ended.
  std::atomic<std::uint64_t> stored;
  alignas(kLine) std::atomic<std::uint64_t> restarts;  ///< deaths of lives
  Batch batches[kBatches];
};

constexpr std::size_t round_to_line(std::size_t bytes) {
  return (bytes + kLine - 1) / kLine * kLine;
}
constexpr std::size_t batch_bytes(std::size_t capacity) {
  return round_to_line(capacity * sizeof(Call)) + round_to_line(capacity * sizeof(Observation)) +
         round_to_line(capacity);
}
constexpr std::size_t region_bytes(std::size_t capacity) {
  return round_to_line(sizeof(Header)) + kBatches * batch_bytes(capacity);
}

/// The arrays of one batch.
struct Slots {
  Call* calls;
  Observation* observations;
  std::uint8_t* flags;
};
inline Slots slots(Header& header, std::size_t capacity, std::uint32_t sequence) {
  std::byte* base = reinterpret_cast<std::byte*>(&header) + round_to_line(sizeof(Header)) +
                    (sequence % kBatches) * batch_bytes(capacity);
  std::byte* observations = base + round_to_line(capacity * sizeof(Call));
  std::byte* flags = observations + round_to_line(capacity * sizeof(Observation));
  return {reinterpret_cast<Call*>(base), reinterpret_cast<Observation*>(observations),
          reinterpret_cast<std::uint8_t*>(flags)};
}

/// An observation that says nothing beyond "it returned, quietly, and memory is as it must be": of
/// such a one only the head travels.
inline constexpr std::size_t kHeadBytes = offsetof(Observation, row);
inline bool is_plain(const Observation& observation) {
  return observation.outcome == Outcome::kReturned && observation.format == MessageFormat::kNone &&
         observation.messages == 0 && observation.effects == 0 && observation.text_size == 0 &&
         observation.operand == Operand::kNone;
}

/// Copies what an observation says: of a plain one the head, of another all but the rest of the
/// text field, in blocks of fixed size (of a copy whose size is bounded but not known the compiler
/// makes a `rep movs`, which takes longer to start than all of this).
inline void copy_said(const Observation& from, Observation* to) {
  constexpr std::size_t kBlock = 56;
  static_assert(sizeof(from.text) % kBlock == 0);
  auto* const target = reinterpret_cast<std::byte*>(to);
  const auto* const source = reinterpret_cast<const std::byte*>(&from);
  if (is_plain(from)) {
    std::memcpy(target, source, kHeadBytes);
    return;
  }
  constexpr std::size_t kText = offsetof(Observation, text);
  const std::size_t text = std::min<std::size_t>(from.text_size, sizeof(from.text));
  std::memcpy(target, source, kText);
  for (std::size_t at = kText; at < kText + text; at += kBlock) {
    std::memcpy(target + at, source + at, kBlock);
  }
}

/// Makes an observation blank again, but for text beyond `text_size`.
inline void reset(Observation& observation) {
  static constexpr Observation kBlank;
  std::memcpy(static_cast<void*>(&observation), &kBlank, offsetof(Observation, text));
}

/// Supervisor: what a slot says, whole and within bounds whatever wrote it. `*to` must be a valid
/// observation before.
inline void receive(const Observation& slot, Observation* to) {
  if (!is_plain(*to)) *to = {};
  copy_said(slot, to);
  if (is_plain(*to)) return;
  sanitize(*to);
  std::fill(to->text.begin() + to->text_size, to->text.end(), '\0');
}

}  // namespace gemmcheck::protocol
