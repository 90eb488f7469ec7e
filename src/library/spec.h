// Which library is meant: names, "interface:PATH?options", and where Debian keeps the named ones.
// Loads nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "call/api.h"
#include "call/error.h"

namespace gemmcheck {

struct LibrarySpec {
  std::string name;  ///< "openblas", "netlib", "blis"; for a path the interface's name, until the
                     ///< library tells
  std::string path;  ///< absolute, or a soname for the loader
  Dialect dialect = Dialect::kNetlib;
  int int_bits = 32;   ///< 32 or 64 (option int=64)
  std::string prefix;  ///< put before every symbol (option prefix=)
  std::string suffix;  ///< put after it (option suffix=)
};

/// Reads "openblas", "netlib", "blis", "auto" or "cblas:PATH[?int=64&prefix=P&suffix=S]". For a
/// name the first existing candidate path is taken; kUnusable if there is none (the message names
/// the Debian package), kBadInput for an unknown name or option (the message lists the known ones),
/// kUnusable for a path that does not exist, is not an ELF shared object or has another
/// architecture (read off the file, nothing is loaded).
[[nodiscard]] Expected<LibrarySpec> resolve_library(std::string_view text);

/// A named library and where it may lie, for `gemmcheck libraries`.
struct KnownLibrary {
  std::string_view name;
  std::string_view debian_package;
  std::vector<std::string> candidates;  ///< file paths in order of preference
};
[[nodiscard]] std::vector<KnownLibrary> known_libraries();

}  // namespace gemmcheck
