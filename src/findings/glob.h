// Shell-like matching of names: `*` stands for any run of characters.
#pragma once

#include <string_view>

namespace gemmcheck {

[[nodiscard]] bool glob_matches(std::string_view glob, std::string_view name);

}  // namespace gemmcheck
