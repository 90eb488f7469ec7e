// Text of unknown origin (a library's messages, paths) as plain ASCII comments.
#pragma once

#include <string>
#include <string_view>

namespace gemmcheck {

/// Printable ASCII in one line: line breaks and tabs become blanks, other bytes \xHH.
[[nodiscard]] std::string one_line(std::string_view text);

/// Each line of `text` behind `start`, as one_line, without trailing blanks or backslashes (a
/// backslash would join lines), each ending with a newline. Empty lines at the end are dropped.
[[nodiscard]] std::string comment_lines(std::string_view start, std::string_view text);

}  // namespace gemmcheck
