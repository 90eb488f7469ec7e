// Library versions and ranges of them.
#pragma once

#include <string_view>

namespace gemmcheck {

/// Whether a range is well formed: "*", "0.3.21", "0.3.20..0.3.25", "..0.3.25" or "0.3.26..", ends
/// included, the lower one not above the upper.
[[nodiscard]] bool is_version_range(std::string_view range);

/// By numeric fields, missing ones counting as 0: "0.3.9" < "0.3.21", "3.11" == "3.11.0". What
/// follows the numbers (".dev", "-rc1") is not looked at. A version without a number is in "*"
/// only. False for a malformed range.
[[nodiscard]] bool version_in(std::string_view version, std::string_view range);

}  // namespace gemmcheck
