// The one deterministic reducer of every front end: from a call to the smallest call with the same
// coarse key.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "call/call.h"
#include "call/error.h"

namespace gemmcheck {

/// Which of these calls show the property that is to be kept (the coarse key). Deterministic in the
/// call; answers[i] is for calls[i]. Costly: the reducer asks in batches.
using Shows = std::function<Expected<std::vector<bool>>(std::span<const Call> calls)>;
/// A cheap necessary condition, asked before `Shows` (the prediction side of the key).
using MayShow = std::function<bool(const Call& call)>;

struct ReduceOptions {
  std::uint64_t budget = 2'000'000;  ///< calls that may be made through Shows
  int batch = 256;
};

struct Reduction {
  Call call;
  bool minimal;        ///< the first in the total order; false: cut off, and then 1-minimal only
  std::uint64_t made;  ///< calls made
};

/// Greedy descent to the baseline, then a search upwards from the baseline inside a box (sizes and
/// leading dimensions -2..9, at most 3 fields off baseline) in the total order. Precondition:
/// `start` shows.
[[nodiscard]] Expected<Reduction> reduce(const Call& start, const MayShow& may_show,
                                         const Shows& shows, const ReduceOptions& options = {});

/// The total order: number of fields off baseline, then sum of magnitudes off baseline, then
/// canonical text.
[[nodiscard]] bool simpler(const Call& x, const Call& y);
[[nodiscard]] int fields_off_baseline(const Call& call);
[[nodiscard]] std::uint64_t magnitude_off_baseline(const Call& call);

/// True if no single field can go back to its baseline and no number one step towards it without
/// losing the property.
[[nodiscard]] Expected<bool> is_one_minimal(const Call& call, const MayShow& may_show,
                                            const Shows& shows);

}  // namespace gemmcheck
