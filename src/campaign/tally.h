// What a part of the stream showed: how many calls came to what, and what disagreed.
#pragma once

#include <cstdint>
#include <functional>
#include <map>

#include "campaign/campaign.h"
#include "findings/lists.h"
#include "generate/coverage.h"

namespace gemmcheck {

/// What is reduced and filed once. Calls that a list entry covers are kept apart from those that
/// none does: else a well-known difference would hide a new one with the same key.
struct Group {
  CoarseKey key;
  const ListEntry* entry;

  friend bool operator<(const Group& x, const Group& y) {
    if (x.key != y.key) return x.key < y.key;
    return std::less<>{}(x.entry, y.entry);
  }
};

/// The first call of the run that showed a key, and how many did.
struct Hit {
  Call call;
  std::uint64_t index;
  std::uint64_t count;
};

/// Parts of a stream add up to the same whole in any order.
class Tally {
 public:
  /// The contract must outlive this.
  explicit Tally(const Contract& contract) : coverage(contract) {}

  void add(const Call& call, std::uint64_t index, const Examined& examined, const ListEntry* entry);
  /// Counts further calls of a group; the one with the lowest index stays.
  void add(const Group& group, const Hit& hit);
  void merge(const Tally& other);

  Counts counts;
  Coverage coverage;
  std::map<Group, Hit> hits;
};

}  // namespace gemmcheck
