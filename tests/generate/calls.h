// What the tests of this folder ask of a generated call.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "call/enums.h"
#include "call/extents.h"
#include "contract/predict.h"
#include "generate/generate.h"

namespace gemmcheck {

inline bool is_accepted(const Prediction& prediction) {
  return prediction.violated == 0 && prediction.standing != Standing::kUndefined;
}

/// The clause that alone is violated; kNoClause if none or several are.
inline std::uint8_t single_violation(const Prediction& prediction) {
  return std::has_single_bit(prediction.violated)
             ? static_cast<std::uint8_t>(std::countr_zero(prediction.violated))
             : kNoClause;
}

/// 0: an API without layout or column-major (or illegal), 1: row-major.
inline int layout_index(const Call& call) {
  return is_row_major(call.api, call.layout) ? 1 : 0;
}

/// Calls `visit(index, call)` for the first `count` calls of a layer.
template <typename Visit>
void for_each_of(const Generator& generator, Layer layer, int count, Visit visit) {
  int seen = 0;
  for (std::uint64_t index = 0; seen < count; ++index) {
    if (generator.layer(index) != layer) continue;
    visit(index, generator.call(index));
    ++seen;
  }
}

}  // namespace gemmcheck
