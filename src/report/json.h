// The small stable JSON that other programs read (design, section 6); more keys may follow. The
// JSON library is included in json.cc alone. Every function returns one document, indented, ending
// with a newline.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "campaign/campaign.h"
#include "contract/target.h"

namespace gemmcheck {

/// One call: {"call", "target", "statuses", "standing", "parameters", "clause", "violations",
/// "basis", "advice"}. Several: an array of these.
[[nodiscard]] std::string predictions_json(std::span<const Call> calls, const Target& target,
                                           bool as_array);

/// A call on a library: {"call", "library", "verdict", "kind", "prediction", "observation"}.
struct Observed {
  Call call;
  Examined examined;
};
[[nodiscard]] std::string observations_json(std::span<const Observed> observed,
                                            const LibraryInfo& library, const Contract& contract,
                                            const Numbering& numbering, bool as_array);

[[nodiscard]] std::string finding_json(const Finding& finding, const Contract& contract,
                                       const Numbering& numbering);
/// Several: an array of these.
[[nodiscard]] std::string findings_json(std::span<const Finding> findings, const Contract& contract,
                                        const Numbering& numbering);

/// What a finding.json says of the files beside it.
struct FindingRecord {
  std::string signature;
  std::vector<std::string> lines;  ///< calls that set the stage, then the judged one
};
/// kBadInput if the text is no finding.json.
[[nodiscard]] Expected<FindingRecord> parse_finding_json(std::string_view text);

[[nodiscard]] std::string campaign_json(const CampaignResult& result, const Contract& contract);

/// One replayed entry.
struct Replayed {
  std::string file;
  int line = 0;
  Call call;
  Examined examined;
  const ListEntry* entry = nullptr;  ///< the list entry that covers the disagreement, if any
};
/// An entry that says itself what it must come to: asked of the validator, not of a library.
struct Validated {
  std::string file;
  int line = 0;
  Call call;
  std::string expect;     ///< as in the file
  std::string predicted;  ///< what the validator says, in the same words
  bool agrees = false;
};
/// {"library", "entries", "validated"}; "library" is null if none was needed.
[[nodiscard]] std::string replay_json(std::span<const Replayed> replayed,
                                      std::span<const Validated> validated,
                                      const LibraryInfo* library, const Contract& contract,
                                      const Numbering& numbering);

[[nodiscard]] std::string lists_json(const Lists& lists);

/// A library that may or may not be there.
struct FoundLibrary {
  std::string name;
  std::string package;  ///< the Debian package that brings it
  std::string error;    ///< why it cannot be used; "" if it can
  LibraryInfo info;
};
[[nodiscard]] std::string libraries_json(std::span<const FoundLibrary> libraries);

}  // namespace gemmcheck
