// What a corpus entry says that it must come to, held against the validator.
#pragma once

#include "call/text.h"
#include "report/json.h"

namespace gemmcheck::tool {

/// "accepted", "refused lda", "undefined" or "unsettled": what the validator says of a call.
[[nodiscard]] std::string predicted_text(const Call& call);

/// Whether the validator says of the entry what it expects: "accepted", "refused", "refused lda",
/// "undefined" or "unsettled". kBadInput with file and line if it expects anything else.
[[nodiscard]] Expected<Validated> validate_entry(const std::string& file, const Entry& entry);

}  // namespace gemmcheck::tool
