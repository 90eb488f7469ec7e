#include "worker/parent.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <ctime>
#include <vector>

#include "call/api.h"
#include "call/call.h"
#include "library/exits.h"
#include "reference/check.h"

namespace gemmcheck {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::nanoseconds;

constexpr std::array<std::int64_t, 2> kWarmUpSizes = {2, 64};
constexpr unsigned kWarmUpLimit = 20;  // seconds
constexpr int kMaxIdleLives = 3;
constexpr nanoseconds kLongestNap = std::chrono::milliseconds(500);
// For an overdue life to put down what it knows.
constexpr nanoseconds kGrace = std::chrono::milliseconds(100);

bool make_small_calls(const CblasLibrary& library) {
  constexpr std::int64_t kLargest = kWarmUpSizes.back();
  // Zeros of any type, for the operands and for beta.
  std::vector<double> a(2 * kLargest * kLargest);
  std::vector<double> b(a);
  std::vector<double> c(a);
  constexpr std::array<double, 2> kOne = {1, 0};
  constexpr std::array<float, 2> kSingleOne = {1, 0};
  constexpr std::array<double, 2> kZero = {0, 0};
  for (const ApiInfo& api : apis_of(Dialect::kNetlib)) {
    if (!library.has(api.api)) continue;
    for (const std::int64_t size : kWarmUpSizes) {
      Call call = baseline(api.api);
      call.m = call.n = call.k = size;
      set_tight(call);
      Arguments arguments;
      arguments.a = a.data();
      arguments.b = b.data();
      arguments.c = c.data();
      arguments.beta = kZero.data();
      arguments.alpha = kOne.data();
      if (api.element.component_bytes == 4) arguments.alpha = kSingleOne.data();
      const Leave leave = guarded_call([&] { library.call(call, arguments); });
      if (leave.by != LeftBy::kReturned) return false;
    }
  }
  return true;
}

void ignore(int) {}

// Every SIGCHLD but those that arrive inside ppoll waits until then, so that none is missed.
void hold_child_signals(sigset_t* outside) {
  struct sigaction action {};
  action.sa_handler = ignore;
  sigaction(SIGCHLD, &action, nullptr);
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, outside);
}

timespec to_timespec(nanoseconds time) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  return {time.count() / kSecond, time.count() % kSecond};
}

[[noreturn]] void live(const Workshop& workshop, pid_t parent, const sigset_t& outside) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) syscall(SYS_exit_group, 1);
  // What a library sends to its process group is its own affair, and what it forks ends with it.
  setpgid(0, 0);
  signal(SIGCHLD, SIG_DFL);
  sigprocmask(SIG_SETMASK, &outside, nullptr);
  Life(workshop).run();
}

// Whether the life has ended. Ends what it has left behind then: as long as the life itself is not
// reaped, the group's number cannot be anybody else's.
bool has_ended(pid_t life, int* status) {
  siginfo_t info{};
  if (waitid(P_PID, static_cast<id_t>(life), &info, WEXITED | WNOHANG | WNOWAIT) != 0) return false;
  if (info.si_pid != life) return false;
  kill(-life, SIGKILL);
  return waitpid(life, status, 0) == life;
}

}  // namespace

void warm_up(const CblasLibrary& library) {
  const pid_t child = fork();
  if (child < 0) return;
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    alarm(kWarmUpLimit);
    const bool well = make_small_calls(library);
    syscall(SYS_exit_group, well ? 0 : 1);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) make_small_calls(library);
}

Parent::End Parent::watch(pid_t life) const {
  protocol::Header& header = workshop_.region.header();
  const nanoseconds deadline(header.deadline_ns);
  const timespec nap = to_timespec(std::min(deadline / 4 + nanoseconds(1), kLongestNap));
  sigset_t waiting;
  sigprocmask(SIG_BLOCK, nullptr, &waiting);
  sigdelset(&waiting, SIGCHLD);

  End end;
  std::uint64_t seen = header.position.load(std::memory_order_acquire);
  Clock::time_point since = Clock::now();
  while (!has_ended(life, &end.status)) {
    pollfd lifeline{protocol::kLifelineFd, POLLIN, 0};
    const int hung_up = ppoll(&lifeline, 1, &nap, &waiting);
    const Clock::time_point now = Clock::now();
    const std::uint64_t position = header.position.load(std::memory_order_acquire);
    if (position != seen) {
      seen = position;
      since = now;
    }
    if (hung_up > 0) {
      end.orphaned = true;
      kill(life, SIGKILL);
    } else if (!protocol::Position::unpack(seen).in_flight || now - since < deadline) {
      continue;
    } else if (!end.overdue) {
      end.overdue = true;
      kill(life, kOverdueSignal);
    } else if (now - since > deadline + kGrace) {
      kill(life, SIGKILL);
    }
  }
  return end;
}

// The life is dead. If a call was in flight, that is what it died of.
void Parent::blame(const End& end) {
  protocol::Header& header = workshop_.region.header();
  const std::uint64_t word = header.position.load(std::memory_order_acquire);
  const auto position = protocol::Position::unpack(word);
  const bool planned = WIFEXITED(end.status) && WEXITSTATUS(end.status) == 0;
  if (position.in_flight || !planned) header.restarts.fetch_add(1, std::memory_order_relaxed);
  if (!position.in_flight) return;
  if (header.stored.load(std::memory_order_acquire) != word &&
      position.slot < workshop_.region.capacity()) {
    Observation observation;
    if (end.overdue) {
      observation.outcome = Outcome::kHang;
    } else if (WIFSIGNALED(end.status)) {
      observation.outcome = Outcome::kCrash;
      observation.code = WTERMSIG(end.status);
    } else {
      observation.outcome = Outcome::kExit;
      observation.code = WEXITSTATUS(end.status);
    }
    if (workshop_.descriptors.pending()) {
      add_text(workshop_.descriptors.take().text, &observation);
    }
    protocol::copy_said(observation,
                        &workshop_.region.slots(position.sequence).observations[position.slot]);
  }
  header.position.store(protocol::Position{position.sequence, position.slot + 1, false}.pack(),
                        std::memory_order_release);
}

int Parent::run() {
  sigset_t outside;
  hold_child_signals(&outside);
  const pid_t self = getpid();
  protocol::Header& header = workshop_.region.header();
  int idle_lives = 0;
  while (idle_lives < kMaxIdleLives) {
    const std::uint64_t start = header.position.load(std::memory_order_acquire);
    const pid_t life = fork();
    if (life < 0) return 1;
    if (life == 0) live(workshop_, self, outside);
    const End end = watch(life);
    if (end.orphaned) return 0;
    blame(end);
    // Whatever is left belongs to no call.
    if (workshop_.descriptors.pending()) workshop_.descriptors.take();
    idle_lives = header.position.load(std::memory_order_acquire) == start ? idle_lives + 1 : 0;
  }
  return 1;
}

}  // namespace gemmcheck
