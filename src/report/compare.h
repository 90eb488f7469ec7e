// A comparison of libraries for people and for programs.
#pragma once

#include <string>

#include "campaign/compare.h"

namespace gemmcheck {

/// A title, then one block a cause: the simplest call, and what each library says of it.
[[nodiscard]] std::string comparison_summary(const Comparison& comparison);

/// {"libraries", "seed", "calls", "calls_per_second", "skipped", "not_made", "unconfirmed",
/// "restarts", "interrupted", "causes": [{"name", "odd_one", "differences": [{"call",
/// "original_call", "minimal", "confirmed", "index", "count", "answers": [{"library", "answer",
/// "parameter", "effect"}]}]}]}
[[nodiscard]] std::string comparison_json(const Comparison& comparison);

}  // namespace gemmcheck
