#include "library/cublas/device.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "library/cublas/dynamic.h"

namespace gemmcheck {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDriver = "libcuda.so.1";
constexpr const char* kNullHandle = "only calls with handle=null can be made";

Expected<void*> open_cudart(const CublasInfo& cublas) {
  const std::vector<std::string> candidates = cudart_candidates(cublas);
  for (const std::string& candidate : candidates) {
    std::error_code ignored;
    const bool by_name = candidate.find('/') == std::string::npos;
    if (!by_name && !fs::exists(candidate, ignored)) continue;
    const auto library = open_library(candidate);
    if (library) return *library;
    if (!by_name) return unusable(fmt::format("cannot load {}: {}", candidate, library.error()));
  }
  return unusable(
      fmt::format("no CUDA runtime for {}: looked for {}; install it beside cuBLAS or set "
                  "LD_LIBRARY_PATH; {}",
                  cublas.path, fmt::join(candidates, ", "), kNullHandle));
}

Expected<void> load_runtime(const CublasInfo& cublas, cuda::RuntimeFunctions* runtime,
                            CudaFacts* facts) {
  const Expected<void*> library = open_cudart(cublas);
  if (!library) return tl::make_unexpected(library.error());
  const MissingSymbols missing = resolve(cuda::kRuntimeSymbols, *runtime, [&](const char* name) {
    return find_symbol(*library, name);
  });
  facts->runtime_path = file_of(reinterpret_cast<void*>(runtime->get_device_count));
  if (missing.required.empty()) return {};
  return unusable(
      fmt::format("the libcudart of {} lacks {}", cublas.path, fmt::join(missing.required, ", ")));
}

/// By name, which is how the runtime loads it too: the loader gives both the same one.
Expected<void> load_driver(cuda::DriverFunctions* driver) {
  const auto library = open_library(kDriver);
  if (!library) return unusable(fmt::format("cannot load {}: {}", kDriver, library.error()));
  const MissingSymbols missing = resolve(
      cuda::kDriverSymbols, *driver, [&](const char* name) { return find_symbol(*library, name); });
  if (missing.required.empty()) return {};
  return unusable(fmt::format("the NVIDIA driver is too old: {} lacks {}", kDriver,
                              fmt::join(missing.required, ", ")));
}

}  // namespace

std::string architecture(const DeviceInfo& info) {
  return fmt::format("sm_{}{}", info.compute_major, info.compute_minor);
}

std::vector<std::string> cudart_candidates(const CublasInfo& cublas) {
  const int major = cublas.cuda_version == 0 ? cublas.version.major : cublas.cuda_version / 1000;
  // 11 was the last with a minor version in the soname.
  const std::string name =
      fmt::format("libcudart.so.{}", major == 11 ? "11.0" : fmt::to_string(major));
  const fs::path folder = fs::path(cublas.path).parent_path();
  const fs::path package = folder.parent_path().parent_path() / "cuda_runtime" / "lib";
  return {(folder / name).string(), (package / name).string(), name};
}

std::string why_no_device(cuda::Error status, const std::string& words, const CudaFacts& facts,
                          int ordinal) {
  const std::string driver = cuda_release(facts.driver_version);
  if (status == cuda::kStubLibrary) {
    return fmt::format(
        "{} is the CUDA toolkit's stub, no driver: take the folder `stubs` out of "
        "LD_LIBRARY_PATH; {}",
        kDriver, kNullHandle);
  }
  if (status == cuda::kInsufficientDriver && facts.driver_version == 0) {
    return fmt::format("there is no NVIDIA driver ({}); {}", kDriver, kNullHandle);
  }
  if (status == cuda::kInsufficientDriver) {
    return fmt::format("the NVIDIA driver is too old: it knows CUDA {}, {} is CUDA {}; {}", driver,
                       facts.runtime_path, cuda_release(facts.runtime_version), kNullHandle);
  }
  if (status == cuda::kNoDevice || (status == cuda::kSuccess && facts.device_count == 0)) {
    return fmt::format(
        "the NVIDIA driver (CUDA {}) sees no device; check nvidia-smi and "
        "CUDA_VISIBLE_DEVICES; {}",
        driver, kNullHandle);
  }
  if (status != cuda::kSuccess) {
    return fmt::format("the CUDA runtime cannot use a device: {} (error {}); {}", words, status,
                       kNullHandle);
  }
  if (ordinal < 0 || ordinal >= facts.device_count) {
    return fmt::format("there is no device {}: the NVIDIA driver sees {}, counted from 0", ordinal,
                       facts.device_count);
  }
  return "";
}

Expected<CudaDevice> CudaDevice::open(const CublasInfo& cublas, int ordinal) {
  CudaDevice device;
  CudaFacts& facts = device.info_.cuda;
  const cuda::RuntimeFunctions& runtime = device.runtime_;
  if (auto good = load_runtime(cublas, &device.runtime_, &facts); !good) {
    return tl::make_unexpected(std::move(good.error()));
  }
  runtime.runtime_get_version(&facts.runtime_version);
  runtime.driver_get_version(&facts.driver_version);
  const cuda::Error status = runtime.get_device_count(&facts.device_count);
  const std::string why = why_no_device(status, runtime.get_error_string(status), facts, ordinal);
  if (!why.empty()) return unusable(why);

  DeviceInfo& info = device.info_;
  info.ordinal = ordinal;
  const auto read = [&](cuda::Enum attribute, int* value) {
    return runtime.device_get_attribute(value, attribute, ordinal) == cuda::kSuccess;
  };
  if (!read(cuda::kComputeCapabilityMajor, &info.compute_major) ||
      !read(cuda::kComputeCapabilityMinor, &info.compute_minor)) {
    return unusable(fmt::format("device {} does not tell its compute capability", ordinal));
  }
  if (auto good = load_driver(&device.driver_); !good) {
    return tl::make_unexpected(std::move(good.error()));
  }
  return device;
}

}  // namespace gemmcheck
