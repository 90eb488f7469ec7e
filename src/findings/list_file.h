// Reading one list from TOML text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "findings/lists.h"

namespace gemmcheck {

/// Every [[entry]] of the text, in order. kBadInput: "FILE:LINE: what is wrong".
[[nodiscard]] Expected<std::vector<ListEntry>> parse_list_file(std::string_view text,
                                                               const std::string& file);

/// "dialect.toml, known.toml or unspecified.toml".
[[nodiscard]] std::string list_file_names();

}  // namespace gemmcheck
