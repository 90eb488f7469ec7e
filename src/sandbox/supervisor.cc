#include "sandbox/supervisor.h"

#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <string>
#include <utility>

namespace gemmcheck {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// A library's constructors may take seconds; a sanitized worker's on a loaded machine many.
constexpr std::chrono::seconds kStartLimit{60};
constexpr milliseconds kNap{50};
constexpr int kMaxIdleDeaths = 3;
// About a batch of small calls: with a core each, sleeping and being woken costs more than that.
constexpr std::uint64_t kLongSpin = 600'000;
constexpr std::uint64_t kShortSpin = 5'000;

template <std::size_t N>
std::string bounded(const char (&text)[N]) {
  return std::string(text, strnlen(text, N));
}

}  // namespace

Expected<std::unique_ptr<Sandbox>> Sandbox::start(const LibrarySpec& spec,
                                                  const SandboxOptions& options) {
  return Supervisor::start(spec, options);
}

Supervisor::Supervisor(LibrarySpec spec, SandboxOptions options)
    : spec_(std::move(spec)), options_(std::move(options)) {
  options_.batch = std::clamp(options_.batch, 1, protocol::kMaxBatch);
  if (options_.worker.empty()) options_.worker = default_worker();
  spin_cycles_ = options_.pin && usable_cores() > 1 ? kLongSpin : kShortSpin;
  for (Pending& pending : pending_) {
    pending.calls.resize(options_.batch);
    pending.flags.resize(options_.batch);
    pending.observations.resize(options_.batch);
  }
}

Expected<std::unique_ptr<Sandbox>> Supervisor::start(const LibrarySpec& spec,
                                                     const SandboxOptions& options) {
  std::unique_ptr<Supervisor> supervisor(new Supervisor(spec, options));
  if (auto launched = supervisor->launch({}); !launched) {
    return tl::make_unexpected(launched.error());
  }
  return supervisor;
}

// A worker with memory of its own, in which lies what is out; it begins at `position`, and finds
// the observations of that batch's earlier calls made.
Expected<void> Supervisor::launch(protocol::Position position) {
  auto region = Region::create(options_.batch);
  if (!region) return tl::make_unexpected(region.error());
  // What still runs of the last worker keeps the old memory and does no harm to the new.
  region_ = std::move(*region);
  protocol::Header& header = region_.header();
  header.deadline_ns = static_cast<std::uint64_t>(
      std::chrono::nanoseconds(std::max(options_.deadline, milliseconds(1))).count());
  header.spin_cycles = spin_cycles_;
  header.position = position.pack();
  for (std::uint32_t out = oldest_; out != next_; ++out) send(out);
  std::copy_n(pending(position.sequence).observations.data(), position.slot,
              region_.slots(position.sequence).observations);
  auto process = Process::spawn(options_.worker, spec_, region_.fd(), options_.pin);
  if (!process) return tl::make_unexpected(process.error());
  process_ = std::move(*process);
  return await_start();
}

Expected<void> Supervisor::await_start() {
  protocol::Handshake& handshake = region_.header().handshake;
  const Clock::time_point limit = Clock::now() + kStartLimit;
  while (handshake.state.load(std::memory_order_acquire) == protocol::kStarting) {
    futex_wait(handshake.state, protocol::kStarting, kNap);
    const std::optional<int> end = process_.ended();
    if (handshake.state.load(std::memory_order_acquire) != protocol::kStarting) break;
    if (end) {
      return unusable("the worker ended with " + describe_end(*end) + " while it loaded " +
                      spec_.path);
    }
    if (Clock::now() > limit) {
      return unusable("loading " + spec_.path + " took more than " +
                      std::to_string(kStartLimit.count()) + " s");
    }
  }
  if (handshake.state.load(std::memory_order_acquire) != protocol::kReady) {
    const bool known = handshake.error_code == static_cast<int>(ErrorCode::kUnusable) ||
                       handshake.error_code == static_cast<int>(ErrorCode::kBadInput);
    return tl::make_unexpected(
        Error{known ? static_cast<ErrorCode>(handshake.error_code) : ErrorCode::kInternal,
              bounded(handshake.error)});
  }
  info_.name = bounded(handshake.name);
  info_.version = bounded(handshake.version);
  info_.build = bounded(handshake.build);
  info_.core = bounded(handshake.core);
  info_.path = bounded(handshake.path);
  info_.dialect = spec_.dialect;
  info_.apis = handshake.apis & kAllApis;
  return {};
}

std::uint64_t Supervisor::restarts() const {
  return restarts_before_ + region_.header().restarts.load(std::memory_order_relaxed);
}

// Publishes the pending batch. Its place in the shared memory is free.
void Supervisor::send(std::uint32_t sequence) {
  const Pending& pending = this->pending(sequence);
  const protocol::Slots slots = region_.slots(sequence);
  std::copy_n(pending.calls.data(), pending.count, slots.calls);
  std::copy_n(pending.flags.data(), pending.count, slots.flags);
  protocol::Batch& batch = region_.batch(sequence);
  batch.sequence = sequence;
  batch.count = static_cast<std::uint32_t>(pending.count);
  batch.cancelled.store(0, std::memory_order_relaxed);
  change(batch.state, protocol::kFilled);
}

void Supervisor::receive(std::uint32_t sequence, std::size_t count) {
  const protocol::Slots slots = region_.slots(sequence);
  Pending& pending = this->pending(sequence);
  for (std::size_t i = 0; i < count; ++i) {
    protocol::receive(slots.observations[i], &pending.observations[i]);
  }
}

