// Runs that are killed, shared out, refused or out of disk: nothing is lost and nothing is doubled.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <string>

#include "e2e/library.h"
#include "support/command.h"

namespace gemmcheck::testing {
namespace {

std::string tool(const std::string& arguments) {
  return std::string(GEMMCHECK_TOOL " ") + arguments;
}

// What two runs filed, but for their own notes: "" if it is the same to the last byte.
std::string difference(const std::string& one, const std::string& other) {
  return shell("diff -r -x .state -x .lock '" + one + "' '" + other + "'").out;
}

class DurabilityTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (const OpenLibrary opened(GetParam()); !opened.sandbox) GTEST_SKIP() << opened.why;
  }
  // A run of a second or two, most of which is reduction. In a sanitized worker a library's own
  // memset is checked before it is made: where a library goes to work on a call that it must
  // refuse, that ends it at whatever lies behind the guards, which differs from process to process.
  std::string run(const std::string& rest, int cases = 40'000) const {
    return "ASAN_OPTIONS=$ASAN_OPTIONS:replace_intrin=0 " +
           tool("run --seed 9 --cases " + std::to_string(cases) + " --library " + GetParam() +
                " --out " + out_.path() + "/" + rest);
  }

  const TemporaryFolder out_;
};
INSTANTIATE_TEST_SUITE_P(Libraries, DurabilityTest, ::testing::Values("openblas", "netlib"),
                         [](const auto& info) { return std::string(info.param); });

// GEMMCHECK_KILLS: how often, for a longer look.
TEST_P(DurabilityTest, KilledAtAnyMomentItEndsTheSame) {
  ASSERT_LE(shell(run("undisturbed")).exit_code, 1);
  const char* wanted = std::getenv("GEMMCHECK_KILLS");
  const int kills = wanted != nullptr ? std::atoi(wanted) : 6;
  const int longest = std::string(GetParam()) == "netlib" ? 250 : 1500;  // about a whole run
  std::mt19937 random(20261130);
  for (int i = 0; i < kills; ++i) {
    const int milliseconds = std::uniform_int_distribution<int>(20, longest)(random);
    shell("timeout -s KILL " + std::to_string(milliseconds / 1000.0) + " env " +
          run("disturbed --resume"));
  }
  const Ended last = shell(run("disturbed --resume"));
  EXPECT_LE(last.exit_code, 1) << last.err;
  EXPECT_EQ(difference(out_.path() + "/undisturbed", out_.path() + "/disturbed"), "");
}

TEST_P(DurabilityTest, TheNumberOfJobsChangesNothing) {
  constexpr int kFew = 10'000;
  ASSERT_LE(shell(run("1", kFew)).exit_code, 1);
  for (const char* jobs : {"2", "8"}) {
    const Ended ended = shell(run(std::string(jobs) + " --jobs " + jobs, kFew));
    EXPECT_LE(ended.exit_code, 1) << ended.err;
    EXPECT_EQ(difference(out_.path() + "/1", out_.path() + "/" + jobs), "") << jobs << " jobs";
  }
}

TEST_P(DurabilityTest, OnlyItsOwnRunIsResumed) {
  constexpr int kFew = 1'000;
  const Ended fresh = shell(run("out --resume", kFew));
  EXPECT_LE(fresh.exit_code, 1);
  EXPECT_NE(fresh.err.find("nothing to resume"), std::string::npos) << fresh.err;
  EXPECT_EQ(shell(run("out --resume", kFew)).exit_code, fresh.exit_code) << "a run that had ended";
  const Ended other = shell(run("out --resume", kFew + 1));
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_NE(other.err.find("cases 1001"), std::string::npos) << other.err;
  shell("echo garbage >" + out_.path() + "/out/.state");
  const Ended garbage = shell(run("out --resume", kFew));
  EXPECT_EQ(garbage.exit_code, 2);
  EXPECT_NE(garbage.err.find("cannot resume"), std::string::npos) << garbage.err;
  EXPECT_LE(shell(run("out", kFew + 1)).exit_code, 1) << "without --resume it begins anew";
}

TEST_P(DurabilityTest, TwoRunsDoNotShareAFolder) {
  const Ended ended =
      shell("exec 3>" + out_.path() + "/taken && mkdir " + out_.path() + "/out && exec 4>" +
            out_.path() + "/out/.lock && flock 4 && " + run("out", 100));
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_NE(ended.err.find("another run"), std::string::npos) << ended.err;
}

TEST_P(DurabilityTest, AFullDiskIsTheHarnessesOwnFailure) {
  ASSERT_LE(shell(run("out", 2'000)).exit_code, 1);
  const std::string before = shell("cat " + out_.path() + "/out/*/finding.json").out;
  // Files of 1 KiB at most: too little for any finding.
  const Ended ended = shell("ulimit -f 1; " + run("out", 2'000));
  EXPECT_EQ(ended.exit_code, 4) << ended.err;
  EXPECT_NE(ended.err.find("File too large"), std::string::npos) << ended.err;
  EXPECT_EQ(shell("cat " + out_.path() + "/out/*/finding.json").out, before);
}

TEST_P(DurabilityTest, WhatWasEditedByHandIsReported) {
  ASSERT_LE(shell(run("out", 2'000)).exit_code, 1);
  const std::string replay =
      tool("replay " + out_.path() + "/out --library " + GetParam() + " >/dev/null");
  EXPECT_EQ(shell(replay).err, "");
  const std::string folders = "cd " + out_.path() + "/out && set -- * && ";
  shell(folders + "sed -i 's/^\\([a-z].*\\)/\\1 n=2/' $1/call.txt");
  EXPECT_NE(shell(replay).err.find("edited by hand: finding.json has another call"),
            std::string::npos)
      << shell(replay).err;
  shell(folders + "echo '{}' >$1/finding.json");
  EXPECT_NE(shell(replay).err.find("finding.json cannot be read as one"), std::string::npos);
  shell(folders + "mv $2 other");
  EXPECT_NE(shell(replay).err.find("does not go with"), std::string::npos);
}

}  // namespace
}  // namespace gemmcheck::testing
