// NVIDIA's library, where it is installed, without a driver or a device: what it tells of itself,
// and calls with a null handle.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <type_traits>
#include <vector>

#include "library/capture.h"
#include "library/cublas/loader.h"
#include "library/cublas/lt_pair.h"
#include "library/message.h"

namespace gemmcheck {
namespace {

namespace fs = std::filesystem;

/// The library that the loader finds by name, once for all tests.
const Expected<CublasLibrary>& installed() {
  static const Expected<CublasLibrary> library = CublasLibrary::load("");
  return library;
}

class RealCublas : public ::testing::Test {
 protected:
  void SetUp() override {
    const Expected<CublasLibrary>& loaded = installed();
    if (!loaded) {
      EXPECT_EQ(loaded.error().code, ErrorCode::kUnusable);
      EXPECT_TRUE(loaded.error().message.starts_with("cuBLAS is not installed"))
          << loaded.error().message;
      GTEST_SKIP() << loaded.error().message;
    }
    library_ = &*loaded;
  }

  const CublasLibrary* library_ = nullptr;
};

TEST_F(RealCublas, TellsWhatItIs) {
  const CublasInfo& info = library_->info();
  EXPECT_FALSE(fs::is_symlink(info.path)) << info.path;
  EXPECT_TRUE(fs::is_regular_file(info.path)) << info.path;
  EXPECT_GE(info.version.major, 11);
  EXPECT_NE(info.path.find(".so." + std::to_string(info.version.major)), std::string::npos);
  EXPECT_NE(info.lt_path, info.path);
  EXPECT_NE(info.lt_path.find("libcublasLt"), std::string::npos) << info.lt_path;
  EXPECT_GE(info.cuda_version, 11000);
  std::int32_t number = 0;
  EXPECT_EQ(library_->functions().get_version(nullptr, &number), cublas::kSuccess);
  if (info.version.major >= 12) {
    const auto& [major, minor, patch] = info.version;
    EXPECT_EQ(number, 10000 * major + 100 * minor + patch);
    EXPECT_EQ(info.missing, std::vector<std::string>());
  }
}

TEST_F(RealCublas, LoadedByPathItIsTheSameFile) {
  const auto again = CublasLibrary::load(library_->info().path);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->info().path, library_->info().path);
  EXPECT_EQ(again->gemm("cublasGemmEx"), library_->gemm("cublasGemmEx"));
}

/// A null pointer, or -1: no argument of such a call is legal.
template <typename Parameter>
Parameter bad() {
  if constexpr (std::is_pointer_v<Parameter>) {
    return nullptr;
  } else {
    return Parameter{-1};
  }
}
template <typename... Parameters>
cublas::Status call_badly(cublas::Status (*function)(Parameters...)) {
  return function(bad<Parameters>()...);
}

template <typename Int>
cublas::Status call_badly(cublas::Family family, void* gemm) {
  using cublas::Family;
  switch (family) {
    case Family::kGemm:
      return call_badly(reinterpret_cast<cublas::Gemm<Int>>(gemm));
    case Family::kGemmTyped:
      return call_badly(reinterpret_cast<cublas::GemmTyped<Int>>(gemm));
    case Family::kGemmEx:
      return call_badly(reinterpret_cast<cublas::GemmEx<Int>>(gemm));
    case Family::kGemmBatched:
      return call_badly(reinterpret_cast<cublas::GemmBatched<Int>>(gemm));
    case Family::kGemmStridedBatched:
      return call_badly(reinterpret_cast<cublas::GemmStridedBatched<Int>>(gemm));
    case Family::kGemmBatchedEx:
      return call_badly(reinterpret_cast<cublas::GemmBatchedEx<Int>>(gemm));
    case Family::kGemmStridedBatchedEx:
      return call_badly(reinterpret_cast<cublas::GemmStridedBatchedEx<Int>>(gemm));
  }
  return -1;
}

TEST_F(RealCublas, ANullHandleComesBeforeEveryOtherCheckAndIsNotReported) {
  struct Answer {
    std::string name;
    cublas::Status status;
  };
  std::vector<Answer> answers;
  std::string text;
  {
    const auto capture = StreamCapture::start();
    ASSERT_TRUE(capture);
    for (const cublas::GemmRow& row : cublas::kGemms) {
      const std::string name(row.name);
      if (void* narrow = library_->gemm(name)) {
        answers.push_back({name, call_badly<std::int32_t>(row.family, narrow)});
      }
      if (void* wide = library_->gemm(name + "_64")) {
        answers.push_back({name + "_64", call_badly<std::int64_t>(row.family, wide)});
      }
    }
    text = (*capture)->take().text;
  }
  EXPECT_EQ(text, "");
  EXPECT_GE(answers.size(), std::size_t{cublas::kGemmCount});
  for (const Answer& answer : answers) {
    EXPECT_EQ(answer.status, cublas::kNotInitialized) << answer.name;
  }
  EXPECT_EQ(library_->gemm("cublasSgemm_v2"), nullptr);  // no name that programs use
}

TEST_F(RealCublas, ItsReportIsReadBack) {
  const cublas::Functions& functions = library_->functions();
  if (functions.xerbla == nullptr) GTEST_SKIP() << "it does not export cublasXerbla";
  std::string text;
  {
    const auto capture = StreamCapture::start();
    ASSERT_TRUE(capture);
    functions.xerbla("GEMM_EX ", 9);
    text = (*capture)->take().text;
  }
  Report report;
  EXPECT_EQ(parse_reports(text, &report), 1) << text;
  EXPECT_EQ(report.format, MessageFormat::kOnEntryTo);
  EXPECT_EQ(report.routine, "GEMM_EX");
  EXPECT_EQ(report.number, 9);
}

TEST_F(RealCublas, ItNamesTheStatusesAsOurTableDoes) {
  const cublas::Functions& functions = library_->functions();
  if (functions.get_status_name == nullptr) GTEST_SKIP() << "before CUDA 11.4 it had no names";
  for (cublas::Status status = -2; status < 1000; ++status) {
    const cublas::StatusRow* row = cublas::find_status(status);
    const std::string text = functions.get_status_string(status);
    if (row == nullptr) {
      EXPECT_EQ(text, "unrecognized status") << status;
    } else {
      EXPECT_EQ(text, row->text);
      EXPECT_EQ(functions.get_status_name(status), row->name);
    }
  }
}

// The log is written before the handle is looked at, and no switch is needed besides the callback.
std::string log;

TEST_F(RealCublas, ItsLogTellsTheArgumentsThatArrived) {
  const cublas::Functions& functions = library_->functions();
  const auto wide =
      reinterpret_cast<cublas::GemmEx<std::int64_t>>(library_->gemm("cublasGemmEx_64"));
  if (functions.set_logger_callback == nullptr || functions.logger_configure == nullptr ||
      wide == nullptr) {
    GTEST_SKIP() << "no log, or no 64-bit functions";
  }
  log.clear();
  ASSERT_EQ(functions.set_logger_callback([](const char* message) { log += message; }),
            cublas::kSuccess);
  wide(nullptr, 1, 77, 11, 12, std::int64_t{1} << 40, nullptr, nullptr, 14, 15, nullptr, 2, 17,
       nullptr, nullptr, 0, -19, 68, -1);
  functions.set_logger_callback(nullptr);
  functions.logger_configure(0, 0, 0, nullptr);
  CublasInfo same = library_->info();
  EXPECT_TRUE(fits_log(version_in_log(log), same)) << log;
  ++same.version.major;
  same.cuda_version += 1000;
  EXPECT_FALSE(fits_log(version_in_log(log), same)) << log;
  for (const char* part :
       {"function cublasStatus_t cublasGemmEx_64(",
        "transa: type=cublasOperation_t; val=CUBLAS_OP_T(1)", "TYPE(77)", "m: type=long; val=11",
        "k: type=long; val=1099511627776", "Atype: type=cudaDataType_t; val=CUDA_R_16BF(14)",
        "ldc: type=long; val=-19", "val=CUBLAS_COMPUTE_32F(68)"}) {
    EXPECT_NE(log.find(part), std::string::npos) << part << "\n" << log;
  }
}

}  // namespace
}  // namespace gemmcheck
