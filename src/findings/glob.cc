#include "findings/glob.h"

namespace gemmcheck {

bool glob_matches(std::string_view glob, std::string_view name) {
  // Where the last star was, and how much of the name it has swallowed so far.
  std::size_t star = std::string_view::npos;
  std::size_t swallowed = 0;
  std::size_t g = 0;
  std::size_t n = 0;
  while (n < name.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      swallowed = n;
    } else if (g < glob.size() && glob[g] == name[n]) {
      ++g;
      ++n;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      n = ++swallowed;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*') ++g;
  return g == glob.size();
}

}  // namespace gemmcheck
