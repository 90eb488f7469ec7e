// What a loaded library tells of itself, through whichever functions for that it has.
#pragma once

#include <string>

#include "library/spec.h"

namespace gemmcheck {

struct Identity {
  std::string name;  ///< "" if the library does not tell
  std::string version;
  std::string build;
  std::string core;
  int int_bits = 0;  ///< 0 if the library does not tell
};

/// `handle` is dlopen's. Symbols are looked for with the spec's prefix and suffix and, failing
/// that, bare.
[[nodiscard]] Identity identify(void* handle, const LibrarySpec& spec);

/// "3.11.0" of "/usr/lib/blas/libblas.so.3.11.0"; "" if the name has no version of at least two
/// parts.
[[nodiscard]] std::string version_of_file_name(const std::string& path);

}  // namespace gemmcheck
