// A comparison of libraries for people and for programs.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "campaign/compare.h"

namespace gemmcheck {

/// What to call each library: its title and, where several have the same, what of the paths tells
/// them apart; the same file twice is numbered.
[[nodiscard]] std::vector<std::string> library_labels(std::span<const LibraryInfo> libraries);

/// A title, then one block a cause: the simplest call, and what each library says of it.
[[nodiscard]] std::string comparison_summary(const Comparison& comparison);

/// {"libraries": [{"name", ..., "label"}], "seed", "calls", "calls_per_second", "skipped",
/// "not_made", "unconfirmed", "not_reduced", "restarts", "interrupted", "differences": how many,
/// "causes": [{"name", "odd_one", "differences": [{"call", "original_call", "minimal", "confirmed",
/// "index", "count", "answers": [{"library", "answer", "kind", "outcome", "parameter", "effects",
/// "operand"}]}]}]}. "library" and "odd_one" are labels, "answer" is the text that
/// comparison_summary shows, "kind" its first words; null: nothing of the sort.
[[nodiscard]] std::string comparison_json(const Comparison& comparison);

}  // namespace gemmcheck
