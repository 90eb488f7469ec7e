// The loader: files that are not cuBLAS, pairs that do not fit, and the real library where it is
// installed. Neither a driver nor a device is needed.
#include "library/cublas/loader.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "library/capture.h"
#include "library/message.h"

namespace gemmcheck {
namespace {

namespace fs = std::filesystem;
using ::testing::TempDir;

/// The error of loading `path`, whose message is one line; an empty message if it loads.
Error error_of(const std::string& path) {
  const auto library = CublasLibrary::load(path);
  EXPECT_FALSE(library) << path;
  if (library) return {};
  EXPECT_EQ(library.error().code, ErrorCode::kUnusable);
  EXPECT_EQ(library.error().message.find('\n'), std::string::npos);
  return library.error();
}

TEST(CublasLoader, FilesThatAreNoLibraryAreToldApart) {
  const std::string folder = fs::path(TempDir()).parent_path().string();
  const std::string text = TempDir() + "gemmcheck-cublas-text.so";
  std::ofstream(text) << "INPUT(libcublas.so.13), longer than the header of a shared object is\n";
  EXPECT_EQ(error_of(folder).message, folder + ": is a folder, not a shared object");
  EXPECT_EQ(error_of(text).message, text + ": not an ELF shared object");
  EXPECT_EQ(error_of(folder + "/no-such.so").message,
            folder + "/no-such.so: No such file or directory");
  EXPECT_NE(error_of("libgemmcheck-no-such.so.7").message.find("cannot load libgemmcheck-no-such"),
            std::string::npos);
  fs::remove(text);
}

TEST(CublasLoader, AnotherLibraryIsRefusedWithWhatItLacks) {
  const std::string message = error_of("libm.so.6").message;
  EXPECT_TRUE(message.starts_with("libm.so.6 is not cuBLAS: it lacks cublasCreate_v2, "))
      << message;
  for (const SymbolRow& row : cublas::kFunctionSymbols) {
    EXPECT_EQ(message.find(row.name) != std::string::npos, row.need == Need::kRequired) << row.name;
  }
}

TEST(CublasLoader, APairOfDifferentVersionsIsRefused) {
  CublasInfo info;
  info.path = "/one/libcublas.so.12";
  info.version = {12, 4, 5};
  EXPECT_TRUE(check_lt_version(info));  // one that is built in
  info.lt_path = "/other/libcublasLt.so.12";
  info.lt_version = {12, 4, 5};
  EXPECT_TRUE(check_lt_version(info));
  for (const CublasVersion other : {CublasVersion{11, 4, 5}, {12, 1, 5}, {12, 4, 2}}) {
    info.lt_version = other;
    const auto good = check_lt_version(info);
    ASSERT_FALSE(good);
    EXPECT_EQ(good.error().code, ErrorCode::kUnusable);
    for (const std::string& part : {info.path, info.lt_path, to_text(other)}) {
      EXPECT_NE(good.error().message.find(part), std::string::npos) << good.error().message;
    }
  }
}

TEST(CublasLoader, TheBuildIsDescribed) {
  CublasInfo info;
  EXPECT_EQ(describe_build(info), "no cuBLASLt");
  info.lt_path = "/x/libcublasLt.so.12";
  info.lt_version = {12, 9, 1};
  info.cuda_version = 12090;
  EXPECT_EQ(describe_build(info), "cuBLASLt 12.9.1, built with CUDA 12.9");
}

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

  template <template <typename> typename Pointer, typename Int>
  Pointer<Int> gemm(const char* name) const {
    return reinterpret_cast<Pointer<Int>>(library_->gemm(name));
  }

  const CublasLibrary* library_ = nullptr;
};

TEST_F(RealCublas, TellsWhatItIs) {
  const CublasInfo& info = library_->info();
  EXPECT_FALSE(fs::is_symlink(info.path)) << info.path;
  EXPECT_TRUE(fs::is_regular_file(info.path)) << info.path;
  EXPECT_GE(info.version.major, 11);
  EXPECT_NE(info.path.find(".so." + std::to_string(info.version.major)), std::string::npos);
  EXPECT_EQ(info.lt_version, info.version);
  EXPECT_NE(info.lt_path, info.path);
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

// Everything else in these calls is wrong as well.
TEST_F(RealCublas, ANullHandleComesBeforeEveryOtherCheck) {
  const auto gemm_ex = gemm<cublas::GemmEx, std::int32_t>("cublasGemmEx");
  const auto sgemm = gemm<cublas::Gemm, std::int32_t>("cublasSgemm");
  ASSERT_TRUE(gemm_ex != nullptr && sgemm != nullptr);
  EXPECT_EQ(library_->gemm("cublasSgemm_v2"), nullptr);  // no name that programs use
  EXPECT_EQ(gemm_ex(nullptr, 77, -1, -1, -1, -1, nullptr, nullptr, 999, 0, nullptr, 999, 0, nullptr,
                    nullptr, 999, 0, 999, 12345),
            cublas::kNotInitialized);
  EXPECT_EQ(
      sgemm(nullptr, 77, -1, -1, -1, -1, nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr, 0),
      cublas::kNotInitialized);

  const auto wide =
      gemm<cublas::GemmStridedBatchedEx, std::int64_t>("cublasGemmStridedBatchedEx_64");
  if (wide == nullptr) GTEST_SKIP() << "the 64-bit functions came with CUDA 12.0";
  EXPECT_EQ(wide(nullptr, 77, -1, INT64_MIN, -1, -1, nullptr, nullptr, 999, 0, -1, nullptr, 999, 0,
                 -1, nullptr, nullptr, 999, 0, -1, -1, 999, 12345),
            cublas::kNotInitialized);
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
  const auto wide = gemm<cublas::GemmEx, std::int64_t>("cublasGemmEx_64");
  if (functions.set_logger_callback == nullptr || wide == nullptr) GTEST_SKIP();
  log.clear();
  ASSERT_EQ(functions.set_logger_callback([](const char* message) { log += message; }),
            cublas::kSuccess);
  wide(nullptr, 1, 77, 11, 12, std::int64_t{1} << 40, nullptr, nullptr, 14, 15, nullptr, 2, 17,
       nullptr, nullptr, 0, -19, 68, -1);
  functions.set_logger_callback(nullptr);
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
