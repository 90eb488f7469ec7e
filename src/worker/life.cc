#include "worker/life.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <utility>

#include "call/api.h"
#include "call/enums.h"
#include "call/extents.h"
#include "library/exits.h"
#include "library/message.h"

namespace gemmcheck {
namespace {

// SIGABRT as well: libc's own assertions abort without passing through the interposed function.
constexpr std::array<int, 8> kDeadly = {SIGSEGV, SIGBUS,  SIGFPE, SIGILL,
                                        SIGABRT, SIGTRAP, SIGSYS, kOverdueSignal};
constexpr std::size_t kSignalStack = std::size_t{128} << 10;
constexpr int kWriteFault = 2;  // bit of the page fault's error code
constexpr std::chrono::seconds kNap{10};

// exit and _exit of this program are the library's as well (library/exits.h).
[[noreturn]] void end_process(int status) {
  syscall(SYS_exit_group, status);
  __builtin_unreachable();
}

// A signal handler has no other way to its object. One life is one process with one thread.
constinit Life* living = nullptr;

void on_signal(int signal, siginfo_t* info, void* context) {
  const auto* machine = static_cast<const ucontext_t*>(context);
  const bool is_write = (machine->uc_mcontext.gregs[REG_ERR] & kWriteFault) != 0;
  if (signal == SIGSEGV && living->forgive(*info, is_write)) return;
  living->die(signal, *info, is_write);
}

// alpha or beta in each scalar type.
struct Scalars {
  std::array<float, 2> single;
  std::array<double, 2> wide;

