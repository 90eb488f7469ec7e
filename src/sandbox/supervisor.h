// The supervisor's side of a sandbox: the worker it runs, and the batches it has out.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "sandbox/process.h"
#include "sandbox/region.h"
#include "sandbox/sandbox.h"

namespace gemmcheck {

class Supervisor final : public Sandbox {
 public:
  [[nodiscard]] static Expected<std::unique_ptr<Sandbox>> start(const LibrarySpec& spec,
                                                                const SandboxOptions& options);

  const LibraryInfo& library() const override { return info_; }
  Expected<void> observe(std::span<const Call> calls, std::span<Observation> observations,
                         Lives lives) override;
  Expected<void> stream(const Fill& fill, const Take& take) override;
  std::uint64_t restarts() const override;

 private:
  /// The supervisor's own copy of what it has out: a worker that dies, or writes where it must
  /// not, does not change which calls were made.
  struct Pending {
    std::vector<Call> calls;
    std::vector<std::uint8_t> flags;
    std::vector<Observation> observations;
    std::size_t count = 0;
  };
  enum class State { kIdle, kBusy, kBroken };

  Supervisor(LibrarySpec spec, SandboxOptions options);

  Expected<void> launch(protocol::Position position);
  Expected<void> await_start();
  void send(std::uint32_t sequence);
  Expected<void> await(std::uint32_t sequence);
  Expected<void> recover(std::uint32_t sequence, int end_status);
  void receive(std::uint32_t sequence, std::size_t count);
  void adapt_batch_size(const Pending& done);
  void cancel();
  Expected<void> serve(const Fill& fill, const Take& take);
  Pending& pending(std::uint32_t sequence) { return pending_[sequence % protocol::kBatches]; }

  LibrarySpec spec_;
  SandboxOptions options_;
  LibraryInfo info_;
  Region region_;
  Process process_;
  std::array<Pending, protocol::kBatches> pending_;
  std::uint32_t next_ = 0;       // sequence number of the next batch to send
  std::uint32_t oldest_ = 0;     // the oldest that is out; next_ if none is
  std::size_t batch_size_ = 16;  // at most; a library's first calls tell whether it hangs
  State state_ = State::kIdle;
  std::uint64_t spin_cycles_ = 0;
  std::uint64_t restarts_before_ = 0;  // of workers that are gone, and their own deaths
  int idle_deaths_ = 0;                // workers in a row that died without making a call
};

}  // namespace gemmcheck
