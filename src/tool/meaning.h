// Calls with values that the text form has but the call's API gives no meaning: they are errors,
// not calls to make.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "call/error.h"
#include "call/text.h"

namespace gemmcheck::tool {

/// parse_entries for what the tool is given, `file` being the name in messages. Also kBadInput:
/// sides (@host, @device) in APIs for host memory, and APIs without a contract.
[[nodiscard]] Expected<std::vector<Entry>> read_entries(std::string_view text,
                                                        const std::string& file);

/// parse_call in the same way.
[[nodiscard]] Expected<Call> read_call(std::string_view line);

}  // namespace gemmcheck::tool
