// The options that say which calls a run makes.
#pragma once

#include <cstdint>

#include "campaign/campaign.h"
#include "tool/options.h"

namespace gemmcheck::tool {

/// Seed, cases, time, shard, APIs and --only. kBadInput names the option. `default_cases`: where
/// neither cases nor time are given.
[[nodiscard]] Expected<CampaignOptions> campaign_options(const Options& options,
                                                         std::uint64_t default_cases);

}  // namespace gemmcheck::tool
