// Files that are not cuBLAS, and pairs of files that do not fit.
#include "library/cublas/loader.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "library/cublas/lt_pair.h"

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

TEST(CublasLoader, WhatAnOlderReleaseLacksIsNotRequired) {
  for (const SymbolRow& row : cublas::kFunctionSymbols) {
    EXPECT_TRUE(row.need == Need::kOptional || std::string_view(row.since).empty()) << row.name;
  }
}

TEST(CublasLoader, TheVersionIsReadFromARecordOfTheLog) {
  EXPECT_EQ(version_in_log("I! cuBLAS (v12.3) function cublasStatus_t cublasGetMathMode("), "12.3");
  EXPECT_EQ(version_in_log("I! cuBLAS (v13.1.0) function"), "13.1.0");
  for (std::string_view text : {"", "cuBLAS", "cuBLAS (v12.3", "cublas (v12.3)"}) {
    EXPECT_EQ(version_in_log(text), "") << text;
  }
}

TEST(CublasLoader, TheLogShowsAPairOfDifferentReleases) {
  CublasInfo info;
  info.version = {12, 4, 5};
  info.cuda_version = 12030;
  EXPECT_TRUE(fits_log("12.3", info));
  EXPECT_TRUE(fits_log("12.4.5", info));
  for (std::string_view other : {"12.0", "12.4", "12.4.2", "11.8", "12.30", ""}) {
    EXPECT_FALSE(fits_log(other, info)) << other;
  }
}

}  // namespace
}  // namespace gemmcheck
