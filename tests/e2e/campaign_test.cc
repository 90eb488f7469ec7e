// Whole runs on the real libraries of this machine: what they file can be built, run and replayed.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "e2e/library.h"
#include "support/command.h"

namespace gemmcheck::testing {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> finding_folders(const std::string& out) {
  std::vector<std::string> folders;
  for (const auto& entry : fs::directory_iterator(out)) {
    if (entry.is_directory()) folders.push_back(entry.path().string());
  }
  std::sort(folders.begin(), folders.end());
  return folders;
}

// The calls of a run's findings, one a line.
std::string lines_of(const std::string& out) {
  return shell("cat '" + out + "'/*/call.txt | grep -v '^#' | sort").out;
}

std::string tool(const std::string& arguments) {
  return std::string(GEMMCHECK_TOOL " ") + arguments;
}

class CampaignTest : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Libraries, CampaignTest, ::testing::Values("openblas", "netlib", "blis"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(CampaignTest, FindingsAreBuiltRunAndReplayed) {
  const std::string library = GetParam();
  const OpenLibrary opened(library);
  if (!opened.sandbox) GTEST_SKIP() << opened.why;
  const TemporaryFolder out;
  const std::string run =
      "run --cases 8000 --seed 5 --api cblas_dgemm,cblas_cgemm,sgemm_ --library " + library +
      " --out ";
  const Ended ended =
      shell(tool(run + out.path() + "/findings --json " + out.path() + "/run.json"));
  ASSERT_LE(ended.exit_code, 1) << ended.err;
  EXPECT_NE(ended.out.find("cause"), std::string::npos) << ended.out;
  EXPECT_NE(read_text(out.path() + "/run.json").find("\"findings\""), std::string::npos);

  const std::vector<std::string> folders = finding_folders(out.path() + "/findings");
  ASSERT_FALSE(folders.empty()) << "these versions are known to deviate";
  constexpr std::size_t kBuilt = 4;  // spread over all; each takes a compiler
  const std::size_t step = std::max<std::size_t>(1, folders.size() / kBuilt);
  const auto netlib = resolve_library("netlib");
  for (std::size_t i = 0; i < folders.size(); i += step) {
    SCOPED_TRACE(folders[i]);
    const std::string source = read_text(folders[i] + "/reproducer.c");
    const std::string build = source.substr(3, source.find('\n') - 3);
    const std::string there = "cd '" + folders[i] + "' && ";
    EXPECT_EQ(shell(there + build + " && ./reproducer").exit_code, 1) << build;
    if (library == "netlib" || !netlib) continue;
    const int code = shell(there + "./reproducer " + netlib->path).exit_code;
    EXPECT_TRUE(code == 0 || code == 2) << code;
  }

  // Everything filed disagrees again; what the lists know of is no news.
  const Ended again = shell(tool("replay " + out.path() + "/findings --library " + library));
  EXPECT_EQ(again.exit_code, ended.exit_code) << again.out << again.err;
  EXPECT_EQ(again.out.find(": agrees"), std::string::npos) << again.out;
}

TEST_P(CampaignTest, SameSeedSameFindings) {
  const std::string library = GetParam();
  if (!OpenLibrary(library).sandbox) GTEST_SKIP() << OpenLibrary(library).why;
  const TemporaryFolder out;
  const std::string run = "run --cases 5000 --seed 11 --api dgemm_,cblas_dgemm --library " +
                          library + " --out " + out.path();
  const int first = shell(tool(run + "/one")).exit_code;
  ASSERT_LE(first, 1);
  EXPECT_EQ(shell(tool(run + "/two")).exit_code, first);
  EXPECT_EQ(lines_of(out.path() + "/one"), lines_of(out.path() + "/two"));
}

TEST(RunTest, ARunThatTestsNothingIsNoSuccess) {
  if (!OpenLibrary("netlib").sandbox) GTEST_SKIP() << OpenLibrary("netlib").why;
  const TemporaryFolder out;
  const std::string run = "run --library netlib --cases 1000 --out " + out.path();
  const Ended ended = shell(tool(run + " --only m=99999"));
  EXPECT_EQ(ended.exit_code, 2) << ended.out;
  EXPECT_EQ(ended.out, "");
  EXPECT_NE(ended.err.find("--only"), std::string::npos) << ended.err;
}

TEST(MinimizeTest, ReducesACallFromTheCommandLine) {
  if (!OpenLibrary("openblas").sandbox) GTEST_SKIP() << OpenLibrary("openblas").why;
  const Ended ended = shell(tool("minimize dgemm_ m=0 n=7 k=5 lda=0 ldb=9 --library openblas"));
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(ended.out, "dgemm_ m=0 lda=0\n");
  EXPECT_EQ(shell(tool("minimize dgemm_ m=3 lda=2 --library openblas")).exit_code, 2);
}

TEST(PredictTest, ReadsItsOwnGenerator) {
  const Ended calls = shell(tool("generate --seed 3 --cases 200"));
  ASSERT_EQ(calls.exit_code, 0);
  const Ended predicted = shell(tool("predict - --json"), calls.out);
  EXPECT_EQ(predicted.exit_code, 0) << predicted.err;
  EXPECT_EQ(predicted.out.front(), '[');
  EXPECT_EQ(shell(tool("generate --seed 3 --from 100 --cases 100")).out,
            shell("tail -n 100", calls.out).out);
}

// The command that the summary shows is one that can be pasted.
TEST(RunTest, TheReplayCommandIsQuotedAndNamesTheLibrary) {
  if (!OpenLibrary("netlib").sandbox) GTEST_SKIP() << OpenLibrary("netlib").why;
  const TemporaryFolder out;
  const Ended ended =
      shell(tool("run --cases 20000 --library netlib --out '" + out.path() + "/it'\\''s here'"));
  ASSERT_LE(ended.exit_code, 1) << ended.err;
  const std::size_t at = ended.out.find("replay: gemmcheck ");
  ASSERT_NE(at, std::string::npos) << ended.out;
  const std::string line = ended.out.substr(at + 18, ended.out.find('\n', at) - at - 18);
  EXPECT_LE(shell(tool(line)).exit_code, 1) << line;
  const Ended chosen = shell(tool("run --cases 1000 --api dgemm_ --out " + out.path() + "/auto"));
  EXPECT_EQ(chosen.out.find("--library auto"), std::string::npos) << chosen.out;
}

TEST(MinimizeTest, SeveralCallsAreOneDocument) {
  if (!OpenLibrary("netlib").sandbox) GTEST_SKIP() << OpenLibrary("netlib").why;
  const std::string bad = "cblas_dgemm layout=RowMajor transb=#110";
  const Ended one = shell(tool("minimize '" + bad + "' --library netlib --json"));
  EXPECT_EQ(one.out.front(), '{') << one.err;
  const Ended two =
      shell(tool("minimize - --library netlib --json"), bad + " m=2\n" + bad + " n=3\n");
  EXPECT_EQ(two.out.front(), '[') << two.err;
  EXPECT_EQ(two.out.find("]\n["), std::string::npos);
}

TEST(LibrariesTest, AWorkerThatCannotBeStartedIsTheHarnessesFailure) {
  const TemporaryFolder folder;
  ASSERT_EQ(shell("cp " GEMMCHECK_TOOL " " + folder.path() + "/alone").exit_code, 0);
  const Ended ended = shell(folder.path() + "/alone libraries");
  EXPECT_EQ(ended.exit_code, 4) << ended.out << ended.err;
}

TEST(ReplayTest, ReadsStandardInput) {
  const Ended ended = shell(tool("replay -"), "#expect accepted\ndgemm_\n");
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(shell(tool("replay -"), "dgemm_ m=\n").exit_code, 2);
}

TEST(ReplayTest, AsksTheValidatorWhereAnEntryExpectsSomething) {
  const TemporaryFolder folder;
  const std::string good =
      folder.write("good.txt", "#expect refused lda\ndgemm_ m=2 lda=1\n#expect accepted\ndgemm_\n");
  // No library is needed, so a bad one is not noticed.
  const Ended ended = shell(tool("replay " + good + " --library cblas:/no/such.so"));
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_NE(ended.out.find("2 asked, 0 contradict"), std::string::npos) << ended.out;

  const std::string wrong = folder.write("wrong.txt", "#expect accepted\ndgemm_ m=2 lda=1\n");
  const Ended contradicted = shell(tool("replay " + wrong));
  EXPECT_EQ(contradicted.exit_code, 1);
  EXPECT_NE(contradicted.out.find("expected accepted, but predicted: refused lda"),
            std::string::npos)
      << contradicted.out;
  EXPECT_NE(shell(tool("replay --json " + wrong)).out.find("\"agrees\": false"), std::string::npos);

  const std::string unknown = folder.write("unknown.txt", "#expect a miracle\ndgemm_\n");
  const Ended refused = shell(tool("replay " + unknown));
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("unknown.txt:2: #expect a miracle"), std::string::npos) << refused.err;
}

TEST(InterruptTest, EndsTheRunWithWhatIsKnown) {
  if (!OpenLibrary("netlib").sandbox) GTEST_SKIP() << OpenLibrary("netlib").why;
  const TemporaryFolder out;
  // exec: the signal goes to the tool itself.
  const Ended ended =
      shell("timeout --foreground --preserve-status -s INT 2 " +
            tool("run --time 1h --library netlib --out " + out.path() + "/findings"));
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_NE(ended.out.find("interrupted"), std::string::npos) << ended.out;
  EXPECT_FALSE(finding_folders(out.path() + "/findings").empty());
}

}  // namespace
}  // namespace gemmcheck::testing
