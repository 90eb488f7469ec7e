// One worker's share of a run: takes chunks of the stream, generates, predicts, observes, judges.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>

#include "campaign/stream.h"
#include "campaign/work.h"

namespace gemmcheck {

/// What a job and the thread that waits for it tell each other.
struct JobSignals {
  std::atomic<std::uint64_t> calls{0};  ///< made so far
  std::atomic<bool> stop{false};        ///< end early
};

class Job {
 public:
  /// Everything is kept by reference and must outlive this.
  Job(Examiner& examiner, Sandbox& sandbox, const Lists& lists, const Stream& stream, Work& work,
      JobSignals& signals);

  /// Until nothing is left or it is told to stop.
  [[nodiscard]] Expected<void> run();

 private:
  struct InFlight {
    std::uint64_t index;
    Prediction prediction;
  };
  /// A chunk of which not all calls have come back.
  struct Open {
    Work::Chunk chunk;
    std::uint64_t next;           ///< position of the first call that is not yet generated
    std::uint64_t in_flight = 0;  ///< calls
    Tally tally;
  };

  std::size_t fill(std::span<Call> calls, std::span<std::uint8_t> own_life);
  bool take(std::span<const Call> calls, std::span<const Observation> observations);
  bool begin_chunk();
  void finish_chunks();

  Examiner& examiner_;
  Sandbox& sandbox_;
  const Lists& lists_;
  const Stream& stream_;
  Work& work_;
  JobSignals& signals_;
  const Tally empty_;
  std::deque<Open> open_;
  std::deque<InFlight> in_flight_;
};

}  // namespace gemmcheck
