// The loader against a library that notes what arrives.
#include "library/cblas/loader.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <string>

#include "library/capture.h"
#include "library/cblas/identify.h"
#include "library/echo_library.h"
#include "library/exits.h"
#include "library/message.h"

namespace gemmcheck {
namespace {

struct EchoLibrary {
  CblasLibrary library;
  EchoCall* last;
};

LibrarySpec echo_spec(int int_bits) {
  const auto spec =
      resolve_library(int_bits == 64 ? "cblas:" GEMMCHECK_ECHO64 "?int=64&prefix=my_&suffix=64_"
                                     : "cblas:" GEMMCHECK_ECHO32);
  EXPECT_TRUE(spec) << spec.error().message;
  return spec.value_or(LibrarySpec{});
}

EchoLibrary load_echo(int int_bits) {
  const LibrarySpec spec = echo_spec(int_bits);
  auto library = CblasLibrary::load(spec);
  EXPECT_TRUE(library) << library.error().message;
  void* handle = ::dlopen(spec.path.c_str(), RTLD_NOW | RTLD_LOCAL);
  auto* last = static_cast<EchoCall*>(::dlsym(handle, "echo_last"));
  EXPECT_NE(last, nullptr);
  return {library.value(), last};
}

class Echo : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(IntBits, Echo, ::testing::Values(32, 64));

TEST_P(Echo, EveryArgumentArrivesInItsPlace) {
  const EchoLibrary echo = load_echo(GetParam());
  // Beyond 32 bits where the library's integers are.
  const std::int64_t wide = GetParam() == 64 ? std::int64_t{1} << 40 : 0;
  const double doubles[4] = {2.5, -1, -3.25, 7};
  const float floats[4] = {2.5F, -1, -3.25F, 7};
  char memory[3] = {};
  EXPECT_EQ(echo.library.info().apis, kNetlibApis);
  for (const ApiInfo& api : apis_of(Dialect::kNetlib)) {
    SCOPED_TRACE(api.name);
    const bool is_fortran = api.convention == Convention::kFortran;
    Call call = baseline(api.api);
    call.layout = 77;
    call.transa = 'x';
    call.transb = '/';
    call.m = -1 - wide;
    call.n = 2147483647 + wide;
    call.k = 3 + wide;
    call.lda = -4 - wide;
    call.ldb = 5 + wide;
    call.ldc = -2147483647 - 1 - wide;
    Arguments arguments;
    arguments.a = &memory[0];
    arguments.b = nullptr;
    arguments.c = &memory[2];
    const bool is_float = api.element.component_bytes == 4;
    arguments.alpha = is_float ? static_cast<const void*>(&floats[0]) : &doubles[0];
    arguments.beta = is_float ? static_cast<const void*>(&floats[2]) : &doubles[2];

    *echo.last = {};
    ASSERT_TRUE(echo.library.has(api.api));
    echo.library.call(call, arguments);

    const EchoCall& got = *echo.last;
    ASSERT_NE(got.name, nullptr);
    EXPECT_EQ(got.name, api.name);
    EXPECT_EQ(got.layout, is_fortran ? -1 : 77);
    EXPECT_EQ(got.transa, 'x');
    EXPECT_EQ(got.transb, '/');
    EXPECT_EQ(got.m, call.m);
    EXPECT_EQ(got.n, call.n);
    EXPECT_EQ(got.k, call.k);
    EXPECT_EQ(got.lda, call.lda);
    EXPECT_EQ(got.ldb, call.ldb);
    EXPECT_EQ(got.ldc, call.ldc);
    EXPECT_EQ(got.a, arguments.a);
    EXPECT_EQ(got.b, arguments.b);
    EXPECT_EQ(got.c, arguments.c);
    if (takes_scalars_by_value(api.api)) {
      EXPECT_EQ(got.alpha_value, 2.5);
      EXPECT_EQ(got.beta_value, -3.25);
    } else {
      EXPECT_EQ(got.alpha, arguments.alpha);
      EXPECT_EQ(got.beta, arguments.beta);
    }
    EXPECT_EQ(got.transa_length, is_fortran ? 1u : 0u);
    EXPECT_EQ(got.transb_length, is_fortran ? 1u : 0u);
  }
}

TEST_P(Echo, WhatALibraryDoesInsteadOfReturningIsAValue) {
  const EchoLibrary echo = load_echo(GetParam());
  const double scalar = 1;
  Arguments arguments;
  arguments.alpha = arguments.beta = &scalar;
  for (const ApiInfo& api : apis_of(Dialect::kNetlib)) {
    SCOPED_TRACE(api.name);
    Call call = baseline(api.api);
    const auto leave = [&](std::int64_t m) {
      call.m = m;
      return guarded_call([&] { echo.library.call(call, arguments); });
    };
    const Leave exited = leave(ECHO_EXIT);
    EXPECT_EQ(exited.by, LeftBy::kExit);
    EXPECT_EQ(exited.code, 3);  // the low byte of what was given
    const Leave quick = leave(ECHO_QUICK_EXIT);
    EXPECT_EQ(quick.by, LeftBy::kExit);
    EXPECT_EQ(quick.code, 4);
    EXPECT_EQ(leave(ECHO_ABORT).by, LeftBy::kAbort);
    EXPECT_EQ(leave(1).by, LeftBy::kReturned);
    echo.library.restore_after_exit();
  }
}

TEST_P(Echo, WhatALibraryPrintsIsCaught) {
  const EchoLibrary echo = load_echo(GetParam());
  const double scalar = 1;
  Arguments arguments;
  arguments.alpha = arguments.beta = &scalar;
  Call call = baseline(Api::kDgemm);
  std::string text;
  std::uint64_t dropped = 0;
  {
    const auto capture = StreamCapture::start();
    ASSERT_TRUE(capture);
    call.m = ECHO_PRINT;
    echo.library.call(call, arguments);
    text = (*capture)->take().text;
    call.m = ECHO_PRINT_MEGABYTE;
    echo.library.call(call, arguments);
    dropped = (*capture)->take().dropped;
  }
  Report report;
  EXPECT_EQ(parse_reports(text, &report), 1) << text;
  EXPECT_EQ(report.number, 4);
  EXPECT_EQ(report.routine, "ECHO");
  EXPECT_EQ(dropped, (std::size_t{1} << 20) - kKeptText);
}

TEST_P(Echo, ALibraryThatDoesNotTellKeepsTheSpecsName) {
  const EchoLibrary echo = load_echo(GetParam());
  EXPECT_EQ(echo.library.info().name, "cblas");
  EXPECT_EQ(echo.library.info().version, "");
  EXPECT_EQ(echo.library.info().core, "");
  EXPECT_EQ(echo.library.info().build, "");
  EXPECT_EQ(echo.library.info().path, GetParam() == 64 ? GEMMCHECK_ECHO64 : GEMMCHECK_ECHO32);
}

TEST(Loader, UnusableLibrariesSayWhy) {
  LibrarySpec spec;
  spec.path = "libgemmcheck-no-such.so.7";
  auto library = CblasLibrary::load(spec);
  ASSERT_FALSE(library);
  EXPECT_EQ(library.error().code, ErrorCode::kUnusable);
  EXPECT_EQ(library.error().message,
            "cannot load libgemmcheck-no-such.so.7: libgemmcheck-no-such.so.7: cannot open shared "
            "object file: No such file or directory");

  spec = echo_spec(64);
  spec.prefix = "your_";
  library = CblasLibrary::load(spec);
  ASSERT_FALSE(library);
  EXPECT_EQ(library.error().code, ErrorCode::kUnusable);
  EXPECT_NE(library.error().message.find("your_cblas_zgemm64_"), std::string::npos)
      << library.error().message;
}

TEST(Loader, OneSymbolSuffices) {
  const auto library =
      CblasLibrary::load(resolve_library("cblas:" GEMMCHECK_ECHO_ONE).value_or(LibrarySpec{}));
  ASSERT_TRUE(library) << library.error().message;
  EXPECT_EQ(library->info().apis, api_bit(Api::kDgemm));
  EXPECT_TRUE(library->has(Api::kDgemm));
  EXPECT_FALSE(library->has(Api::kCblasDgemm));
}

TEST(Loader, VersionsAreReadOffFileNames) {
  EXPECT_EQ(version_of_file_name("/usr/lib/libblas.so.3.11.0"), "3.11.0");
  EXPECT_EQ(version_of_file_name("libblas.so.3"), "");
  EXPECT_EQ(version_of_file_name("libblas.so"), "");
  EXPECT_EQ(version_of_file_name("libblas.so.3.x"), "");
  EXPECT_EQ(version_of_file_name("/a.so.1.2/libblas"), "");
  EXPECT_EQ(version_of_file_name(""), "");
}

}  // namespace
}  // namespace gemmcheck
