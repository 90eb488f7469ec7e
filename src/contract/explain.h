// Predictions in words, for people: what is wrong, which parameter, both numbers of each
// comparison, what to do.
#pragma once

#include <string>
#include <vector>

#include "contract/predict.h"

namespace gemmcheck {

/// One violated (or undefined) clause of a call, in words.
struct Violation {
  const Clause* clause;
  std::vector<int>
      numbers;  ///< under which numbers a message may report the parameter (prescribed scheme)
  std::string message;  ///< "lda = 1, but it must be at least max(1, k) = 3 (transa = T, ColMajor)"
};

/// Violated clauses in order of precedence, the deciding one first. Names violated clauses only.
[[nodiscard]] std::vector<Violation> violations(const Call& call, const Prediction& prediction,
                                                const Contract& contract);

/// Hints that are no violations: leading dimensions that would be right for the other layout, for
/// another op or exchanged, and legal calls that look like a row-major caller's. May be empty.
[[nodiscard]] std::vector<std::string> advice(const Call& call, const Prediction& prediction);

/// The whole explanation as several lines for a terminal, ending with a newline.
[[nodiscard]] std::string explain(const Call& call, const Contract& contract);

/// "refused", "accepted", "accepted or refused"; for status-returning APIs the names of the
/// statuses.
[[nodiscard]] std::vector<std::string> status_names(Api api, StatusSet statuses);

}  // namespace gemmcheck
