// The total order, with its parts computed once.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "call/call.h"

namespace gemmcheck {

/// Smaller is simpler. The text is the canonical line, so that only equal calls rank equal.
struct Rank {
  int fields;
  std::uint64_t magnitude;
  std::string text;

  friend auto operator<=>(const Rank&, const Rank&) = default;
  friend bool operator==(const Rank&, const Rank&) = default;
};
[[nodiscard]] Rank rank_of(const Call& call);

/// Puts the calls in order, simplest first, each once.
void sort_simplest_first(std::vector<Call>& calls);

}  // namespace gemmcheck
