// Whether libcublas and the libcublasLt that it calls are of one release.
#pragma once

#include <string>
#include <string_view>

#include "call/error.h"
#include "library/cublas/functions.h"
#include "library/cublas/info.h"

namespace gemmcheck {

/// kUnusable where they lie in different folders and are of different releases. Such a pair loads,
/// and then refuses legal calls with CUBLAS_STATUS_INVALID_VALUE (pytorch/pytorch issue 91067). It
/// happens where LD_LIBRARY_PATH names one release and the path another.
///
/// The version functions do not show it: a libcublas 12.4.5 over a libcublasLt 12.1.3 says of
/// itself that it is 12.1.3. Its log has its own version, so where the folders differ, and only
/// there, one call is logged and the log then turned off.
[[nodiscard]] Expected<void> check_lt_pair(const CublasInfo& info,
                                           const cublas::Functions& functions);

/// "12.3" of "I! cuBLAS (v12.3) function ...", the start of a log record; "" of other text.
[[nodiscard]] std::string_view version_in_log(std::string_view record);

/// True if a libcublas whose log says `logged` can belong to a libcublasLt that tells the version
/// and CUDA release in `info`. The log names the CUDA release in 11.11, 12.1 and 12.4 ("12.3" of
/// cuBLAS 12.4.5), the library's own version in 13.1 ("13.1.0").
[[nodiscard]] bool fits_log(std::string_view logged, const CublasInfo& info);

}  // namespace gemmcheck
