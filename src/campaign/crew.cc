#include "campaign/crew.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace gemmcheck {
namespace {

constexpr std::chrono::milliseconds kLookInterval{100};

// Counts threads that have come to their end.
class Finish {
 public:
  explicit Finish(std::size_t threads) : left_(threads) {}

  void arrive() {
    const std::lock_guard lock(mutex_);
    --left_;
    all_.notify_one();
  }
  /// True once all have arrived; false if that takes longer.
  bool wait(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return all_.wait_for(lock, time, [this] { return left_ == 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable all_;
  std::size_t left_;
};

}  // namespace

void run_crew(std::size_t count, const std::function<void(std::size_t)>& work,
              const std::function<void()>& look) {
  Finish finish(count);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < count; ++i) {
    threads.emplace_back([&, i] {
      work(i);
      finish.arrive();
    });
  }
  while (!finish.wait(kLookInterval)) look();
  for (std::thread& thread : threads) thread.join();
}

}  // namespace gemmcheck
