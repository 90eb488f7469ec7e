// Every kind of finding as a program: it deviates on the library that does wrong, behaves on the
// one that does right, and knows when it runs on another one.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "samples.h"

namespace gemmcheck {
namespace {

constexpr int kBehaves = 0;
constexpr int kDeviates = 1;
constexpr int kOther = 2;

// As a user builds it, from the first comment, but with every warning an error.
std::string build_line(const std::string& source) {
  const std::string start = "// cc ";
  const std::string line = source.substr(0, source.find('\n'));
  EXPECT_EQ(line.substr(0, start.size()), start) << line;
  return "cc -std=c99 -Wall -Wextra -Werror " + line.substr(start.size());
}

class Reproducer {
 public:
  explicit Reproducer(const Finding& finding, const LibrarySpec& spec = {},
                      const Numbering& numbering = {})
      : source_(reproducer_source(finding, netlib_contract(), numbering, spec)) {
    folder_.write("reproducer.c", source_);
    std::string text;
    EXPECT_EQ(gemmcheck::run("cd '" + folder_.path() + "' && " + build_line(source_), &text), 0)
        << text << source_;
  }
  const std::string& source() const { return source_; }
  const std::string& text() const { return text_; }

  int run(const std::string& environment, const std::string& library = "") {
    text_.clear();
    return gemmcheck::run(
        "cd '" + folder_.path() + "' && env " + environment + " ./reproducer " + library, &text_);
  }
  int lie(const std::string& name) { return run("REPRODUCER_ALARM=1 LIE='" + name + "'"); }