// Waits until the batch is done, over as many workers as that takes.
Expected<void> Supervisor::await(std::uint32_t sequence) {
  // The worker's parent process keeps the deadline. Should it be stopped itself, nothing moves at
  // all, and it is killed from here.
  const std::chrono::nanoseconds stall_limit = 2 * options_.deadline + std::chrono::seconds(10);
  std::uint64_t seen = protocol::kNowhere;
  Clock::time_point since;
  while (!spin_until(region_.batch(sequence).state, protocol::kDone, spin_cycles_)) {
    futex_wait(region_.batch(sequence).state, protocol::kFilled, kNap);
    if (region_.batch(sequence).state.load(std::memory_order_acquire) == protocol::kDone) break;
    std::optional<int> end = process_.ended();
    const std::uint64_t position = region_.header().position.load(std::memory_order_acquire);
    if (position != seen) {
      seen = position;
      since = Clock::now();
    } else if (!end && Clock::now() - since > stall_limit) {
      process_.kill();
      end = SIGKILL;
    }
    if (!end) continue;
    if (auto recovered = recover(sequence, *end); !recovered) return recovered;
    seen = protocol::kNowhere;
  }
  return {};
}

// The worker is dead, and with it its lives: takes what they finished, blames the call in flight,
// and gives the rest to a new worker with memory of its own.
Expected<void> Supervisor::recover(std::uint32_t sequence, int end_status) {
  const auto position =
      protocol::Position::unpack(region_.header().position.load(std::memory_order_acquire));
  restarts_before_ = restarts() + 1;
  const bool this_batch = position.sequence == sequence;
  std::size_t done = this_batch ? position.slot : 0;
  if (position.sequence == sequence + 1) done = pending(sequence).count;
  done = std::min(done, pending(sequence).count);
  receive(sequence, done);
  const bool blamed = this_batch && position.in_flight && done < pending(sequence).count;
  if (blamed) {
    Observation& observation = pending(sequence).observations[done];
    observation = {};
    observation.outcome = WIFSIGNALED(end_status) ? Outcome::kCrash : Outcome::kExit;
    observation.code = WIFSIGNALED(end_status) ? WTERMSIG(end_status) : WEXITSTATUS(end_status);
    ++done;
  }
  idle_deaths_ = done > 0 ? 0 : idle_deaths_ + 1;
  if (idle_deaths_ >= kMaxIdleDeaths) {
    return internal_error("the worker died " + std::to_string(idle_deaths_) +
                          " times without making a call, last with " + describe_end(end_status));
  }
  return launch({sequence, static_cast<std::uint32_t>(done), false});
}

// Small batches where calls hang, so that what was made is known soon and whoever wants to stop
// need not wait for hundreds of deadlines.
void Supervisor::adapt_batch_size(const Pending& done) {
  const auto hung = [](const Observation& one) { return one.outcome == Outcome::kHang; };
  const auto end = done.observations.begin() + static_cast<std::ptrdiff_t>(done.count);
  if (std::any_of(done.observations.begin(), end, hung)) {
    batch_size_ = 1;
  } else if (batch_size_ < done.calls.size()) {
    batch_size_ *= 4;
  }
}

void Supervisor::cancel() {
  for (std::uint32_t out = oldest_; out != next_; ++out) {
    region_.batch(out).cancelled.store(1, std::memory_order_relaxed);
  }
}

Expected<void> Supervisor::stream(const Fill& fill, const Take& take) {
  if (state_ == State::kBusy) return internal_error("a sandbox serves one stream at a time");
  if (state_ == State::kBroken) return internal_error("the sandbox has failed before");
  state_ = State::kBusy;
  Expected<void> served = serve(fill, take);
  state_ = served ? State::kIdle : State::kBroken;
  return served;
}

Expected<void> Supervisor::serve(const Fill& fill, const Take& take) {
  bool ended = false;
  bool stopped = false;
  while (true) {
    while (!ended && next_ - oldest_ < protocol::kBatches) {
      Pending& pending = this->pending(next_);
      std::fill(pending.flags.begin(), pending.flags.end(), std::uint8_t{0});
      const std::size_t most = std::min(batch_size_, pending.calls.size());
      pending.count = std::min(
          fill(std::span(pending.calls).first(most), std::span(pending.flags).first(most)), most);
      ended = pending.count == 0;
      if (!ended) send(next_++);
    }
    if (oldest_ == next_) return {};
    if (auto done = await(oldest_); !done) return done;
    Pending& pending = this->pending(oldest_);
    receive(oldest_++, pending.count);
    idle_deaths_ = 0;
    adapt_batch_size(pending);
    if (!stopped && !take({pending.calls.data(), pending.count},
                          {pending.observations.data(), pending.count})) {
      stopped = ended = true;
      cancel();
    }
  }
}

Expected<void> Supervisor::observe(std::span<const Call> calls, std::span<Observation> observations,
                                   Lives lives) {
  std::size_t sent = 0;
  std::size_t taken = 0;
  return stream(
      [&](std::span<Call> to, std::span<std::uint8_t> own_life) {
        const std::size_t count = std::min(to.size(), calls.size() - sent);
        std::copy_n(calls.data() + sent, count, to.data());
        if (lives == Lives::kOwn) std::fill_n(own_life.data(), count, protocol::kOwnLife);
        if (lives == Lives::kOne && sent == 0 && count > 0) own_life[0] = protocol::kNewLife;
        sent += count;
        return count;
      },
      [&](std::span<const Call>, std::span<const Observation> batch) {
        std::copy(batch.begin(), batch.end(), observations.begin() + taken);
        taken += batch.size();
        return true;
      });
}

}  // namespace gemmcheck
