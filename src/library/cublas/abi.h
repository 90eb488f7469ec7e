// cuBLAS's binary interface in our own words: what a caller without NVIDIA's headers has to know.
//
// Every enum is a 32-bit integer here, never a C enum: an illegal value is data, and in an
// enumeration without a fixed underlying type storing it would be undefined. Values and types are
// those of cublas_api.h and library_types.h of CUDA 13.0 (CUBLAS_VERSION 130100); the test
// cublas_abi_test holds them to the headers of the toolkit that is installed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gemmcheck::cublas {

using Status = std::int32_t;  ///< cublasStatus_t
using Enum = std::int32_t;    ///< cublasOperation_t, cudaDataType, cublasComputeType_t, ...
using Handle = void*;         ///< cublasHandle_t
using Stream = void*;         ///< cudaStream_t; null is the default stream
using LogCallback = void (*)(const char* message);

// The statuses that code here asks for by name; kStatuses has them all.
inline constexpr Status kSuccess = 0;
inline constexpr Status kNotInitialized = 1;

struct StatusRow {
  Status value;
  std::string_view name;  ///< the enumerator, and what cublasGetStatusName says
  std::string_view text;  ///< what cublasGetStatusString says (cuBLAS 13.1)
};

/// cublasStatus_t of cublas_api.h, in ascending order. No other value has a name.
inline constexpr StatusRow kStatuses[] = {
    {0, "CUBLAS_STATUS_SUCCESS", "success"},
    {1, "CUBLAS_STATUS_NOT_INITIALIZED", "the library was not initialized"},
    {3, "CUBLAS_STATUS_ALLOC_FAILED", "the resource allocation failed"},
    {7, "CUBLAS_STATUS_INVALID_VALUE",
     "an unsupported value or parameter was passed to the function"},
    {8, "CUBLAS_STATUS_ARCH_MISMATCH",
     "the function requires an architectural feature absent from the device"},
    {11, "CUBLAS_STATUS_MAPPING_ERROR", "an access to GPU memory space failed"},
    {13, "CUBLAS_STATUS_EXECUTION_FAILED", "the function failed to launch on the GPU"},
    {14, "CUBLAS_STATUS_INTERNAL_ERROR", "an internal operation failed"},
    {15, "CUBLAS_STATUS_NOT_SUPPORTED", "the requested functionality is not supported"},
    {16, "CUBLAS_STATUS_LICENSE_ERROR", "the license check failed"},
};

/// nullptr for a value that is no cublasStatus_t.
[[nodiscard]] constexpr const StatusRow* find_status(Status value) {
  for (const StatusRow& row : kStatuses) {
    if (row.value == value) return &row;
  }
  return nullptr;
}

/// cublasPointerMode_t: where the library looks for alpha and beta.
inline constexpr Enum kPointerModeHost = 0;
inline constexpr Enum kPointerModeDevice = 1;

/// libraryPropertyType, the argument of cublasGetProperty.
inline constexpr Enum kMajorVersion = 0;
inline constexpr Enum kMinorVersion = 1;
inline constexpr Enum kPatchLevel = 2;

/// cublasSetWorkspace takes only workspaces with this alignment (cuBLAS manual,
/// cublasSetWorkspace).
inline constexpr std::size_t kWorkspaceAlignment = 256;

}  // namespace gemmcheck::cublas
