// A run's calls in chunks, given out to jobs and taken back when they are done. The sum of what is
// done is the run's state: it can be put down at any time, and a later run can go on from there.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <set>

#include "campaign/tally.h"

namespace gemmcheck {

/// Which chunks are done: all below `frontier`, and those in `beyond`.
struct Done {
  std::uint64_t frontier = 0;
  std::set<std::uint64_t> beyond;

  [[nodiscard]] bool contains(std::uint64_t chunk) const {
    return chunk < frontier || beyond.count(chunk) != 0;
  }
  void add(std::uint64_t chunk);
};

/// Where a run stands.
struct RunState {
  /// Nothing is done.
  explicit RunState(const Contract& contract) : tally(contract) {}

  Done done;
  Tally tally;
};

/// Safe to be used by several threads.
class Work {
 public:
  /// Calls in a chunk: some ten milliseconds of work.
  static constexpr std::uint64_t kChunk = std::uint64_t{1} << 14;

  /// Called with each state that is to be kept, by one thread at a time.
  using Keep = std::function<Expected<void>(const RunState&)>;

  /// `calls`: how many there are; without it, no end. `start`: what is done already. `keep` may be
  /// empty.
  Work(std::optional<std::uint64_t> calls, RunState start, Keep keep);

  struct Chunk {
    std::uint64_t number;
    std::uint64_t first;  ///< position of its first call in the run's share of the stream
    std::uint64_t end;    ///< one past its last
  };
  /// The next chunk that nobody has, or nothing: all are given out.
  [[nodiscard]] std::optional<Chunk> next();

  /// The chunk is done and showed this. Keeps the state from time to time; an error of that stays.
  void finish(const Chunk& chunk, const Tally& part);
  /// A part of a chunk that will not be finished: it counts for the result, not for the state.
  void abandon(const Tally& part);

  /// Keeps the state and returns the first error that keeping it ever met.
  [[nodiscard]] Expected<void> flush();

  [[nodiscard]] std::size_t groups() const;
  /// All that was shown, abandoned chunks included. No job may be at work.
  [[nodiscard]] Tally total() const;

 private:
  void keep_state();

  const std::optional<std::uint64_t> calls_;
  const Keep keep_;
  mutable std::mutex mutex_;
  RunState state_;
  std::optional<Tally> abandoned_;
  std::uint64_t next_ = 0;
  std::chrono::steady_clock::time_point kept_;
  std::optional<Error> error_;
};

}  // namespace gemmcheck
