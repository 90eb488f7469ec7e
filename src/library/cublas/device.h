// The CUDA runtime and driver of this machine, and one device: what a cuBLAS call with a real
// handle needs. Worker side only.
#pragma once

#include <string>
#include <vector>

#include "call/error.h"
#include "library/cublas/cuda_abi.h"
#include "library/cublas/info.h"

namespace gemmcheck {

/// What the runtime tells before a device is touched. Versions are 13000 for 13.0.
struct CudaFacts {
  std::string runtime_path;  ///< the libcudart really loaded, symbolic links resolved
  int runtime_version = 0;
  int driver_version = 0;  ///< the newest CUDA that the driver knows; 0 without a driver
  int device_count = 0;
};

struct DeviceInfo {
  CudaFacts cuda;
  int ordinal = 0;
  int compute_major = 0;
  int compute_minor = 0;
};
/// "sm_90": the architecture of a target, and a library's core.
[[nodiscard]] std::string architecture(const DeviceInfo& info);

/// Where a libcudart of the major version that cuBLAS was built with may lie, in the order in which
/// it is looked for: beside cuBLAS, beside the folder of a Python package (nvidia/cublas/lib,
/// nvidia/cuda_runtime/lib), and wherever the loader finds the name. cuBLAS has a runtime built in
/// and needs none of these; the device's state is shared with it through the driver.
[[nodiscard]] std::vector<std::string> cudart_candidates(const CublasInfo& cublas);

/// Why there is no device `ordinal`, in one line; "" if there is. `status` is what
/// cudaGetDeviceCount returned, `words` the runtime's own text for it.
[[nodiscard]] std::string why_no_device(cuda::Error status, const std::string& words,
                                        const CudaFacts& facts, int ordinal);

/// Cheap to copy. Runtime and driver stay loaded until the process ends.
class CudaDevice {
 public:
  /// Loads libcudart and libcuda and asks for the device; makes no context, so that it is quick and
  /// takes no device memory. The process must not fork afterwards. kUnusable: there is no libcudart
  /// for this cuBLAS, no driver, an old driver, or no such device. Calls with a null handle need
  /// none of these.
  [[nodiscard]] static Expected<CudaDevice> open(const CublasInfo& cublas, int ordinal);

  const DeviceInfo& info() const { return info_; }
  const cuda::RuntimeFunctions& runtime() const { return runtime_; }
  const cuda::DriverFunctions& driver() const { return driver_; }

 private:
  DeviceInfo info_;
  cuda::RuntimeFunctions runtime_{};
  cuda::DriverFunctions driver_{};
};

}  // namespace gemmcheck
