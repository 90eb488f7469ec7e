// Findings that were filed and then edited by hand: they are reported, and nothing they say is
// believed.
#pragma once

#include <string>
#include <vector>

#include "call/text.h"

namespace gemmcheck::tool {

/// `entries` are what `file` holds. If it is a finding's call.txt, what no longer fits together in
/// its folder; "" if everything does, or if it is another file.
[[nodiscard]] std::string what_was_edited(const std::string& file,
                                          const std::vector<Entry>& entries);

}  // namespace gemmcheck::tool
