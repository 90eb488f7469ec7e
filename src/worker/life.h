// One life: a forked process that makes the calls of the batches until it dies or has to end.
#pragma once

#include <array>
#include <csignal>
#include <cstdint>
#include <string_view>

#include "library/capture.h"
#include "library/cblas/loader.h"
#include "library/exits.h"
#include "sandbox/region.h"
#include "worker/operands.h"
#include "worker/trespass.h"

namespace gemmcheck {

/// What a life works with. Made once by the parent process; each life has its own copy of the
/// memory.
struct Workshop {
  const CblasLibrary& library;
  const Region& region;
  OperandMemory& memory;
  StreamCapture& stream;
  FdCapture& descriptors;
};

/// Asks a life that is overdue to put down what it knows, and to end.
inline constexpr int kOverdueSignal = SIGUSR2;

/// Adds captured text to an observation: its head, and the parameter reports in it.
void add_text(std::string_view text, Observation* observation);

class Life {
 public:
  explicit Life(const Workshop& workshop) : workshop_(workshop) {}

  /// Serves from the header's position on, and does not return. To be called in a fresh fork.
  [[noreturn]] void run();

  /// Makes one call. False if the process is not fit for another one after it.
  bool make(const Call& call, bool timed, Observation& observation);

  /// Signal handler's part where a call touches a guard: notes the first such fault, which is what
  /// the call is judged by, and lets the call go on. False if it must not.
  bool forgive(const siginfo_t& info, bool is_write);

  /// Signal handler's part: puts down how the call in flight ended and ends the process.
  [[noreturn]] void die(int signal, const siginfo_t& info, bool is_write);

 private:
  void serve(std::uint32_t sequence, std::uint32_t first);
  void note_fault(int signal, const siginfo_t& info, bool is_write);
  void settle_trespass(const Call& call, const Leave& leave, Observation& observation);
  void note_gap(const Call& call, Ending ending, Observation& observation) const;
  void take_text(Observation* observation);
  void attribute(const void* address, bool is_write, Observation* observation) const;
  void watch_signals();

  Workshop workshop_;
  bool made_any_ = false;
  Trespass trespass_;                     // of the call in flight
  Observation fault_;                     // how it died, or the first fault that it was forgiven
  Observation observation_;               // reused: resetting a plain one is a few stores
  Observation* volatile slot_ = nullptr;  // of the call in flight
};

}  // namespace gemmcheck
