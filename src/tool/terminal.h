// Progress on stderr: one line that is rewritten on a terminal, a plain line now and then
// elsewhere. And Ctrl-C.
#pragma once

#include <chrono>
#include <string>

namespace gemmcheck::tool {

class ProgressPrinter {
 public:
  ProgressPrinter();
  void show(const std::string& line);
  /// Removes the line from a terminal.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  bool terminal_;
  bool shown_ = false;
  Clock::time_point next_;
};

/// While one is alive, the first SIGINT or SIGTERM is noted, and the next one ends the program as
/// usual.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  [[nodiscard]] static bool interrupted();
};

}  // namespace gemmcheck::tool
