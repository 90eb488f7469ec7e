// The CUDA runtime's and driver's binary interface, as far as the worker needs it: memory, streams,
// errors, and memory whose neighbourhood is not mapped. As in abi.h every enum is an integer;
// values are those of driver_types.h, cuda_runtime_api.h and cuda.h of CUDA 13.0.
#pragma once

#include <cstddef>
#include <cstdint>

#include "library/cublas/symbol_row.h"

namespace gemmcheck::cuda {

using Error = std::int32_t;  ///< cudaError_t
using Enum = std::int32_t;
using Stream = void*;  ///< cudaStream_t
using Graph = void*;   ///< cudaGraph_t

inline constexpr Error kSuccess = 0;
inline constexpr Error kStubLibrary = 34;
inline constexpr Error kInsufficientDriver = 35;
inline constexpr Error kNoDevice = 100;

// cudaDeviceAttr, cudaMemcpyKind, cudaStreamCaptureMode, and a flag of cudaStreamCreateWithFlags.
inline constexpr Enum kComputeCapabilityMajor = 75;
inline constexpr Enum kComputeCapabilityMinor = 76;
inline constexpr Enum kHostToDevice = 1;
inline constexpr Enum kDeviceToHost = 2;
inline constexpr Enum kDeviceToDevice = 3;
inline constexpr Enum kCaptureThreadLocal = 1;
inline constexpr std::uint32_t kStreamNonBlocking = 1;

/// Members in the order of kRuntimeSymbols. A capture is given up by ending it and destroying the
/// graph, if there is one.
struct RuntimeFunctions {
  Error (*get_device_count)(std::int32_t*);
  Error (*set_device)(std::int32_t);
  Error (*device_get_attribute)(std::int32_t*, Enum attribute, std::int32_t device);
  Error (*device_synchronize)();
  Error (*get_last_error)();
  Error (*peek_at_last_error)();
  const char* (*get_error_name)(Error);
  const char* (*get_error_string)(Error);
  Error (*runtime_get_version)(std::int32_t*);
  Error (*driver_get_version)(std::int32_t*);
  Error (*malloc)(void**, std::size_t);
  Error (*free)(void*);
  Error (*memcpy)(void* to, const void* from, std::size_t, Enum kind);
  Error (*memset)(void*, std::int32_t value, std::size_t);
  Error (*mem_get_info)(std::size_t* free, std::size_t* total);
  Error (*stream_create_with_flags)(Stream*, std::uint32_t flags);
  Error (*stream_destroy)(Stream);
  Error (*stream_synchronize)(Stream);
  Error (*stream_begin_capture)(Stream, Enum mode);
  Error (*stream_end_capture)(Stream, Graph*);
  Error (*stream_is_capturing)(Stream, Enum* status);
  Error (*graph_destroy)(Graph);
};

inline constexpr SymbolRow kRuntimeSymbols[] = {
    {"cudaGetDeviceCount", Need::kRequired, "", offsetof(RuntimeFunctions, get_device_count)},
    {"cudaSetDevice", Need::kRequired, "", offsetof(RuntimeFunctions, set_device)},
    {"cudaDeviceGetAttribute", Need::kRequired, "",
     offsetof(RuntimeFunctions, device_get_attribute)},
    {"cudaDeviceSynchronize", Need::kRequired, "", offsetof(RuntimeFunctions, device_synchronize)},
    {"cudaGetLastError", Need::kRequired, "", offsetof(RuntimeFunctions, get_last_error)},
    {"cudaPeekAtLastError", Need::kRequired, "", offsetof(RuntimeFunctions, peek_at_last_error)},
    {"cudaGetErrorName", Need::kRequired, "", offsetof(RuntimeFunctions, get_error_name)},
    {"cudaGetErrorString", Need::kRequired, "", offsetof(RuntimeFunctions, get_error_string)},
    {"cudaRuntimeGetVersion", Need::kRequired, "", offsetof(RuntimeFunctions, runtime_get_version)},
    {"cudaDriverGetVersion", Need::kRequired, "", offsetof(RuntimeFunctions, driver_get_version)},
    {"cudaMalloc", Need::kRequired, "", offsetof(RuntimeFunctions, malloc)},
    {"cudaFree", Need::kRequired, "", offsetof(RuntimeFunctions, free)},
    {"cudaMemcpy", Need::kRequired, "", offsetof(RuntimeFunctions, memcpy)},
    {"cudaMemset", Need::kRequired, "", offsetof(RuntimeFunctions, memset)},
    {"cudaMemGetInfo", Need::kRequired, "", offsetof(RuntimeFunctions, mem_get_info)},
    {"cudaStreamCreateWithFlags", Need::kRequired, "",
     offsetof(RuntimeFunctions, stream_create_with_flags)},
    {"cudaStreamDestroy", Need::kRequired, "", offsetof(RuntimeFunctions, stream_destroy)},
    {"cudaStreamSynchronize", Need::kRequired, "", offsetof(RuntimeFunctions, stream_synchronize)},
    {"cudaStreamBeginCapture", Need::kRequired, "",
     offsetof(RuntimeFunctions, stream_begin_capture)},
    {"cudaStreamEndCapture", Need::kRequired, "", offsetof(RuntimeFunctions, stream_end_capture)},
    {"cudaStreamIsCapturing", Need::kRequired, "", offsetof(RuntimeFunctions, stream_is_capturing)},
    {"cudaGraphDestroy", Need::kRequired, "", offsetof(RuntimeFunctions, graph_destroy)},
};
static_assert(covers<RuntimeFunctions>(kRuntimeSymbols));

using Result = std::int32_t;             ///< CUresult
using DevicePointer = std::uint64_t;     ///< CUdeviceptr
using AllocationHandle = std::uint64_t;  ///< CUmemGenericAllocationHandle

/// CUmemLocation.
struct MemoryLocation {
  Enum type;
  std::int32_t id;
};

/// CUmemAllocationProp. All that is not set is 0.
struct AllocationProperties {
  Enum type;
  Enum requested_handle_types;
  MemoryLocation location;
  void* win32_handle_metadata;
  struct {
    std::uint8_t compression_type;
    std::uint8_t gpu_direct_rdma_capable;
    std::uint16_t usage;
    std::uint8_t reserved[4];
  } flags;
};

/// CUmemAccessDesc.
struct AccessDescription {
  MemoryLocation location;
  Enum flags;
};

// CUmemAllocationType, CUmemLocationType, CUmemAccess_flags, CUmemAllocationGranularity_flags.
inline constexpr Enum kPinned = 1;
inline constexpr Enum kLocationDevice = 1;
inline constexpr Enum kAccessNone = 0;
inline constexpr Enum kAccessRead = 1;
inline constexpr Enum kAccessReadWrite = 3;
inline constexpr Enum kGranularityMinimum = 0;

/// The driver's virtual memory management (CUDA 10.2 and later), in the order of kDriverSymbols.
struct DriverFunctions {
  Result (*get_error_name)(Result, const char**);
  Result (*mem_get_allocation_granularity)(std::size_t*, const AllocationProperties*, Enum option);
  Result (*mem_address_reserve)(DevicePointer*, std::size_t size, std::size_t alignment,
                                DevicePointer address, std::uint64_t flags);
  Result (*mem_address_free)(DevicePointer, std::size_t);
  Result (*mem_create)(AllocationHandle*, std::size_t, const AllocationProperties*,
                       std::uint64_t flags);
  Result (*mem_release)(AllocationHandle);
  Result (*mem_map)(DevicePointer, std::size_t size, std::size_t offset, AllocationHandle,
                    std::uint64_t flags);
  Result (*mem_unmap)(DevicePointer, std::size_t);
  Result (*mem_set_access)(DevicePointer, std::size_t, const AccessDescription*, std::size_t count);
};

/// None of these has a `_v2` (cuda.h), so that the name alone says which function it is.
inline constexpr SymbolRow kDriverSymbols[] = {
    {"cuGetErrorName", Need::kRequired, "", offsetof(DriverFunctions, get_error_name)},
    {"cuMemGetAllocationGranularity", Need::kRequired, "",
     offsetof(DriverFunctions, mem_get_allocation_granularity)},
    {"cuMemAddressReserve", Need::kRequired, "", offsetof(DriverFunctions, mem_address_reserve)},
    {"cuMemAddressFree", Need::kRequired, "", offsetof(DriverFunctions, mem_address_free)},
    {"cuMemCreate", Need::kRequired, "", offsetof(DriverFunctions, mem_create)},
    {"cuMemRelease", Need::kRequired, "", offsetof(DriverFunctions, mem_release)},
    {"cuMemMap", Need::kRequired, "", offsetof(DriverFunctions, mem_map)},
    {"cuMemUnmap", Need::kRequired, "", offsetof(DriverFunctions, mem_unmap)},
    {"cuMemSetAccess", Need::kRequired, "", offsetof(DriverFunctions, mem_set_access)},
};
static_assert(covers<DriverFunctions>(kDriverSymbols));

}  // namespace gemmcheck::cuda
