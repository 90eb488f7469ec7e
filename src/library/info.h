// What a loaded library tells of itself.
#pragma once

#include <string>

#include "call/api.h"

namespace gemmcheck {

/// What the worker found out about the library it loaded.
struct LibraryInfo {
  std::string
      name;  ///< "openblas", "blis", "netlib" as the library itself tells; else the spec's name
  std::string version;  ///< "0.3.21"; "" if it does not tell (Netlib: from the file name)
  std::string build;    ///< the library's own build string, or ""
  std::string core;     ///< "SkylakeX", "zen3"; or ""
  std::string path;     ///< the file really loaded, symbolic links resolved
  Dialect dialect = Dialect::kNetlib;
  ApiSet apis = 0;  ///< those whose symbol it has
};

}  // namespace gemmcheck
