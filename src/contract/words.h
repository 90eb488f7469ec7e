// Single values, terms and clauses of a call in words, with the numbers they compare.
#pragma once

#include <string>

#include "contract/predict.h"

namespace gemmcheck {

/// "transa = T", "transa = #47", "layout = ColMajor", "m = -1".
[[nodiscard]] std::string assignment(const Call& call, Key key);

/// Which size bounds the leading dimension of an operand in this call: "m", "n" or "k".
[[nodiscard]] std::string_view bound_name(const Call& call, Operand operand);

/// What is wrong, for a clause that holds of the call, with both numbers of each comparison:
/// "lda = 1, but it must be at least max(1, k) = 3 (transa = T, ColMajor)".
[[nodiscard]] std::string violation_message(const Call& call, const Clause& clause,
                                            const Contract& contract);

}  // namespace gemmcheck
