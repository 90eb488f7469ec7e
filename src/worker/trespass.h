// Guard pages that a call has touched, opened so that it can go on. The fault has said all there is
// to know, and a call that returns is a hundred times cheaper than a life that ends: some kernels
// overrun their operands in one call out of a hundred.
#pragma once

#include <array>
#include <cstddef>

namespace gemmcheck {

class Trespass {
 public:
  /// Makes the inaccessible page at this address accessible. False if it has to stay shut: a call
  /// that strays further than a few pages is better ended. Safe in a signal handler.
  bool open(const void* address);

  bool any() const { return count_ != 0; }

  /// Makes the opened pages inaccessible and empty again.
  void close();

 private:
  static constexpr std::size_t kMostPages = 8;

  std::array<void*, kMostPages> pages_{};
  std::size_t count_ = 0;
};

}  // namespace gemmcheck
