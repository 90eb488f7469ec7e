// The libraries of this machine, by name; those that are not installed are skipped.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include "library/capture.h"
#include "library/cblas/loader.h"
#include "library/exits.h"
#include "library/message.h"

namespace gemmcheck {
namespace {

constexpr int kRowMajor = 101;
constexpr int kColMajor = 102;

struct Made {
  Leave leave;
  std::string text;
  int reports = 0;
  Report report;  ///< its routine is a view into `text`
  double c = 0;   ///< C's first element, -1 before the call
};

/// Makes the call on 2 x 3 by 3 x 2 of ones, so that an accepted one with k leaves k in C.
Made make(const CblasLibrary& library, const Call& call) {
  Made made;
  double a[8], b[8], c[8];
  for (int i = 0; i < 8; ++i) a[i] = b[i] = 1, c[i] = -1;
  const double one = 1, zero = 0;
  const Arguments arguments{a, b, c, &one, &zero};
  const auto capture = StreamCapture::start();
  if (!capture) return made;
  made.leave = guarded_call([&] { library.call(call, arguments); });
  made.text = (*capture)->take().text;
  made.reports = parse_reports(made.text, &made.report);
  made.c = c[0];
  if (made.leave.by != LeftBy::kReturned) library.restore_after_exit();
  return made;
}

Call legal(Api api) {
  Call call = baseline(api);
  call.m = 2;
  call.n = 2;
  call.k = 3;
  set_tight(call);
  return call;
}
Call short_lda(Api api, int layout = kColMajor) {
  Call call = legal(api);
  if (has_key(api, Key::kLayout)) call.layout = layout;
  call.lda = 1;
  call.ldb = 3;
  return call;
}

struct RealRow {
  std::string_view library;
  MessageFormat fortran_format;
  MessageFormat cblas_format;
  LeftBy cblas_left_by;
  int cblas_number;
  std::string_view cblas_routine;
};

constexpr RealRow kExpected[] = {
    {"openblas", MessageFormat::kOnEntryTo, MessageFormat::kOnEntryTo, LeftBy::kReturned, 8,
     "DGEMM"},
    {"netlib", MessageFormat::kParameterToRoutine, MessageFormat::kParameterToRoutine,
     LeftBy::kExit, 9, "cblas_dgemm"},
    {"blis", MessageFormat::kOnEntryTo, MessageFormat::kOnEntryTo, LeftBy::kReturned, 8, "DGEMM"},
};

void PrintTo(const RealRow& row, std::ostream* out) {
  *out << row.library;
}

class RealLibrary : public ::testing::TestWithParam<RealRow> {
 protected:
  void SetUp() override {
    const auto spec = resolve_library(GetParam().library);
    if (!spec) GTEST_SKIP() << spec.error().message;
    auto loaded = CblasLibrary::load(*spec);
    ASSERT_TRUE(loaded) << loaded.error().message;
    library.emplace(*loaded);
  }
  std::optional<CblasLibrary> library;
};
INSTANTIATE_TEST_SUITE_P(Installed, RealLibrary, ::testing::ValuesIn(kExpected),
                         [](const auto& info) { return std::string(info.param.library); });

TEST_P(RealLibrary, TellsWhatItIs) {
  const LibraryInfo& info = library->info();
  EXPECT_EQ(info.name, GetParam().library);
  EXPECT_TRUE(info.version.find('.') != std::string::npos) << info.version;
  EXPECT_EQ(info.apis, kNetlibApis);
  EXPECT_EQ(info.dialect, Dialect::kNetlib);
  EXPECT_FALSE(std::filesystem::is_symlink(info.path)) << info.path;
  EXPECT_TRUE(std::filesystem::is_regular_file(info.path)) << info.path;
  EXPECT_EQ(info.core.empty(), info.name == "netlib") << info.core;
  EXPECT_EQ(info.build.find("OpenBLAS " + info.version) == 0, info.name == "openblas")
      << info.build;
}

TEST_P(RealLibrary, TellsTheSameLoadedByPath) {
  const auto spec = resolve_library("cblas:" + library->info().path);
  ASSERT_TRUE(spec) << spec.error().message;
  const auto again = CblasLibrary::load(*spec);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->info().name, library->info().name);
  EXPECT_EQ(again->info().path, library->info().path);
}

TEST_P(RealLibrary, ALegalCallComputesAndIsSilent) {
  for (Api api : {Api::kDgemm, Api::kCblasDgemm}) {
    const Made made = make(*library, legal(api));
    EXPECT_EQ(made.leave.by, LeftBy::kReturned);
    EXPECT_EQ(made.text, "");
    EXPECT_EQ(made.c, 3.0);
  }
}

TEST_P(RealLibrary, AnIllegalCallIsReported) {
  const Made fortran = make(*library, short_lda(Api::kDgemm));
  EXPECT_EQ(fortran.leave.by, LeftBy::kReturned);
  EXPECT_EQ(fortran.reports, 1) << fortran.text;
  EXPECT_EQ(fortran.report.format, GetParam().fortran_format) << fortran.text;
  EXPECT_EQ(fortran.report.number, 8) << fortran.text;
  EXPECT_EQ(fortran.report.routine, "DGEMM") << fortran.text;
  EXPECT_EQ(fortran.c, -1.0);

  const Made cblas = make(*library, short_lda(Api::kCblasDgemm));
  EXPECT_EQ(cblas.leave.by, GetParam().cblas_left_by);
  EXPECT_EQ(cblas.leave.code, GetParam().cblas_left_by == LeftBy::kExit ? 255 : 0);
  EXPECT_EQ(cblas.reports, 1) << cblas.text;
  EXPECT_EQ(cblas.report.format, GetParam().cblas_format) << cblas.text;
  EXPECT_EQ(cblas.report.number, GetParam().cblas_number) << cblas.text;
  EXPECT_EQ(cblas.report.routine, GetParam().cblas_routine) << cblas.text;
  EXPECT_EQ(cblas.c, -1.0);
}

TEST_P(RealLibrary, AfterAnExitItBehavesAsInAFreshProcess) {
  const auto refuse_everywhere = [&] {
    std::string texts;
    for (Api api : {Api::kDgemm, Api::kCblasDgemm}) {
      const Made made = make(*library, short_lda(api));
      if (api == Api::kDgemm) {
        // Other tests have shared the process, so equality with the first time is not enough.
        EXPECT_EQ(made.leave.by, LeftBy::kReturned);
        EXPECT_EQ(made.report.number, 8) << made.text;
        EXPECT_EQ(made.report.routine, "DGEMM") << made.text;
      }
      texts += made.text + (made.leave.by == LeftBy::kExit ? "(exit)\n" : "(return)\n");
    }
    return texts;
  };
  const std::string fresh = refuse_everywhere();
  for (int layout : {kRowMajor, kColMajor, 0}) {
    // Every way that leads into the handler: a bad layout, a bad op, a short leading dimension.
    Call bad_op = legal(Api::kCblasDgemm);
    bad_op.layout = layout;
    bad_op.transb = 0;
    for (const Call& call : {short_lda(Api::kCblasDgemm, layout), bad_op}) {
      EXPECT_GE(make(*library, call).reports, 1);
      EXPECT_EQ(refuse_everywhere(), fresh);
    }
  }
  EXPECT_EQ(make(*library, legal(Api::kCblasDgemm)).c, 3.0);
}

TEST(RealLibraries, NetlibsNotesOfACallAreAtRestAfterAnExit) {
  const auto spec = resolve_library("netlib");
  if (!spec) GTEST_SKIP() << spec.error().message;
  const auto library = CblasLibrary::load(*spec);
  ASSERT_TRUE(library) << library.error().message;
  void* handle = ::dlopen(spec->path.c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_EQ(make(*library, short_lda(Api::kCblasDgemm, kRowMajor)).leave.by, LeftBy::kExit);
  for (const char* name : {"CBLAS_CallFromC", "RowMajorStrg"}) {
    const auto* note = static_cast<const int*>(::dlsym(handle, name));
    ASSERT_NE(note, nullptr) << name;
    EXPECT_EQ(*note, 0) << name;
  }
}

TEST(RealLibraries, AnIntegerWidthThatTheLibraryDeniesIsRefused) {
  for (std::string_view name : {"openblas", "blis"}) {
    auto spec = resolve_library(name);
    if (!spec) continue;
    spec->int_bits = 64;
    const auto library = CblasLibrary::load(*spec);
    ASSERT_FALSE(library);
    EXPECT_EQ(library.error().code, ErrorCode::kUnusable);
    EXPECT_NE(library.error().message.find("32 bits, not 64"), std::string::npos)
        << library.error().message;
  }
}

}  // namespace
}  // namespace gemmcheck
