// One small function for each way a gemm function takes its arguments.
#pragma once

#include "library/cblas/loader.h"

namespace gemmcheck {

/// The function that calls an `api` whose integers are 32 or 64 bits wide. Never null.
[[nodiscard]] Invoke find_invoke(Api api, int int_bits);

}  // namespace gemmcheck
