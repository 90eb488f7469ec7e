// What a person reads: causes with one finding each, what to run next. Text only; the tool prints
// it.
#pragma once

#include <cstdint>
#include <string>

#include "campaign/campaign.h"
#include "report/json.h"

namespace gemmcheck {

/// The end of a run as lines for stdout. `library_argument` is what --library was given, for the
/// commands shown.
[[nodiscard]] std::string console_summary(const CampaignResult& result,
                                          const std::string& library_argument);

/// "  412,000 of 1,000,000 calls · 1,398,112/s · 12 disagreements", without newline.
[[nodiscard]] std::string progress_line(const Progress& progress);

/// One replayed entry in one line: "agrees", or kind, expected and observed.
[[nodiscard]] std::string replay_line(const Replayed& replayed, const LibraryInfo& library);

/// An entry held against the validator in one line.
[[nodiscard]] std::string validated_line(const Validated& validated);

/// A call made on a library, for `observe`: outcome, message, effects, verdict. Several lines.
[[nodiscard]] std::string observation_lines(const Observed& observed, const LibraryInfo& library);

/// 1234567 as "1,234,567".
[[nodiscard]] std::string grouped(std::uint64_t number);

/// "openblas 0.3.21 (SkylakeX)", "netlib, version unknown".
[[nodiscard]] std::string library_title(const LibraryInfo& library);

}  // namespace gemmcheck
