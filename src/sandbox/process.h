// The worker as a process: spawned, watched, killed.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

#include "call/error.h"
#include "library/spec.h"

namespace gemmcheck {

/// A spawned worker program. Killed, with what it forked, at the end of the object's life.
class Process {
 public:
  /// Starts `program` on the library `spec` with the descriptor `region_fd` as its shared memory.
  /// `other_core`: kept off the core that the calling thread is on, where there is another.
  /// The worker ends by itself when this process does.
  [[nodiscard]] static Expected<Process> spawn(const std::string& program, const LibrarySpec& spec,
                                               int region_fd, bool other_core);

  Process() = default;
  Process(Process&& other) noexcept;
  Process& operator=(Process&& other) noexcept;
  ~Process();

  pid_t pid() const { return pid_; }
  /// How it ended, as waitpid tells; nullopt while it runs.
  [[nodiscard]] std::optional<int> ended();
  void kill();

 private:
  // Lets it end by itself, and kills it where it does not.
  void dismiss();

  pid_t pid_ = -1;
  int lifeline_ = -1;
};

/// The worker program's path where none is given: beside the running executable.
[[nodiscard]] std::string default_worker();

/// How many cores this thread may run on.
[[nodiscard]] int usable_cores();

/// "signal 11 (Segmentation fault)" or "exit status 3", from a status of waitpid.
[[nodiscard]] std::string describe_end(int status);

}  // namespace gemmcheck
