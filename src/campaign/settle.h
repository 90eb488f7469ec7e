// What follows the stream: every disagreement is reduced, confirmed and filed.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "campaign/campaign.h"
#include "campaign/tally.h"

namespace gemmcheck {

/// Where settling puts what it found.
struct Settled {
  std::vector<Filed> findings;    ///< sorted by signature
  std::uint64_t unconfirmed = 0;  ///< disagreements that did not repeat 3 of 3
  std::uint64_t not_reduced = 0;  ///< disagreements left when it was told to stop
};

/// The calls that one process made before the call with this index, as far as they matter.
using CallsBefore = std::function<std::vector<Call>(std::uint64_t index)>;

struct SettleHooks {
  CallsBefore before;
  FileFinding file;  ///< may be empty
  /// Asked a few times a second by the caller's thread: false begins nothing new.
  std::function<bool()> go_on;
};

/// Shares the groups out among the examiners, each at work in a thread of its own. The result does
/// not depend on how many there are.
[[nodiscard]] Expected<Settled> settle(std::vector<Examiner>& examiners, const Lists& lists,
                                       const std::map<Group, Hit>& hits, std::uint64_t seed,
                                       const SettleHooks& hooks);

/// List entries whose example this library no longer shows.
[[nodiscard]] Expected<std::vector<const ListEntry*>> gone_entries(Examiner& examiner,
                                                                   const Lists& lists);

}  // namespace gemmcheck
