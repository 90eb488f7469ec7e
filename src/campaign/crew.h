// Threads at work, and the one that waits for them.
#pragma once

#include <cstddef>
#include <functional>

namespace gemmcheck {

/// Calls `work` with 0, 1, ... count - 1, each in a thread of its own, and meanwhile `look` a few
/// times a second in the caller's thread. Returns when all are done.
void run_crew(std::size_t count, const std::function<void(std::size_t)>& work,
              const std::function<void()>& look);

}  // namespace gemmcheck
