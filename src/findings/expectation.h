// What a finding's contract asks for, in the terms of the library's messages.
#pragma once

#include <vector>

#include "findings/finding.h"

namespace gemmcheck {

/// The parameters that a refusal may name, in the clauses' order, each once; empty for a legal
/// call.
[[nodiscard]] std::vector<Key> expected_parameters(const Prediction& prediction,
                                                   const Contract& contract);

}  // namespace gemmcheck
