#include "tool/terminal.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>

namespace gemmcheck::tool {
namespace {

constexpr std::chrono::seconds kPlainInterval{10};

// timeout(1) sends its signal to the process and to the group that it is in: what comes twice
// within this time is one.
constexpr std::chrono::milliseconds kOneSignal{50};

// When the first came, on the steady clock; 0: none has.
std::atomic<std::chrono::steady_clock::rep> first_signal{0};
static_assert(decltype(first_signal)::is_always_lock_free);

void install(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

// The second signal, whichever of the two, does what it does by default, so an impatient user is
// obeyed.
void note_interrupt(int signal) {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  auto first = decltype(now)::zero().count();
  if (first_signal.compare_exchange_strong(first, now.count())) return;
  if (now - std::chrono::steady_clock::duration(first) < kOneSignal) return;
  install(SIG_DFL);
  raise(signal);
}

}  // namespace

ProgressPrinter::ProgressPrinter()
    : terminal_(isatty(STDERR_FILENO) != 0), next_(Clock::now() + kPlainInterval) {}

void ProgressPrinter::show(const std::string& line) {
  if (terminal_) {
    std::fprintf(stderr, "\r\033[K%s", line.c_str());
    std::fflush(stderr);
    shown_ = true;
  } else if (Clock::now() >= next_) {
    std::fprintf(stderr, "%s\n", line.c_str());
    next_ = Clock::now() + kPlainInterval;
  }
}

void ProgressPrinter::clear() {
  if (shown_) std::fputs("\r\033[K", stderr);
  shown_ = false;
}

InterruptGuard::InterruptGuard() {
  install(note_interrupt);
}
InterruptGuard::~InterruptGuard() {
  install(SIG_DFL);
}
bool InterruptGuard::interrupted() {
  return first_signal != 0;
}

}  // namespace gemmcheck::tool
