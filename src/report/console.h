// What a person reads at the end of a run: causes, one finding each, what to run next.
#pragma once

#include <string>

#include "campaign/campaign.h"

namespace gemmcheck {

/// The summary of a run as lines for stdout.
[[nodiscard]] std::string console_summary(const CampaignResult& result, const Contract& contract,
                                          const std::string& library_argument);
/// One progress line, without newline.
[[nodiscard]] std::string progress_line(const Progress& progress);

}  // namespace gemmcheck
