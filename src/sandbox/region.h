// The shared memory of protocol.h, created on one side and mapped on both.
#pragma once

#include <cstddef>

#include "call/error.h"
#include "sandbox/protocol.h"

namespace gemmcheck {

/// A mapping of the shared memory. Movable, unmaps at its end.
class Region {
 public:
  /// A fresh memfd for batches of `capacity` calls, with an initialized header.
  [[nodiscard]] static Expected<Region> create(int capacity);
  /// Maps what `create` made, from its descriptor, and checks that it is that. Takes the
  /// descriptor over.
  [[nodiscard]] static Expected<Region> open(int fd);

  Region() = default;
  Region(Region&& other) noexcept;
  Region& operator=(Region&& other) noexcept;
  ~Region();

  int fd() const { return fd_; }
  protocol::Header& header() const { return *header_; }
  std::size_t capacity() const { return capacity_; }
  protocol::Slots slots(std::uint32_t sequence) const {
    return protocol::slots(*header_, capacity_, sequence);
  }
  protocol::Batch& batch(std::uint32_t sequence) const {
    return header_->batches[sequence % protocol::kBatches];
  }

 private:
  int fd_ = -1;
  protocol::Header* header_ = nullptr;
  // Kept here as well: what stands in the shared header may be anything once a library has run.
  std::size_t capacity_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace gemmcheck
