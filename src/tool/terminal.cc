#include "tool/terminal.h"

#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace gemmcheck::tool {
namespace {

constexpr std::chrono::seconds kPlainInterval{10};

volatile std::sig_atomic_t interrupt_seen = 0;

void note_interrupt(int /*signal*/) {
  interrupt_seen = 1;
}

void install(void (*handler)(int), int flags) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
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

// SA_RESETHAND: the second signal finds the default handler, so an impatient user is obeyed.
InterruptGuard::InterruptGuard() {
  install(note_interrupt, SA_RESETHAND);
}
InterruptGuard::~InterruptGuard() {
  install(SIG_DFL, 0);
}
bool InterruptGuard::interrupted() {
  return interrupt_seen != 0;
}

}  // namespace gemmcheck::tool