  explicit Scalars(const Scalar& scalar)
      : single{static_cast<float>(scalar.re), static_cast<float>(scalar.im)},
        wide{scalar.re, scalar.im} {}
  const void* pointer(const Scalar& scalar, Api api) const {
    if (scalar.null && !takes_scalars_by_value(api)) return nullptr;
    if (api_info(api).element.component_bytes == 4) return single.data();
    return wide.data();
  }
};

std::uint64_t nanoseconds_since(std::chrono::steady_clock::time_point start) {
  return static_cast<std::uint64_t>(
      std::chrono::nanoseconds(std::chrono::steady_clock::now() - start).count());
}

// What now lies where a fault was, whose page is open; 0 if the number lies in two pages.
double component_at(const Observation& fault, const std::byte* pointer, int bytes) {
  const std::byte* const place = pointer + fault.fault_offset / bytes * bytes;
  if (reinterpret_cast<std::uintptr_t>(place) % Arena::kPage + bytes > Arena::kPage) return 0;
  if (bytes == 4) {
    float value;
    std::memcpy(&value, place, sizeof value);
    return value;
  }
  double value;
  std::memcpy(&value, place, sizeof value);
  return value;
}

void not_made(std::string_view why, Observation* observation) {
  observation->outcome = Outcome::kNotMade;
  observation->text_size =
      static_cast<std::uint32_t>(why.copy(observation->text.data(), observation->text.size()));
}

}  // namespace

void add_text(std::string_view text, Observation* observation) {
  const std::size_t room = observation->text.size() - observation->text_size;
  observation->text_size += static_cast<std::uint32_t>(
      text.copy(observation->text.data() + observation->text_size, room));

  Report report;
  const int reports = parse_reports(text, &report);
  if (observation->messages == 0 && report.format != MessageFormat::kNone) {
    observation->format = report.format;
    observation->number = report.number;
    const std::size_t length =
        report.routine.copy(observation->routine.data(), observation->routine.size() - 1);
    observation->routine[length] = '\0';
  }
  observation->messages = static_cast<std::uint8_t>(std::min(255, observation->messages + reports));
}

void Life::take_text(Observation* observation) {
  const auto add = [&](const Captured& captured) {
    add_text(captured.text, observation);
    // A report may come after any amount of noise.
    if (!captured.tail.empty()) add_text(captured.tail, observation);
  };
  if (workshop_.stream.pending()) add(workshop_.stream.take());
  if (workshop_.descriptors.pending()) add(workshop_.descriptors.take());
}

bool Life::make(const Call& call, bool timed, Observation& observation) {
  protocol::reset(observation);
  if (!workshop_.library.has(call.api)) {
    not_made("the library has no such function", &observation);
    return true;
  }
  OperandMemory& memory = workshop_.memory;
  const Placement& placement = memory.place(call);
  if (!placement.not_made.empty()) {
    not_made(placement.not_made, &observation);
    return true;
  }
  const Scalars alpha(call.alpha);
  const Scalars beta(call.beta);
  Arguments arguments;
  arguments.a = placement[Operand::kA].pointer;
  arguments.b = placement[Operand::kB].pointer;
  arguments.c = placement[Operand::kC].pointer;
  arguments.alpha = alpha.pointer(call.alpha, call.api);
  arguments.beta = beta.pointer(call.beta, call.api);

  std::chrono::steady_clock::time_point start;
  if (timed) start = std::chrono::steady_clock::now();
  const Leave leave = guarded_call([&] { workshop_.library.call(call, arguments); });
  if (timed) observation.nanoseconds = nanoseconds_since(start);

  bool wrote_gap = false;
  if (trespass_.any()) [[unlikely]] {
    // As good as a write between columns that lie near: seen, and judged with all the rest.
    wrote_gap = fault_.effects == kEffectGapChanged && leave.by == LeftBy::kReturned;
    if (!wrote_gap) {
      settle_trespass(call, leave, observation);
      return leave.by != LeftBy::kAbort;
    }
    const int bytes = api_info(call.api).element.component_bytes;
    fault_.actual = {component_at(fault_, placement[Operand::kC].pointer, bytes), 0};
    trespass_.close();
  }
  take_text(&observation);
  Ending ending = observation.messages > 0 ? Ending::kRefused : Ending::kAccepted;
  if (leave.by != LeftBy::kReturned) {
    const bool aborted = leave.by == LeftBy::kAbort;
    observation.outcome = aborted ? Outcome::kCrash : Outcome::kExit;
    observation.code = aborted ? SIGABRT : leave.code;
    if (aborted) return false;
    workshop_.library.restore_after_exit();
    if (ending == Ending::kAccepted) ending = Ending::kUnclear;
  }
  memory.settle(call, ending, observation);
  if (wrote_gap) [[unlikely]] {
    note_gap(call, ending, observation);
  }
  return true;
}

// A page between C's columns was written.
void Life::note_gap(const Call& call, Ending ending, Observation& observation) const {
  const bool first = observation.effects == 0;
  observation.effects |= ending == Ending::kRefused ? kEffectRefusedWroteC : kEffectGapChanged;
  if (!first) return;
  const Shape shape = operand_shape(call, Operand::kC);
  const std::int64_t element = fault_.fault_offset / api_info(call.api).element.bytes();
  observation.operand = Operand::kC;
  observation.row = element % shape.ld;
  observation.column = element / shape.ld;
  if (is_row_major(call.api, call.layout)) std::swap(observation.row, observation.column);
  observation.actual = fault_.actual;  // nothing lay there before
}

// Whatever the call did after the fault it did with memory that is not its own.
void Life::settle_trespass(const Call& call, const Leave& leave, Observation& observation) {
  trespass_.close();
  Observation unused;
  take_text(&unused);
  if (leave.by == LeftBy::kExit) workshop_.library.restore_after_exit();
  workshop_.memory.settle(call, Ending::kUnclear, unused);
  observation = fault_;
}

void Life::serve(std::uint32_t sequence, std::uint32_t first) {
  protocol::Header& header = workshop_.region.header();
  protocol::Batch& batch = workshop_.region.batch(sequence);
  const protocol::Slots slots = workshop_.region.slots(sequence);
  const auto count = std::min(batch.count, static_cast<std::uint32_t>(workshop_.region.capacity()));
  for (std::uint32_t slot = first; slot < count; ++slot) {
    if (batch.cancelled.load(std::memory_order_relaxed) != 0) break;
    const bool own_life = (slots.flags[slot] & protocol::kOwnLife) != 0;
    const bool new_life = (slots.flags[slot] & (protocol::kOwnLife | protocol::kNewLife)) != 0;
    if (new_life && made_any_) {
      header.position.store(protocol::Position{sequence, slot, false}.pack(),
                            std::memory_order_release);
      end_process(0);
    }
    const std::uint64_t position = protocol::Position{sequence, slot, true}.pack();
    slot_ = &slots.observations[slot];
    header.position.store(position, std::memory_order_release);
    made_any_ = true;
    const bool fit = make(slots.calls[slot], own_life, observation_);
    protocol::copy_said(observation_, slot_);
    if (!fit) {
      header.stored.store(position, std::memory_order_release);
      end_process(1);
    }
    if (own_life) {
      slot_ = nullptr;
      header.position.store(protocol::Position{sequence, slot + 1, false}.pack(),
                            std::memory_order_release);
      end_process(0);
    }
  }
  slot_ = nullptr;
  header.position.store(protocol::Position{sequence + 1, 0, false}.pack(),
                        std::memory_order_release);
  change(batch.state, protocol::kDone);
}

void Life::run() {
  watch_signals();
  protocol::Header& header = workshop_.region.header();
  auto position = protocol::Position::unpack(header.position.load(std::memory_order_acquire));
  // A life may end between the last call of a batch and the word that the batch is done.
  protocol::Batch& previous = workshop_.region.batch(position.sequence - 1);
  if (previous.state.load(std::memory_order_acquire) == protocol::kFilled &&
      previous.sequence == position.sequence - 1) {
    change(previous.state, protocol::kDone);
  }
  while (true) {
    protocol::Batch& batch = workshop_.region.batch(position.sequence);
    while (!spin_until(batch.state, protocol::kFilled, header.spin_cycles)) {
      const std::uint32_t state = batch.state.load(std::memory_order_acquire);
      if (state != protocol::kFilled) futex_wait(batch.state, state, kNap);
    }
    serve(position.sequence, position.slot);
    position = {position.sequence + 1, 0, false};
  }
}

void Life::watch_signals() {
  living = this;
  void* memory =
      mmap(nullptr, kSignalStack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  stack_t stack{};
  stack.ss_sp = memory;
  stack.ss_size = kSignalStack;
  if (memory != MAP_FAILED) sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigfillset(&action.sa_mask);
  for (const int signal : kDeadly) sigaction(signal, &action, nullptr);
}

void Life::attribute(const void* address, bool is_write, Observation* observation) const {
  const Operand operand = workshop_.memory.owner(address);
  observation->operand = operand;
  if (operand == Operand::kNone) return;
  const Placed& placed = workshop_.memory.placement()[operand];
  const std::ptrdiff_t offset = static_cast<const std::byte*>(address) - placed.pointer;
  observation->fault_offset = offset;
  const bool inside = offset >= -placed.reach.before && offset < placed.reach.after;
  if (inside && is_write) {
    // C's own elements never fault: this is between them.
    constexpr std::array kChanged = {kEffectAChanged, kEffectBChanged, kEffectGapChanged};
    observation->effects |= kChanged[index(operand)];
  } else {
    observation->effects |= is_write ? kEffectOutsideWrite : kEffectOutsideRead;
  }
}

void Life::note_fault(int signal, const siginfo_t& info, bool is_write) {
  protocol::reset(fault_);
  fault_.outcome = signal == kOverdueSignal ? Outcome::kHang : Outcome::kCrash;
  fault_.code = signal == kOverdueSignal ? 0 : signal;
  take_text(&fault_);
  // Only a fault of the processor has an address; a signal that was sent has a sender there.
  if (signal == SIGSEGV && info.si_code > 0) attribute(info.si_addr, is_write, &fault_);
}

bool Life::forgive(const siginfo_t& info, bool is_write) {
  if (slot_ == nullptr || info.si_code <= 0) return false;
  if (!workshop_.memory.in_guard(info.si_addr)) return false;
  const bool first = !trespass_.any();
  if (!trespass_.open(info.si_addr)) return false;
  if (first) note_fault(SIGSEGV, info, is_write);
  return true;
}

void Life::die(int signal, const siginfo_t& info, bool is_write) {
  Observation* const slot = slot_;
  if (slot == nullptr) end_process(1);
  if (!trespass_.any()) note_fault(signal, info, is_write);
  protocol::copy_said(fault_, slot);
  protocol::Header& header = workshop_.region.header();
  header.stored.store(header.position.load(std::memory_order_relaxed), std::memory_order_release);
  end_process(1);
}

}  // namespace gemmcheck
