// Asking which calls show the property, in batches, with a count of what was asked.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "minimize/minimize.h"

namespace gemmcheck {

class Asker {
 public:
  Asker(const Shows& shows, int batch) : shows_(shows), batch_(batch > 0 ? batch : 1) {}

  /// Index of the first call that shows; nullopt if none does, or none of those that could be made
  /// before `made()` reaches `budget`. Calls are made in batches, so some after the first too.
  [[nodiscard]] Expected<std::optional<std::size_t>> first_of(
      std::span<const Call> calls,
      std::uint64_t budget = std::numeric_limits<std::uint64_t>::max());

  [[nodiscard]] std::uint64_t made() const { return made_; }

 private:
  const Shows& shows_;
  int batch_;
  std::uint64_t made_ = 0;
};

}  // namespace gemmcheck
