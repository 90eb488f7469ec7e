// A run's state as a text file, so that a killed run can go on where it was.
#pragma once

#include <string>
#include <string_view>

#include "campaign/campaign.h"
#include "campaign/work.h"

namespace gemmcheck {

/// What makes two runs the same one: what they generate, skip and judge by, and the library. One
/// "name value" line each.
[[nodiscard]] std::string run_identity(const CampaignOptions& options, const LibraryInfo& library,
                                       const Contract& contract);

/// The file's text.
[[nodiscard]] std::string checkpoint_text(const std::string& identity, const RunState& state);

/// Reads it back. List entries are looked up anew, since lists may have changed. kBadInput if it is
/// the state of another run, and names what differs; or if it is no such state or not a whole one.
[[nodiscard]] Expected<RunState> parse_checkpoint(std::string_view text,
                                                  const std::string& identity, const Lists& lists,
                                                  const LibraryInfo& library,
                                                  const Contract& contract);

}  // namespace gemmcheck
