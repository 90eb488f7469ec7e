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

#include "call/error.h"
#include "library/cublas/functions.h"
#include "library/cublas/gemm.h"
#include "library/cublas/info.h"

namespace gemmcheck {

/// Cheap to copy. The library stays loaded until the process ends.
class CublasLibrary {
 public:
  /// Loads `path`: a file, a soname, or "" for the newest libcublas that the loader finds.
  /// kUnusable: there is none, the loader refuses it, it lacks a required symbol (the message
  /// names each), or it calls another release's libcublasLt.
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
