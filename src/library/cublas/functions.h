// The functions around a gemm call that cuBLAS exports: the handle, its settings, versions,
// reports.
#pragma once

#include "library/cublas/abi.h"
#include "library/cublas/symbol_row.h"

namespace gemmcheck::cublas {

/// Members in the order of kFunctionSymbols; an optional one may be null.
struct Functions {
  Status (*create)(Handle*);
  Status (*destroy)(Handle);
  Status (*set_stream)(Handle, Stream);  ///< gives up the workspace that was set
  Status (*set_pointer_mode)(Handle, Enum);
  Status (*get_pointer_mode)(Handle, Enum*);
  Status (*set_math_mode)(Handle, Enum);
  Status (*get_math_mode)(Handle, Enum*);
  Status (*get_version)(Handle, std::int32_t*);  ///< the handle may be null (seen with 12.4, 13.1)
  Status (*get_property)(Enum, std::int32_t*);
  Status (*set_workspace)(Handle, void*, std::size_t);
  std::size_t (*get_cudart_version)();
  void (*xerbla)(const char* routine, std::int32_t number);
  Status (*logger_configure)(std::int32_t on, std::int32_t to_stdout, std::int32_t to_stderr,
                             const char* file);
  Status (*set_logger_callback)(LogCallback);
  const char* (*get_status_name)(Status);
  const char* (*get_status_string)(Status);
};

/// The symbols behind the names of cublas_v2.h. Where a name has a `_v2`, the bare one is another
/// function, the interface of before 4.0.
inline constexpr SymbolRow kFunctionSymbols[] = {
    {"cublasCreate_v2", Need::kRequired, "", offsetof(Functions, create)},
    {"cublasDestroy_v2", Need::kRequired, "", offsetof(Functions, destroy)},
    {"cublasSetStream_v2", Need::kRequired, "", offsetof(Functions, set_stream)},
    {"cublasSetPointerMode_v2", Need::kRequired, "", offsetof(Functions, set_pointer_mode)},
    {"cublasGetPointerMode_v2", Need::kRequired, "", offsetof(Functions, get_pointer_mode)},
    {"cublasSetMathMode", Need::kRequired, "", offsetof(Functions, set_math_mode)},
    {"cublasGetMathMode", Need::kRequired, "", offsetof(Functions, get_math_mode)},
    {"cublasGetVersion_v2", Need::kRequired, "", offsetof(Functions, get_version)},
    {"cublasGetProperty", Need::kRequired, "", offsetof(Functions, get_property)},
    {"cublasSetWorkspace_v2", Need::kOptional, "", offsetof(Functions, set_workspace)},
    {"cublasGetCudartVersion", Need::kOptional, "", offsetof(Functions, get_cudart_version)},
    {"cublasXerbla", Need::kOptional, "", offsetof(Functions, xerbla)},
    {"cublasLoggerConfigure", Need::kOptional, "", offsetof(Functions, logger_configure)},
    {"cublasSetLoggerCallback", Need::kOptional, "", offsetof(Functions, set_logger_callback)},
    {"cublasGetStatusName", Need::kOptional, "11.4", offsetof(Functions, get_status_name)},
    {"cublasGetStatusString", Need::kOptional, "11.4", offsetof(Functions, get_status_string)},
};
static_assert(covers<Functions>(kFunctionSymbols));

}  // namespace gemmcheck::cublas
