// Our declarations of values, structs and helper functions against NVIDIA's headers. Built where
// CMake finds a CUDA toolkit; everything is decided by the compiler.
#include <cublas_v2.h>
#include <cuda.h>
#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "library/cublas/abi.h"
#include "library/cublas/cuda_abi.h"
#include "library/cublas/functions.h"
#include "library/cublas/signature.h"

namespace gemmcheck {
namespace {

#define EXPECT_VALUE(ours, theirs) static_assert((ours) == static_cast<std::int32_t>(theirs))

// Statuses: the values by name here, the texts by loader_test.cc.
#define STATUS(enumerator)                                    \
  static_assert(cublas::find_status(enumerator) != nullptr && \
                cublas::find_status(enumerator)->name == #enumerator)
STATUS(CUBLAS_STATUS_SUCCESS);
STATUS(CUBLAS_STATUS_NOT_INITIALIZED);
STATUS(CUBLAS_STATUS_ALLOC_FAILED);
STATUS(CUBLAS_STATUS_INVALID_VALUE);
STATUS(CUBLAS_STATUS_ARCH_MISMATCH);
STATUS(CUBLAS_STATUS_MAPPING_ERROR);
STATUS(CUBLAS_STATUS_EXECUTION_FAILED);
STATUS(CUBLAS_STATUS_INTERNAL_ERROR);
STATUS(CUBLAS_STATUS_NOT_SUPPORTED);
STATUS(CUBLAS_STATUS_LICENSE_ERROR);
static_assert(sizeof cublas::kStatuses / sizeof cublas::kStatuses[0] == 10);

EXPECT_VALUE(cublas::kSuccess, CUBLAS_STATUS_SUCCESS);
EXPECT_VALUE(cublas::kNotInitialized, CUBLAS_STATUS_NOT_INITIALIZED);
EXPECT_VALUE(cublas::kPointerModeHost, CUBLAS_POINTER_MODE_HOST);
EXPECT_VALUE(cublas::kPointerModeDevice, CUBLAS_POINTER_MODE_DEVICE);
EXPECT_VALUE(cublas::kMajorVersion, MAJOR_VERSION);
EXPECT_VALUE(cublas::kMinorVersion, MINOR_VERSION);
EXPECT_VALUE(cublas::kPatchLevel, PATCH_LEVEL);

EXPECT_VALUE(cuda::kSuccess, cudaSuccess);
EXPECT_VALUE(cuda::kStubLibrary, cudaErrorStubLibrary);
EXPECT_VALUE(cuda::kInsufficientDriver, cudaErrorInsufficientDriver);
EXPECT_VALUE(cuda::kNoDevice, cudaErrorNoDevice);
EXPECT_VALUE(cuda::kComputeCapabilityMajor, cudaDevAttrComputeCapabilityMajor);
EXPECT_VALUE(cuda::kComputeCapabilityMinor, cudaDevAttrComputeCapabilityMinor);
EXPECT_VALUE(cuda::kHostToDevice, cudaMemcpyHostToDevice);
EXPECT_VALUE(cuda::kDeviceToHost, cudaMemcpyDeviceToHost);
EXPECT_VALUE(cuda::kDeviceToDevice, cudaMemcpyDeviceToDevice);
EXPECT_VALUE(cuda::kCaptureThreadLocal, cudaStreamCaptureModeThreadLocal);
EXPECT_VALUE(cuda::kStreamNonBlocking, cudaStreamNonBlocking);
EXPECT_VALUE(cuda::kPinned, CU_MEM_ALLOCATION_TYPE_PINNED);
EXPECT_VALUE(cuda::kLocationDevice, CU_MEM_LOCATION_TYPE_DEVICE);
EXPECT_VALUE(cuda::kAccessNone, CU_MEM_ACCESS_FLAGS_PROT_NONE);
EXPECT_VALUE(cuda::kAccessRead, CU_MEM_ACCESS_FLAGS_PROT_READ);
EXPECT_VALUE(cuda::kAccessReadWrite, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
EXPECT_VALUE(cuda::kGranularityMinimum, CU_MEM_ALLOC_GRANULARITY_MINIMUM);

// The structs that cross the border.
#define EXPECT_MEMBER(Ours, our_member, Theirs, their_member)                   \
  static_assert(offsetof(Ours, our_member) == offsetof(Theirs, their_member) && \
                sizeof(Ours::our_member) == sizeof(Theirs::their_member))
EXPECT_MEMBER(cuda::MemoryLocation, type, CUmemLocation, type);
EXPECT_MEMBER(cuda::MemoryLocation, id, CUmemLocation, id);
static_assert(sizeof(cuda::MemoryLocation) == sizeof(CUmemLocation));
EXPECT_MEMBER(cuda::AllocationProperties, type, CUmemAllocationProp, type);
EXPECT_MEMBER(cuda::AllocationProperties, requested_handle_types, CUmemAllocationProp,
              requestedHandleTypes);
EXPECT_MEMBER(cuda::AllocationProperties, location, CUmemAllocationProp, location);
EXPECT_MEMBER(cuda::AllocationProperties, win32_handle_metadata, CUmemAllocationProp,
              win32HandleMetaData);
EXPECT_MEMBER(cuda::AllocationProperties, flags, CUmemAllocationProp, allocFlags);
static_assert(sizeof(cuda::AllocationProperties) == sizeof(CUmemAllocationProp));
EXPECT_MEMBER(cuda::AccessDescription, location, CUmemAccessDesc, location);
EXPECT_MEMBER(cuda::AccessDescription, flags, CUmemAccessDesc, flags);
static_assert(sizeof(cuda::AccessDescription) == sizeof(CUmemAccessDesc));

/// The name that `rows` give the member at `offset`.
template <std::size_t kRows>
constexpr std::string_view name_of(const SymbolRow (&rows)[kRows], std::size_t offset) {
  return rows[offset / sizeof(void*)].name;
}

#define EXPECT_FUNCTION(rows, Functions, member, theirs)                             \
  static_assert(same_signature<decltype(Functions::member), decltype(&::theirs)>()); \
  static_assert(name_of(rows, offsetof(Functions, member)) == #theirs)

EXPECT_FUNCTION(cublas::kFunctionSymbols, cublas::Functions, create, cublasCreate_v2);
EXPECT_FUNCTION(cublas::kFunctionSymbols, cublas::Functions, destroy, cublasDestroy_v2);
EXPECT_FUNCTION(cublas::kFunctionSymbols, cublas::Functions, set_stream, cublasSetStream_v2);
EXPECT_FUNCTION(cublas::kFunctionSymbols, cublas::Functions, set_pointer_mode,
                cublasSetPointerMode_v2);
EXPECT_FUNCTION(cublas::kFunctionSymbols, cublas::Functions, get_pointer_mode,
                cublasGetPointerMode_v2);
EXPECT_FUNCTION(cublas::kFunctionSymbols, cublas::Functions, set_math_mode, cublasSetMathMode);
EXPECT_FUNCTION(cublas::kFunctionSymbols, cublas::Functions, get_math_mode, cublasGetMathMode);
EXPECT_FUNCTION(cublas::kFunctionSymbols, cublas::Functions, get_version, cublasGetVersion_v2);
EXPECT_FUNCTION(cublas::kFunctionSymbols, cublas::Functions, get_property, cublasGetProperty);
EXPECT_FUNCTION(cublas::kFunctionSymbols, cublas::Functions, set_workspace, cublasSetWorkspace_v2);
EXPECT_FUNCTION(cublas::kFunctionSymbols, cublas::Functions, get_cudart_version,
                cublasGetCudartVersion);
EXPECT_FUNCTION(cublas::kFunctionSymbols, cublas::Functions, xerbla, cublasXerbla);
EXPECT_FUNCTION(cublas::kFunctionSymbols, cublas::Functions, logger_configure,
                cublasLoggerConfigure);
EXPECT_FUNCTION(cublas::kFunctionSymbols, cublas::Functions, set_logger_callback,
                cublasSetLoggerCallback);
EXPECT_FUNCTION(cublas::kFunctionSymbols, cublas::Functions, get_status_name, cublasGetStatusName);
EXPECT_FUNCTION(cublas::kFunctionSymbols, cublas::Functions, get_status_string,
                cublasGetStatusString);
static_assert(same_signature<cublas::LogCallback, cublasLogCallback>());

EXPECT_FUNCTION(cuda::kRuntimeSymbols, cuda::RuntimeFunctions, get_device_count,
                cudaGetDeviceCount);
EXPECT_FUNCTION(cuda::kRuntimeSymbols, cuda::RuntimeFunctions, set_device, cudaSetDevice);
EXPECT_FUNCTION(cuda::kRuntimeSymbols, cuda::RuntimeFunctions, device_get_attribute,
                cudaDeviceGetAttribute);
EXPECT_FUNCTION(cuda::kRuntimeSymbols, cuda::RuntimeFunctions, device_synchronize,
                cudaDeviceSynchronize);
EXPECT_FUNCTION(cuda::kRuntimeSymbols, cuda::RuntimeFunctions, get_last_error, cudaGetLastError);
EXPECT_FUNCTION(cuda::kRuntimeSymbols, cuda::RuntimeFunctions, peek_at_last_error,
                cudaPeekAtLastError);
EXPECT_FUNCTION(cuda::kRuntimeSymbols, cuda::RuntimeFunctions, get_error_name, cudaGetErrorName);
EXPECT_FUNCTION(cuda::kRuntimeSymbols, cuda::RuntimeFunctions, get_error_string,
                cudaGetErrorString);
EXPECT_FUNCTION(cuda::kRuntimeSymbols, cuda::RuntimeFunctions, runtime_get_version,
                cudaRuntimeGetVersion);
EXPECT_FUNCTION(cuda::kRuntimeSymbols, cuda::RuntimeFunctions, driver_get_version,
                cudaDriverGetVersion);
EXPECT_FUNCTION(cuda::kRuntimeSymbols, cuda::RuntimeFunctions, malloc, cudaMalloc);
EXPECT_FUNCTION(cuda::kRuntimeSymbols, cuda::RuntimeFunctions, free, cudaFree);
EXPECT_FUNCTION(cuda::kRuntimeSymbols, cuda::RuntimeFunctions, memcpy, cudaMemcpy);
EXPECT_FUNCTION(cuda::kRuntimeSymbols, cuda::RuntimeFunctions, memset, cudaMemset);
EXPECT_FUNCTION(cuda::kRuntimeSymbols, cuda::RuntimeFunctions, mem_get_info, cudaMemGetInfo);
EXPECT_FUNCTION(cuda::kRuntimeSymbols, cuda::RuntimeFunctions, stream_create_with_flags,
                cudaStreamCreateWithFlags);
EXPECT_FUNCTION(cuda::kRuntimeSymbols, cuda::RuntimeFunctions, stream_destroy, cudaStreamDestroy);
EXPECT_FUNCTION(cuda::kRuntimeSymbols, cuda::RuntimeFunctions, stream_synchronize,
                cudaStreamSynchronize);
EXPECT_FUNCTION(cuda::kRuntimeSymbols, cuda::RuntimeFunctions, stream_begin_capture,
                cudaStreamBeginCapture);
EXPECT_FUNCTION(cuda::kRuntimeSymbols, cuda::RuntimeFunctions, stream_end_capture,
                cudaStreamEndCapture);
EXPECT_FUNCTION(cuda::kRuntimeSymbols, cuda::RuntimeFunctions, stream_is_capturing,
                cudaStreamIsCapturing);
EXPECT_FUNCTION(cuda::kRuntimeSymbols, cuda::RuntimeFunctions, graph_destroy, cudaGraphDestroy);

EXPECT_FUNCTION(cuda::kDriverSymbols, cuda::DriverFunctions, get_error_name, cuGetErrorName);
EXPECT_FUNCTION(cuda::kDriverSymbols, cuda::DriverFunctions, mem_get_allocation_granularity,
                cuMemGetAllocationGranularity);
EXPECT_FUNCTION(cuda::kDriverSymbols, cuda::DriverFunctions, mem_address_reserve,
                cuMemAddressReserve);
EXPECT_FUNCTION(cuda::kDriverSymbols, cuda::DriverFunctions, mem_address_free, cuMemAddressFree);
EXPECT_FUNCTION(cuda::kDriverSymbols, cuda::DriverFunctions, mem_create, cuMemCreate);
EXPECT_FUNCTION(cuda::kDriverSymbols, cuda::DriverFunctions, mem_release, cuMemRelease);
EXPECT_FUNCTION(cuda::kDriverSymbols, cuda::DriverFunctions, mem_map, cuMemMap);
EXPECT_FUNCTION(cuda::kDriverSymbols, cuda::DriverFunctions, mem_unmap, cuMemUnmap);
EXPECT_FUNCTION(cuda::kDriverSymbols, cuda::DriverFunctions, mem_set_access, cuMemSetAccess);

}  // namespace
}  // namespace gemmcheck
