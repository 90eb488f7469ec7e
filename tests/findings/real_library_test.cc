// The same programs on the libraries that are installed here.
#include <gtest/gtest.h>

#include <string>

#include "library/spec.h"
#include "samples.h"

namespace gemmcheck {
namespace {

int build_and_run(const Finding& finding, const LibrarySpec& spec, const Numbering& numbering,
                  std::string* text) {
  Folder folder;
  const std::string source = reproducer_source(finding, netlib_contract(), numbering, spec);
  folder.write("reproducer.c", source);
  const std::string build = source.substr(3, source.find('\n') - 3);
  if (run("cd '" + folder.path() + "' && " + build, text) != 0) return -1;
  return run("cd '" + folder.path() + "' && ./reproducer", text);
}

struct Case {
  const char* library;
  int numbering;  ///< exit code of the finding that the library numbers by its own scheme
};
void PrintTo(const Case& one, std::ostream* out) {
  *out << one.library;
}

class RealLibrary : public ::testing::TestWithParam<Case> {};

TEST_P(RealLibrary, NumberingIsSeenWhereItDiffers) {
  const auto spec = resolve_library(GetParam().library);
  if (!spec) GTEST_SKIP() << spec.error().message;
  Finding finding = finding_of(Kind::kParameter, "cblas_dgemm lda=0", spec->path);
  finding.key.clause = kNumberingClause;
  finding.library.name = GetParam().library;
  std::string text;
  EXPECT_EQ(build_and_run(finding, *spec, {}, &text), GetParam().numbering) << text;
}

TEST_P(RealLibrary, MultipliesRight) {
  const auto spec = resolve_library(GetParam().library);
  if (!spec) GTEST_SKIP() << spec.error().message;
  for (const char* line : {"dgemm_ m=3 n=4 k=5 transa=T beta=2 ldc=6",
                           "cblas_cgemm layout=RowMajor m=3 n=4 k=5 transb=C alpha=1:2"}) {
    Finding finding = finding_of(Kind::kResult, line, spec->path);
    finding.library.name = GetParam().library;
    std::string text;
    EXPECT_EQ(build_and_run(finding, *spec, {}, &text), 0) << text;
    finding.library.name = "another";
    finding.library.path = spec->path + ".another";
    std::string source = reproducer_source(finding, netlib_contract(), {}, *spec);
    EXPECT_NE(source.find("#define KIND \"another\""), std::string::npos);
  }
}

INSTANTIATE_TEST_SUITE_P(Installed, RealLibrary,
                         ::testing::Values(Case{"openblas", 1}, Case{"blis", 1},
                                           Case{"netlib", 0}));

}  // namespace
}  // namespace gemmcheck
