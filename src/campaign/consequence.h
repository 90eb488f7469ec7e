// Disagreements that only repeat what another disagreement says.
#pragma once

#include <optional>

#include "campaign/examine.h"

namespace gemmcheck {

/// A disagreement that stands behind another, and a call that shows it.
struct Behind {
  Call call;
  CoarseKey key;
};

/// Two kinds repeat others:
///
/// kParameter: of a call with several faults, a library that does not notice the first names the
/// next; one that refuses a legal value names that instead of a fault which comes later. Either is
/// a disagreement about the status too: of the call with the first fault alone, or without its
/// faults.
///
/// kFootprint: where operands share memory, the one that was overrun need not be the one whose
/// memory it is. Where each has memory of its own, it is plain.
///
/// Returns the other disagreement, or nothing where this one stands for itself. Precondition:
/// `call` shows `key`.
[[nodiscard]] Expected<std::optional<Behind>> disagreement_behind(Examiner& examiner,
                                                                  const Call& call,
                                                                  const CoarseKey& key);

}  // namespace gemmcheck
