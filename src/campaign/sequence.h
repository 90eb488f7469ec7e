// Disagreements that a call shows only after others: the shortest sequence of calls that leads to
// one.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "campaign/examine.h"

namespace gemmcheck {

/// Reduces and confirms a disagreement that `call` showed after the calls `before` it, but does not
/// show alone. Nothing if it cannot be shown again, or only after too many calls.
[[nodiscard]] Expected<std::optional<Finding>> investigate_sequence(
    Examiner& examiner, std::span<const Call> before, const Call& call, const CoarseKey& key,
    const Examiner::Belongs& belongs);

}  // namespace gemmcheck
