// Whether calls with a real handle can be made here, and if not, why not, in one line.
#include "library/cublas/device.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "library/cublas/dynamic.h"
#include "library/cublas/loader.h"

namespace gemmcheck {
namespace {

namespace fs = std::filesystem;
using ::testing::TempDir;

CublasInfo cublas_at(const std::string& path, CublasVersion version, int cuda_version) {
  CublasInfo info;
  info.path = path;
  info.version = version;
  info.cuda_version = cuda_version;
  return info;
}

TEST(CudaDevice, TheRuntimeIsLookedForBesideCublasFirst) {
  const std::string package = "/p/nvidia/cublas/lib/libcublas.so.12";
  EXPECT_EQ(
      cudart_candidates(cublas_at(package, {12, 4, 5}, 12030)),
      (std::vector<std::string>{"/p/nvidia/cublas/lib/libcudart.so.12",
                                "/p/nvidia/cuda_runtime/lib/libcudart.so.12", "libcudart.so.12"}));
  EXPECT_EQ(cudart_candidates(cublas_at("/x/libcublas.so.11", {11, 11, 3}, 11080)).back(),
            "libcudart.so.11.0");
  EXPECT_EQ(cudart_candidates(cublas_at("/x/libcublas.so.13", {13, 1, 0}, 0)).back(),
            "libcudart.so.13");
}

TEST(CudaDevice, WhatStandsBetweenIsSaidInOneLine) {
  struct Row {
    cuda::Error status;
    int driver_version;
    int device_count;
    int ordinal;
    std::string part;  ///< "": nothing stands between
  };
  const Row rows[] = {
      {cuda::kSuccess, 13000, 1, 0, ""},
      {cuda::kSuccess, 13000, 8, 7, ""},
      {cuda::kSuccess, 13000, 8, 8, "there is no device 8: the NVIDIA driver sees 8"},
      {cuda::kSuccess, 13000, 1, -1, "there is no device -1"},
      {cuda::kSuccess, 13000, 0, 0, "the NVIDIA driver (CUDA 13.0) sees no device"},
      {cuda::kNoDevice, 12040, 0, 0, "the NVIDIA driver (CUDA 12.4) sees no device"},
      {cuda::kInsufficientDriver, 0, 0, 0, "there is no NVIDIA driver (libcuda.so.1)"},
      {cuda::kInsufficientDriver, 11040, 0, 0,
       "the NVIDIA driver is too old: it knows CUDA 11.4, /x/libcudart.so.13 is CUDA 13.0"},
      {cuda::kStubLibrary, 0, 0, 0, "stub"},
      {803, 12000, 0, 0, "the runtime's words (error 803)"},
  };
  for (const Row& row : rows) {
    CudaFacts facts;
    facts.runtime_path = "/x/libcudart.so.13";
    facts.runtime_version = 13000;
    facts.driver_version = row.driver_version;
    facts.device_count = row.device_count;
    const std::string why = why_no_device(row.status, "the runtime's words", facts, row.ordinal);
    EXPECT_EQ(why.empty(), row.part.empty()) << why;
    EXPECT_NE(why.find(row.part), std::string::npos) << why;
    EXPECT_EQ(why.find('\n'), std::string::npos);
    // What is possible all the same is said wherever the device is at fault, not the number.
    EXPECT_EQ(why.find("handle=null") != std::string::npos,
              row.status != cuda::kSuccess || row.device_count == 0);
  }
}

TEST(CudaDevice, AMissingOrBrokenRuntimeIsNamed) {
  std::string folder = TempDir() + "gemmcheck-cudart-XXXXXX";
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  const CublasInfo cublas = cublas_at(folder + "/libcublas.so.99", {99, 0, 0}, 99000);
  const auto none = CudaDevice::open(cublas, 0);
  std::ofstream(folder + "/libcudart.so.99") << "no shared object";
  const auto broken = CudaDevice::open(cublas, 0);
  fs::remove_all(folder);

  ASSERT_TRUE(!none && !broken);
  EXPECT_EQ(none.error().code, ErrorCode::kUnusable);
  EXPECT_TRUE(none.error().message.starts_with("no CUDA runtime for " + cublas.path))
      << none.error().message;
  EXPECT_EQ(broken.error().code, ErrorCode::kUnusable);
  EXPECT_TRUE(broken.error().message.starts_with("cannot load " + folder + "/libcudart.so.99: "))
      << broken.error().message;
}

TEST(CudaDevice, OfThisMachine) {
  const auto cublas = CublasLibrary::load("");
  if (!cublas) GTEST_SKIP() << cublas.error().message;
  const auto device = CudaDevice::open(cublas->info(), 0);
  if (!device) {
    const std::string& message = device.error().message;
    EXPECT_EQ(device.error().code, ErrorCode::kUnusable);
    EXPECT_EQ(message.find('\n'), std::string::npos);
    if (!open_library("libcuda.so.1")) {
      EXPECT_TRUE(message.starts_with("there is no NVIDIA driver") ||
                  message.starts_with("no CUDA runtime for"))
          << message;
    }
    // The failure leaves what needs no device as it was.
    cublas::Enum mode = 0;
    EXPECT_EQ(cublas->functions().get_math_mode(nullptr, &mode), cublas::kNotInitialized);
    GTEST_SKIP() << message;
  }
  const DeviceInfo& info = device->info();
  EXPECT_GE(info.cuda.device_count, 1);
  EXPECT_GE(info.cuda.driver_version, 11000);
  EXPECT_EQ(info.cuda.runtime_version / 1000, cublas->info().cuda_version / 1000);
  EXPECT_GE(info.compute_major, 5);
  EXPECT_EQ(architecture(info),
            "sm_" + std::to_string(info.compute_major) + std::to_string(info.compute_minor));
  EXPECT_TRUE(fs::is_regular_file(info.cuda.runtime_path)) << info.cuda.runtime_path;
  EXPECT_FALSE(CudaDevice::open(cublas->info(), info.cuda.device_count));
}

}  // namespace
}  // namespace gemmcheck
