// The one deterministic reducer of every front end: from a call to the smallest call with the same
// coarse key.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
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
  /// Calls that may be made through Shows before the search upwards gives up. The descent always
  /// ends, for its result must be 1-minimal; it takes some hundred calls and counts as well.
  std::uint64_t budget = 2'000'000;
  int batch = 256;  ///< calls in one question
};

struct Reduction {
  Call call;
  bool minimal;        ///< the first of the box in the total order; false: 1-minimal only, because
                       ///< nothing in the box shows or the budget ended first
  std::uint64_t made;  ///< calls made
};

/// Greedy descent to the baseline, then a search upwards from the baseline inside a box in the
/// total order: at most 3 fields off baseline; sizes and leading dimensions -2..9; enumerators and
/// unnamed values next to them; few scalars (-1, 0, 1, 2, NaN, Inf, ...), pointers (null, small
/// offsets, C = A or B), fills. The first call there that shows is the result, whichever start led
/// there; the descent's call only ends the search early, where it is in the box itself.
/// Precondition: `start` shows. Errors of `shows` are passed on.
[[nodiscard]] Expected<Reduction> reduce(const Call& start, const MayShow& may_show,
                                         const Shows& shows, const ReduceOptions& options = {});

/// The total order: number of fields off baseline, then sum of magnitudes off baseline, then
/// canonical text.
[[nodiscard]] bool simpler(const Call& x, const Call& y);
/// How many values the canonical line names.
[[nodiscard]] int fields_off_baseline(const Call& call);
/// Sum over the fields, saturated. Integers: |value - default|, where the default of a leading
/// dimension is the tight one for the call's sizes. Enums: place among the enumerators, unnamed
/// values after them. Scalars, pointers, fills: place among the simple ones.
[[nodiscard]] std::uint64_t magnitude_off_baseline(const Call& call);

/// True if in the call's line no single value can be left out and no number go one step towards its
/// baseline without losing the property. A step to a call that is not simpler does not count: it
/// moves leading dimensions away from tight. Independent of how reduce() searches.
[[nodiscard]] Expected<bool> is_one_minimal(const Call& call, const MayShow& may_show,
                                            const Shows& shows);

}  // namespace gemmcheck
