// cuBLAS loaded into this process: its gemm functions by name, its helper functions, and what it
// tells of itself. Worker side only.
//
// Loading needs no NVIDIA driver and no device, and neither does a call with a null handle: the
// library answers CUBLAS_STATUS_NOT_INITIALIZED before it looks at anything else. What needs a
// device is in device.h.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "call/error.h"
#include "library/cublas/functions.h"
#include "library/cublas/gemm.h"

namespace gemmcheck {

struct CublasVersion {
  int major = 0;
  int minor = 0;
  int patch = 0;
  friend bool operator==(const CublasVersion&, const CublasVersion&) = default;
};
/// "13.1.0"
[[nodiscard]] std::string to_text(const CublasVersion& version);

struct CublasInfo {
  std::string path;          ///< the file really loaded, symbolic links resolved
  CublasVersion version;     ///< as cublasGetProperty tells it
  std::string lt_path;       ///< the libcublasLt that it calls, "" if it calls none
  CublasVersion lt_version;  ///< as cublasLtGetProperty tells it
  int cuda_version = 0;  ///< of the CUDA runtime that it was built with, 13000 for 13.0; 0 if it
                         ///< does not tell
  std::vector<std::string> missing;  ///< symbols of our tables that it lacks
};

/// For reports: "cuBLASLt 13.1.0, built with CUDA 13.0".
[[nodiscard]] std::string describe_build(const CublasInfo& info);

/// kUnusable where libcublas calls a libcublasLt of another version. Such a pair loads, and then
/// refuses legal calls with CUBLAS_STATUS_INVALID_VALUE (pytorch/pytorch issue 91067).
[[nodiscard]] Expected<void> check_lt_version(const CublasInfo& info);

/// Cheap to copy. The library stays loaded until the process ends.
class CublasLibrary {
 public:
  /// Loads `path`: a file, a soname, or "" for the newest libcublas that the loader finds.
  /// kUnusable: there is none, the loader refuses it, it lacks a required symbol (the message
  /// names each), or it calls another version's libcublasLt.
  [[nodiscard]] static Expected<CublasLibrary> load(const std::string& path);

  const CublasInfo& info() const { return info_; }
  /// Optional ones may be null, see kFunctionSymbols.
  const cublas::Functions& functions() const { return functions_; }
  /// The function that a program calls by this name ("cublasSgemm", "cublasGemmEx_64"), to be cast
  /// to the pointer type of its family; null for a name unknown or a function that this library
  /// lacks. Compares strings: for once, not for every call.
  [[nodiscard]] void* gemm(std::string_view name) const;

 private:
  CublasInfo info_;
  cublas::Functions functions_{};
  std::array<void*, cublas::kGemmCount> gemms32_{};
  std::array<void*, cublas::kGemmCount> gemms64_{};
};

}  // namespace gemmcheck