 private:
  Folder folder_;
  std::string source_;
  std::string text_;
};

struct Case {
  Kind kind;
  const char* call;
  const char* lie;
  const char* said;  ///< part of what the program prints then
};
void PrintTo(const Case& one, std::ostream* out) {
  *out << one.call << ", " << one.lie;
}

class Lies : public ::testing::TestWithParam<Case> {};

TEST_P(Lies, AreSeenAndNothingElse) {
  const Case& one = GetParam();
  Reproducer reproducer(finding_of(one.kind, one.call, GEMMCHECK_LIAR));
  EXPECT_EQ(reproducer.lie(one.lie), kDeviates) << reproducer.text() << reproducer.source();
  EXPECT_NE(reproducer.text().find(one.said), std::string::npos) << reproducer.text();
  EXPECT_EQ(reproducer.lie("nothing"), kBehaves) << reproducer.text() << reproducer.source();
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, Lies,
    ::testing::Values(
        Case{Kind::kStatus, "dgemm_ m=0 lda=0", "accepts", "observed: accepted"},
        Case{Kind::kStatus, "cblas_zgemm layout=RowMajor transa=C m=2 n=3 k=4 lda=1 alpha=1:2",
             "accepts", "observed: accepted"},
        Case{Kind::kStatus, "sgemm_ m=2 n=3", "refuses", "observed: refused ( ** On entry"},
        Case{Kind::kStatus, "cblas_sgemm transa=#47 m=-2147483648", "refuses", "Parameter 4"},
        Case{Kind::kParameter, "cgemm_ n=-1 lda=0", "wrong number", "number  5"},
        Case{Kind::kParameter, "cblas_cgemm layout=RowMajor k=3 lda=2 ldb=0", "wrong number",
             "Parameter 12"},
        Case{Kind::kEffect, "cblas_dgemm m=2 ldc=1 beta=1", "writes C", "but C changed"},
        Case{Kind::kEffect, "zgemm_ m=-1 guard=front", "changes B", "but B changed"},
        Case{Kind::kEffect, "sgemm_ m=2 n=2 k=2 fill=random:9", "changes A", "but A changed"},
        Case{Kind::kEffect, "dgemm_ m=2 n=2 ldc=3 beta=1", "writes a gap",
             "but C changed: byte 16"},
        Case{Kind::kCrash, "dgemm_ m=2", "crashes", "crashed (Segmentation fault)"},
        Case{Kind::kCrash, "cblas_dgemm m=2", "exits", "ended the process (exit status 3)"},
        Case{Kind::kHang, "sgemm_ k=0", "hangs", "did not return"},
        Case{Kind::kFootprint, "cblas_dgemm m=2 n=2 k=2", "reads on",
             "at byte 32 of A, which ends at byte 32"},
        Case{Kind::kFootprint, "dgemm_ m=2 C=+16", "writes before",
             "memory before C was written"}));

INSTANTIATE_TEST_SUITE_P(
    Results, Lies,
    ::testing::Values(
        Case{Kind::kResult, "sgemm_ m=2 n=3 k=4 transa=T", "wrong", "C[1,0]"},
        Case{Kind::kResult, "dgemm_ m=2 n=3 k=4 beta=2 ldc=5 guard=front", "wrong", "C[1,0]"},
        Case{Kind::kResult, "cgemm_ m=2 n=3 k=4 transa=C transb=T alpha=1:2 beta=-1:1", "wrong",
             "C[1,0]"},
        Case{Kind::kResult, "zgemm_ m=2 n=3 k=4 transb=C fill=random:5 alpha=0.5:0.25", "wrong",
             "C[1,0]"},
        Case{Kind::kResult, "cblas_sgemm layout=RowMajor m=2 n=3 k=4 transb=T fill=random:6",
             "wrong", "C[0,2]"},
        Case{Kind::kResult, "cblas_dgemm layout=RowMajor m=2 n=3 k=4 ldc=7 beta=1", "wrong",
             "C[0,2]"},
        Case{Kind::kResult, "cblas_cgemm m=2 n=3 k=0 beta=2:1", "wrong", "C[1,0]"},
        Case{Kind::kResult, "cblas_zgemm layout=RowMajor m=2 n=3 k=4 transa=C", "unwritten",
             "C[1,2]"},
        Case{Kind::kResult, "dgemm_ m=2 n=3 k=4 fill=nanA:1", "finite", "expected nan"},
        Case{Kind::kResult, "dgemm_ m=2 n=3 k=4 fill=nanB:1", "unwritten", "C[1,2]"},
        Case{Kind::kResult, "dgemm_ m=2 n=3 k=4 beta=1 fill=infC:1", "finite", "C[0,0] = 7"},
        Case{Kind::kResult, "cblas_sgemm m=2 n=3 k=4 alpha=inf", "finite", "= 7"},
        Case{Kind::kResult, "zgemm_ m=2 n=3 k=4 beta=nan:1", "finite", "= 7"},
        Case{Kind::kResult, "dgemm_ m=2 k=0 beta=1 ldc=3", "touches C", "but C changed"}));

// Columns that lie far apart, each in pages of its own.
INSTANTIATE_TEST_SUITE_P(
    Far, Lies,
    ::testing::Values(
        Case{Kind::kFootprint, "dgemm_ m=2 n=3 ldc=1073741824", "cuts places",
             "crashed (Segmentation fault), at byte -17179869184 of C"},
        Case{Kind::kFootprint, "dgemm_ m=2 n=2 ldc=2147483647 C=+16", "writes before",
             "memory before C was written"},
        Case{Kind::kFootprint, "dgemm_ m=2 n=2 ldc=2147483647 guard=front", "writes before",
             "at byte -1 of C"},
        Case{Kind::kEffect, "dgemm_ m=2 n=2 ldc=2147483647 beta=1", "writes a gap",
             "but C changed: byte 16"},
        Case{Kind::kEffect, "sgemm_ m=2 n=2 k=2 lda=2147483647", "changes A", "but A changed"},
        Case{Kind::kEffect, "sgemm_ m=-1 lda=2147483647", "changes B", "but B changed"},
        Case{Kind::kResult,
             "cblas_zgemm layout=RowMajor transa=C m=3 n=2 k=2 ldc=1073741824 "
             "beta=1 fill=random:4",
             "wrong", "C[0,1]"},
        Case{Kind::kResult, "dgemm_ m=2 n=2 k=0 beta=1 ldc=2147483647", "touches C",
             "but C changed"},
        Case{Kind::kResult, "sgemm_ m=2 n=2 ldb=1073741824 C=+4 ldc=1073741824", "unwritten",
             "C[1,1]"}));

// Calls that set the stage are made first, and are not judged: whatever they print, and though some
// of them end their process.
TEST(ReproducerTest, CallsThatSetTheStageAreMadeBefore) {
  for (const char* stage : {"dgemm_ m=-1", "cblas_sgemm layout=RowMajor k=-1 C=B+64",
                            "zgemm_ m=3 n=2 k=4 lda=2 alpha=1:2 A=null"}) {
    Finding finding = finding_of(Kind::kStatus, "dgemm_ m=2", GEMMCHECK_LIAR);
    finding.stage = {call_of("dgemm_ m=2 n=2"), call_of(stage)};
    Reproducer reproducer(finding);
    EXPECT_EQ(reproducer.lie("resents"), kDeviates) << reproducer.text() << reproducer.source();
    EXPECT_EQ(reproducer.lie("nothing"), kBehaves) << reproducer.text() << reproducer.source();
  }
  Finding alone = finding_of(Kind::kStatus, "dgemm_ m=2", GEMMCHECK_LIAR);
  EXPECT_EQ(Reproducer(alone).lie("resents"), kBehaves);
}

TEST(ReproducerTest, RoundingIsAllowedWhereArithmeticIsNotExact) {
  for (const auto& [line, code] : {std::pair{"dgemm_ m=2 n=3 k=4 alpha=3", kDeviates},
                                   std::pair{"sgemm_ m=2 n=3 k=4 beta=-2", kDeviates},
                                   std::pair{"sgemm_ m=2 n=3 k=4 fill=random:1", kBehaves},
                                   std::pair{"dgemm_ m=2 n=3 k=4 alpha=0.1", kBehaves}}) {
    Reproducer reproducer(finding_of(Kind::kResult, line, GEMMCHECK_LIAR));
    EXPECT_EQ(reproducer.lie("rounds badly"), code) << line << reproducer.text();
  }
}

TEST(ReproducerTest, ExitsWith2OnAnotherLibraryWhateverItDoes) {
  Reproducer reproducer(finding_of(Kind::kStatus, "dgemm_ m=0 lda=0", GEMMCHECK_LIAR));
  for (const char* lie : {"LIE=accepts", "LIE=nothing"}) {
    EXPECT_EQ(reproducer.run(lie, GEMMCHECK_STRANGER), kOther);
    const std::string& text = reproducer.text();
    EXPECT_NE(text.find("library:  " GEMMCHECK_STRANGER "\n"), std::string::npos) << text;
    EXPECT_NE(text.find("tested:   " GEMMCHECK_LIAR "\n"), std::string::npos) << text;
    EXPECT_NE(text.find("not the library that was tested"), std::string::npos) << text;
  }
}

TEST(ReproducerTest, LoadsTheTestedFileWhateverItsSonameLeadsTo) {
  // The liar under the stranger's soname, with the stranger beside it.
  Reproducer reproducer(finding_of(Kind::kStatus, "dgemm_ m=0 lda=0", GEMMCHECK_MISNAMED));
  EXPECT_EQ(reproducer.lie("accepts"), kDeviates) << reproducer.text();
  EXPECT_NE(reproducer.text().find("library:  " GEMMCHECK_MISNAMED "\n"), std::string::npos)
      << reproducer.text();
  EXPECT_EQ(reproducer.text().find("tested:"), std::string::npos) << reproducer.text();
}

TEST(ReproducerTest, LoadsAFileFromAnyPath) {
  const Folder folder;
  const std::string path = std::filesystem::canonical(folder.path()).string() +
                           "/it's \"h\xc3\xa9re\" \\0?\?=/libmine.so.1";
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::filesystem::copy_file(GEMMCHECK_LIAR, path);
  Reproducer reproducer(finding_of(Kind::kStatus, "dgemm_ m=0 lda=0", path));
  EXPECT_EQ(reproducer.lie("accepts"), kDeviates) << reproducer.text();
  EXPECT_NE(reproducer.text().find("library:  " + path + "\n"), std::string::npos)
      << reproducer.text();
}

TEST(ReproducerTest, SaysWhatItCannotLoad) {
  Reproducer reproducer(finding_of(Kind::kStatus, "dgemm_ m=0 lda=0", GEMMCHECK_LIAR));
  EXPECT_EQ(reproducer.run("LIE=accepts", "/nowhere/libblas.so"), kOther);
  EXPECT_NE(reproducer.text().find("cannot run: /nowhere/libblas.so: "), std::string::npos)
      << reproducer.text();
  LibrarySpec spec;
  spec.prefix = "my_";
  Reproducer renamed(finding_of(Kind::kStatus, "dgemm_ m=0 lda=0", GEMMCHECK_LIAR), spec);
  EXPECT_EQ(renamed.lie("accepts"), kOther);
  EXPECT_NE(renamed.text().find("my_dgemm_"), std::string::npos) << renamed.text();
}

TEST(ReproducerTest, KnowsALibraryByWhatItSays) {
  Finding finding = finding_of(Kind::kStatus, "dgemm_ m=0 lda=0", GEMMCHECK_OPENBLAS_LIAR);
  finding.library.name = "openblas";
  Reproducer openblas(finding);
  EXPECT_EQ(openblas.lie("accepts"), kDeviates) << openblas.text();
  EXPECT_NE(openblas.text().find("OpenBLAS 9.9.9 of a test"), std::string::npos) << openblas.text();
  // The right file name does not help a library that says that it is another one.
  finding.library.name = "blis";
  Reproducer blis(finding);
  EXPECT_EQ(blis.lie("accepts"), kOther) << blis.text();
}

TEST(ReproducerTest, TakesTheLibrarysOwnNumbersExceptInTheFindingAboutThem) {
  Finding finding =
      finding_of(Kind::kParameter, "cblas_dgemm layout=RowMajor lda=0", GEMMCHECK_LIAR);
  Numbering fortran;
  for (auto& row : fortran.schemes) {
    for (Scheme& scheme : row) scheme = Scheme::kFortranOfSwappedCall;
  }
  // The library says 9, as the dialect prescribes; where its scheme is another one, that is wrong.
  EXPECT_EQ(Reproducer(finding).lie("nothing"), kBehaves);
  EXPECT_EQ(Reproducer(finding, {}, fortran).lie("nothing"), kDeviates);
  finding.key.clause = kNumberingClause;
  EXPECT_EQ(Reproducer(finding, {}, fortran).lie("nothing"), kBehaves);
  EXPECT_EQ(Reproducer(finding, {}, fortran).lie("wrong number"), kDeviates);
}

TEST(ReproducerTest, DistinguishesMessageFormats) {
  Finding finding =
      finding_of(Kind::kParameter, "cblas_dgemm layout=RowMajor lda=0", GEMMCHECK_LIAR);
  Numbering mixed;
  mixed.schemes[1][static_cast<int>(MessageFormat::kOnEntryTo)] = Scheme::kFortranOfSwappedCall;
  Reproducer reproducer(finding, {}, mixed);
  EXPECT_NE(reproducer.source().find("strstr(text, \"On entry to\") ? number == 10 : number == 9"),
            std::string::npos);
  EXPECT_EQ(reproducer.lie("nothing"), kBehaves) << reproducer.text();
}

TEST(ReproducerTest, NullAliasedAndOffsetPointers) {
  for (const char* line :
       {"dgemm_ k=0 A=null B=null", "cblas_zgemm alpha=0 beta=1:1 A=null B=null",
        "sgemm_ m=2 n=2 k=2 A=+4 B=+8 C=+12", "sgemm_ m=2 n=2 k=2 A=+4 C=+12 guard=front",
        "dgemm_ m=2 k=2 B=A", "dgemm_ m=2 n=2 k=2 B=A+8 beta=1"}) {
    Reproducer reproducer(finding_of(Kind::kResult, line, GEMMCHECK_LIAR));
    EXPECT_EQ(reproducer.lie("nothing"), kBehaves) << line << reproducer.text();
    EXPECT_EQ(reproducer.lie("wrong"), kDeviates) << line << reproducer.text();
  }
  for (const char* line :
       {"dgemm_ m=-1 C=null", "dgemm_ n=-1 C=A+8 A=+16", "cblas_dgemm m=2 lda=-5",
        "dgemm_ m=2147483647 n=2147483647 k=2147483647 lda=-2147483648"}) {
    Reproducer reproducer(finding_of(Kind::kEffect, line, GEMMCHECK_LIAR));
    EXPECT_EQ(reproducer.lie("nothing"), kBehaves) << line << reproducer.text();
  }
}

TEST(ReproducerTest, SymbolsAndIntegersAreThoseOfTheSpec) {
  LibrarySpec spec;
  spec.int_bits = 64;
  spec.prefix = "my_";
  spec.suffix = "64_";
  const std::string source = reproducer_source(
      finding_of(Kind::kStatus, "cblas_dgemm m=-1", GEMMCHECK_LIAR), netlib_contract(), {}, spec);
  EXPECT_NE(source.find("typedef int64_t blasint;"), std::string::npos);
  EXPECT_NE(source.find("#define FUNCTION \"my_cblas_dgemm64_\"\n"), std::string::npos);
  EXPECT_NE(source.find("\"my_openblas_get_config64_\""), std::string::npos);
}

TEST(ReproducerTest, OpensWhatWasOpenedUnlessOnlyTheLoaderKnowsIt) {
  const auto opened = [](const std::string& path) {
    LibrarySpec spec;
    spec.path = path;
    const std::string source = reproducer_source(
        finding_of(Kind::kStatus, "dgemm_ m=-1", "/opt/libreal.so.1"), netlib_contract(), {}, spec);
    const std::string start = "#define LIBRARY ";
    const std::size_t at = source.find(start);
    return at == std::string::npos ? "" : source.substr(at, source.find('\n', at) - at);
  };
  EXPECT_EQ(opened("/opt/libcblas.so"), "#define LIBRARY \"/opt/libcblas.so\"");
  EXPECT_EQ(opened("libcblas.so.3"), "#define LIBRARY \"/opt/libreal.so.1\"");
  EXPECT_EQ(opened(""), "#define LIBRARY \"/opt/libreal.so.1\"");
}

TEST(ReproducerTest, OnlyWhatTheKindNeeds) {
  const auto source = [](Kind kind, const char* line) {
    return reproducer_source(finding_of(kind, line, GEMMCHECK_LIAR), netlib_contract(), {}, {});
  };
  EXPECT_EQ(source(Kind::kStatus, "dgemm_ lda=0").find("result_is_wrong"), std::string::npos);
  EXPECT_EQ(source(Kind::kStatus, "dgemm_ lda=0").find("sigaction"), std::string::npos);
  EXPECT_NE(source(Kind::kCrash, "dgemm_ lda=0").find("sigaction"), std::string::npos);
  EXPECT_EQ(source(Kind::kResult, "dgemm_").find("struct specials"), std::string::npos);
  EXPECT_NE(source(Kind::kResult, "dgemm_ alpha=nan").find("struct specials"), std::string::npos);
}

}  // namespace
}  // namespace gemmcheck
