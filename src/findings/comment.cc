#include "findings/comment.h"

#include <fmt/format.h>

namespace gemmcheck {

std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (c == '\n' || c == '\r' || c == '\t') {
      line += ' ';
    } else if (c >= ' ' && c <= '~') {
      line += c;
    } else {
      line += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  return line;
}

std::string comment_lines(std::string_view start, std::string_view text) {
  std::string lines;
  while (text.ends_with('\n')) text.remove_suffix(1);
  for (bool more = true; more;) {
    const std::size_t end = text.find('\n');
    std::string line = std::string(start) + one_line(text.substr(0, end));
    line.resize(line.find_last_not_of(" \\") + 1);
    lines += line + '\n';
    more = end != std::string_view::npos;
    if (more) text.remove_prefix(end + 1);
  }
  return lines;
}

}  // namespace gemmcheck
