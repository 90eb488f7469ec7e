#include "campaign/work.h"

#include <algorithm>
#include <utility>

namespace gemmcheck {
namespace {

// What a killed run loses at most, besides the chunks that are under way.
constexpr std::chrono::milliseconds kKeepInterval{250};

}  // namespace

void Done::add(std::uint64_t chunk) {
  beyond.insert(chunk);
  while (!beyond.empty() && *beyond.begin() == frontier) {
    beyond.erase(beyond.begin());
    ++frontier;
  }
}

Work::Work(std::optional<std::uint64_t> calls, RunState start, Keep keep)
    : calls_(calls),
      keep_(std::move(keep)),
      state_(std::move(start)),
      kept_(std::chrono::steady_clock::now()) {
  next_ = state_.done.frontier;
}

std::optional<Work::Chunk> Work::next() {
  const std::lock_guard lock(mutex_);
  while (state_.done.contains(next_)) ++next_;
  std::uint64_t first = 0;
  if (__builtin_mul_overflow(next_, kChunk, &first)) return std::nullopt;
  if (calls_ && first >= *calls_) return std::nullopt;
  std::uint64_t end = first + kChunk;
  if (calls_) end = std::min(end, *calls_);
  return Chunk{next_++, first, end};
}

void Work::finish(const Chunk& chunk, const Tally& part) {
  const std::lock_guard lock(mutex_);
  state_.tally.merge(part);
  state_.done.add(chunk.number);
  if (std::chrono::steady_clock::now() - kept_ >= kKeepInterval) keep_state();
}

void Work::abandon(const Tally& part) {
  const std::lock_guard lock(mutex_);
  if (abandoned_) {
    abandoned_->merge(part);
  } else {
    abandoned_ = part;
  }
}

void Work::keep_state() {
  if (!keep_ || error_) return;
  if (auto kept = keep_(state_); !kept) error_ = kept.error();
  kept_ = std::chrono::steady_clock::now();
}

Expected<void> Work::flush() {
  const std::lock_guard lock(mutex_);
  keep_state();
  if (error_) return tl::make_unexpected(*error_);
  return {};
}

std::size_t Work::groups() const {
  const std::lock_guard lock(mutex_);
  return state_.tally.hits.size();
}

Tally Work::total() const {
  const std::lock_guard lock(mutex_);
  Tally total = state_.tally;
  if (abandoned_) total.merge(*abandoned_);
  return total;
}

}  // namespace gemmcheck
