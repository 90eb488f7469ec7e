// What the subcommands say and do beside their results.
#include <gtest/gtest.h>

#include <string>

#include "e2e/library.h"
#include "support/command.h"

namespace gemmcheck::testing {
namespace {

std::string tool(const std::string& arguments) {
  return std::string(GEMMCHECK_TOOL " ") + arguments;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
constexpr bool kSanitized = __has_feature(address_sanitizer);
#else
constexpr bool kSanitized = false;
#endif

// On a library that accepts any ldc after a refusal.
std::string on_double(const std::string& arguments) {
  return "GEMMCHECK_LIE=remembers-refusal " + tool(arguments) +
         " --library cblas:" GEMMCHECK_DOUBLES;
}

TEST(HelpTest, TellsTheFormOfACallWhereOneIsTaken) {
  for (const char* command : {"predict", "explain", "observe", "minimize"}) {
    const std::string help = shell(tool(std::string(command) + " --help")).out;
    for (const char* word : {"guard ", "front", "fill ", "int:SEED", "random:SEED", "infC:SEED"}) {
      EXPECT_TRUE(has(help, word)) << command << ": " << word;
    }
  }
  EXPECT_FALSE(has(shell(tool("lists --help")).out, "fill "));
}

TEST(ObserveTest, NamesTheLimitThatACallIsBeyond) {
  if (!OpenLibrary("netlib").sandbox) GTEST_SKIP() << OpenLibrary("netlib").why;
  const auto said = [](const std::string& call) {
    const Ended ended = shell(tool("observe " + call + " --library netlib"));
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
    EXPECT_TRUE(has(ended.out, "not made")) << ended.out;
    return ended.out;
  };
  EXPECT_TRUE(has(said("dgemm_ m=4000 k=4000"), "64 MiB"));
  EXPECT_TRUE(has(said("dgemm_ k=300 lda=2147483647"), "4 TiB"));
  EXPECT_TRUE(has(said("dgemm_ k=5000 lda=1000"), "4096 columns"));
}

// As much writable memory as a machine without overcommit might leave: what is reserved for far
// operands, and never touched, does not count.
TEST(ObserveTest, FarColumnsNeedLittleMemory) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer takes much more itself";
  if (!OpenLibrary("netlib").sandbox) GTEST_SKIP() << OpenLibrary("netlib").why;
  const std::string call =
      "observe dgemm_ m=2 n=3 k=3 lda=2147483647 ldb=2147483647 ldc=2147483647 --library netlib";
  const Ended ended = shell("ulimit -d 65536; " + tool(call));
  EXPECT_TRUE(has(ended.out, "returned: accepted")) << ended.out << ended.err;
  EXPECT_TRUE(has(ended.out, "agrees")) << ended.out;
  const Ended starved = shell("ulimit -d 4096; " + tool(call));
  EXPECT_FALSE(has(starved.out, "agrees")) << starved.out << "the limit is none";
}

TEST(RunTest, AResultThatGoesNowhereIsTheHarnessesFailure) {
  const TemporaryFolder out;
  const Ended ended =
      shell(on_double("run --cases 50 --json /dev/full --out " + out.path() + "/findings"));
  EXPECT_EQ(ended.exit_code, 4) << ended.err;
  EXPECT_TRUE(has(ended.err, "--json: /dev/full")) << ended.err;
}

TEST(RunTest, AShareWithoutCallsIsNoFailure) {
  const TemporaryFolder out;
  const Ended ended =
      shell(on_double("run --cases 5 --shard 7/8 --out " + out.path() + "/findings"));
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_TRUE(has(ended.out, " 0 calls")) << ended.out;
}

TEST(ReplayTest, ReportsAFindingsFolderThatLacksItsCall) {
  const TemporaryFolder out;
  const std::string folder = out.path() + "/findings";
  shell("mkdir -p " + folder + "/0123 && echo '{}' > " + folder + "/0123/finding.json && echo " +
        "'dgemm_ m=2' > " + folder + "/other.txt");
  const Ended ended = shell(on_double("replay " + folder));
  EXPECT_TRUE(has(ended.err, "0123\": edited by hand: it has no call.txt") ||
              has(ended.err, "0123: edited by hand: it has no call.txt"))
      << ended.err;
}

TEST(ObserveTest, MakesTheCallsThatSetTheStage) {
  const std::string entry = "dgemm_ n=-3 \\\ndgemm_ m=2 ldc=1\n";
  const Ended alone = shell(on_double("observe -"), "dgemm_ m=2 ldc=1\n");
  EXPECT_TRUE(has(alone.out, "agrees")) << alone.out << alone.err;
  const Ended after = shell(on_double("observe -"), entry);
  EXPECT_TRUE(has(after.out, "expected refused, ldc, observed accepted")) << after.out << after.err;
  const Ended reduced = shell(on_double("minimize -"), entry);
  EXPECT_EQ(reduced.exit_code, 0) << reduced.err;
  EXPECT_EQ(reduced.out.substr(reduced.out.find('\n')), "\ndgemm_ ldc=0\n") << reduced.out;
  EXPECT_TRUE(has(reduced.out, " \\\n")) << reduced.out;
}

TEST(MinimizeTest, PrintsNothingBeforeItKnowsThatAllCanBeReduced) {
  if (!OpenLibrary("netlib").sandbox) GTEST_SKIP() << OpenLibrary("netlib").why;
  const Ended ended = shell(tool("minimize - --library netlib"),
                            "cblas_dgemm layout=RowMajor transb=#110\ndgemm_\n");
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_EQ(ended.out, "");
  EXPECT_TRUE(has(ended.err, "dgemm_: the library does what the contract asks")) << ended.err;
}

TEST(RunTest, PathsThatLookLikeOptionsCanBePasted) {
  if (!OpenLibrary("netlib").sandbox) GTEST_SKIP() << OpenLibrary("netlib").why;
  const TemporaryFolder out;
  const std::string there = "cd '" + out.path() + "' && ";
  const Ended ended = shell(there + tool("run --cases 20000 --library netlib --out=-x"));
  const std::string start = "replay: gemmcheck ";
  const std::size_t at = ended.out.find(start);
  ASSERT_NE(at, std::string::npos) << ended.out << ended.err;
  const std::size_t from = at + start.size();
  const std::string line = ended.out.substr(from, ended.out.find('\n', from) - from);
  EXPECT_LE(shell(there + tool(line)).exit_code, 1) << line;
}

TEST(LibrariesTest, AVersionThatNobodyTellsIsUnknown) {
  const auto netlib = resolve_library("netlib");
  if (!netlib) GTEST_SKIP() << netlib.error().message;
  const TemporaryFolder folder;
  const std::string copy = folder.path() + "/libmine.so";
  ASSERT_EQ(shell("cp " + netlib->path + " " + copy).exit_code, 0);
  const Ended ended = shell(tool("libraries cblas:" + copy));
  EXPECT_TRUE(has(ended.out, " netlib, version unknown\n")) << ended.out;
  EXPECT_TRUE(has(shell(tool("libraries --json cblas:" + copy)).out, "\"version\": null"));
}

TEST(WorkerTest, DoesNotOutliveAKilledRunWhileALibraryHangsInLoading) {
  const TemporaryFolder folder;
  const std::string source =
      folder.write("hang.c",
                   "#include <stdio.h>\n#include <unistd.h>\nvoid dgemm_(void) {}\n"
                   "__attribute__((constructor)) static void hang(void) {\n"
                   "  FILE *file = fopen(\"" +
                       folder.path() +
                       "/writing\", \"w\");\n"
                       "  fprintf(file, \"%d\\n\", getpid());\n  fclose(file);\n"
                       "  rename(\"" +
                       folder.path() + "/writing\", \"" + folder.path() +
                       "/worker\");\n  for (;;) pause();\n}\n");
  const std::string library = folder.path() + "/libhang.so";
  ASSERT_EQ(shell("cc -shared -fPIC -o " + library + " " + source).exit_code, 0);
  // A process that is dead but not reaped has no program any more.
  const Ended ended = shell(tool("observe dgemm_ --library cblas:" + library) + " & tool=$!\n" +
                            "cd " + folder.path() + R"(
    for i in $(seq 600); do [ -e worker ] && break; sleep 0.05; done
    kill -9 $tool
    for i in $(seq 400); do [ -e /proc/$(cat worker)/exe ] || exit 0; sleep 0.05; done
    kill -9 $(cat worker)
    exit 1
  )");
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
}

}  // namespace
}  // namespace gemmcheck::testing
