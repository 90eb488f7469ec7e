#include "campaign/job.h"

namespace gemmcheck {

Job::Job(Examiner& examiner, Sandbox& sandbox, const Lists& lists, const Stream& stream, Work& work,
         JobSignals& signals)
    : examiner_(examiner),
      sandbox_(sandbox),
      lists_(lists),
      stream_(stream),
      work_(work),
      signals_(signals),
      empty_(examiner.contract()) {}

Expected<void> Job::run() {
  auto streamed = sandbox_.stream(
      [this](std::span<Call> calls, std::span<std::uint8_t> own_life) {
        return fill(calls, own_life);
      },
      [this](std::span<const Call> calls, std::span<const Observation> observations) {
        return take(calls, observations);
      });
  for (const Open& open : open_) work_.abandon(open.tally);
  return streamed;
}

// Makes sure that the newest chunk has a call left to generate.
bool Job::begin_chunk() {
  if (!open_.empty() && open_.back().next < open_.back().chunk.end) return true;
  const auto chunk = work_.next();
  if (!chunk) return false;
  open_.push_back({*chunk, chunk->first, 0, empty_});
  return true;
}

std::size_t Job::fill(std::span<Call> calls, std::span<std::uint8_t> own_life) {
  std::size_t filled = 0;
  while (filled < calls.size()) {
    if (signals_.stop.load(std::memory_order_relaxed) || !begin_chunk()) break;
    Open& open = open_.back();
    while (filled < calls.size() && open.next < open.chunk.end) {
      const std::uint64_t position = open.next++;
      const Call call = stream_.call(position);
      if (!stream_.wanted(call)) {
        ++open.tally.counts.skipped;
        continue;
      }
      const Prediction prediction = predict(call, examiner_.contract());
      own_life[filled] = prediction.standing == Standing::kUndefined ? 1 : 0;
      calls[filled++] = call;
      ++open.in_flight;
      in_flight_.push_back({stream_.index(position), prediction});
    }
    finish_chunks();
  }
  return filled;
}

bool Job::take(std::span<const Call> calls, std::span<const Observation> observations) {
  for (std::size_t i = 0; i < calls.size(); ++i) {
    // A chunk of which every call was skipped is closed at once, so the first has calls in flight.
    Open& open = open_.front();
    const auto [index, prediction] = in_flight_.front();
    in_flight_.pop_front();
    const Examined examined = examiner_.judge(calls[i], prediction, observations[i]);
    const ListEntry* const entry = examined.key ? lists_.find(examiner_.library(), calls[i],
                                                              *examined.key, examiner_.contract())
                                                : nullptr;
    open.tally.add(calls[i], index, examined, entry);
    if (--open.in_flight == 0) finish_chunks();
  }
  signals_.calls.fetch_add(calls.size(), std::memory_order_relaxed);
  return !signals_.stop.load(std::memory_order_relaxed);
}

// Chunks come back in the order in which they went out.
void Job::finish_chunks() {
  while (!open_.empty() && open_.front().next == open_.front().chunk.end &&
         open_.front().in_flight == 0) {
    work_.finish(open_.front().chunk, open_.front().tally);
    open_.pop_front();
  }
}

}  // namespace gemmcheck
