// What a loaded cuBLAS tells of itself.
#pragma once

#include <string>
#include <vector>

namespace gemmcheck {

struct CublasVersion {
  int major = 0;
  int minor = 0;
  int patch = 0;
  friend bool operator==(const CublasVersion&, const CublasVersion&) = default;
};
/// "13.1.0"
[[nodiscard]] std::string to_text(const CublasVersion& version);

/// "12.9" of 12090, the way in which CUDA's runtime and driver tell their version.
[[nodiscard]] std::string cuda_release(int version);

struct CublasInfo {
  std::string path;       ///< the file really loaded, symbolic links resolved
  std::string lt_path;    ///< the libcublasLt that its calls are bound to; "" if it needs none
  CublasVersion version;  ///< as cublasGetProperty tells it; it asks libcublasLt (12.1, 12.4)
  int cuda_version = 0;   ///< of the CUDA runtime that it was built with, 13000 for 13.0; 0 if it
                          ///< does not tell
  std::vector<std::string> missing;  ///< symbols of our tables that it lacks
};

}  // namespace gemmcheck
