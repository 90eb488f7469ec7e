// The worker's first process: it has the library loaded, forks lives, keeps the deadline and says
// which call a life died of.
#pragma once

#include <sys/types.h>

#include <cstdint>

#include "worker/life.h"

namespace gemmcheck {

/// Makes one small and one larger legal call of each API, so that what a library sets up at its
/// first call is there before a life is forked. In a child first: where that does not come back
/// well, nothing is done here.
void warm_up(const CblasLibrary& library);

class Parent {
 public:
  explicit Parent(const Workshop& workshop) : workshop_(workshop) {}

  /// Forks life after life. Returns an exit status when the supervisor is gone (0) or lives end
  /// without getting anywhere (1).
  [[nodiscard]] int run();

 private:
  struct End {
    int status = 0;
    bool overdue = false;
    bool orphaned = false;  ///< the supervisor is gone
  };
  End watch(pid_t life) const;
  void blame(const End& end);

  Workshop workshop_;
};

}  // namespace gemmcheck
