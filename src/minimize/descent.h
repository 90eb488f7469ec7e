// Greedy descent to the baseline.
#pragma once

#include "minimize/ask.h"
#include "minimize/minimize.h"

namespace gemmcheck {

/// From `start` to a 1-minimal call that shows too. Every step is to a simpler call, so it ends;
/// the fields are tried in a fixed order, so it is deterministic.
[[nodiscard]] Expected<Call> descend(const Call& start, const MayShow& may_show, Asker& asker);

}  // namespace gemmcheck
