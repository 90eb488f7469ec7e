// This program's own exit and abort are the interposed ones.
#include "library/exits.h"

#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>

namespace gemmcheck {
namespace {

TEST(Exits, AReturnIsAReturn) {
  int calls = 0;
  const Leave leave = guarded_call([&] { ++calls; });
  EXPECT_EQ(leave.by, LeftBy::kReturned);
  EXPECT_EQ(leave.code, 0);
  EXPECT_EQ(calls, 1);
}

TEST(Exits, EveryWayOutIsStoppedAndNamed) {
  struct Row {
    void (*body)();
    LeftBy by;
    int code;
  };
  const Row rows[] = {
      {[] { std::exit(255); }, LeftBy::kExit, 255},
      {[] { std::exit(-1); }, LeftBy::kExit, 255},
      {[] { std::exit(0); }, LeftBy::kExit, 0},
      {[] { ::_exit(3); }, LeftBy::kExit, 3},
      {[] { std::_Exit(4); }, LeftBy::kExit, 4},
      {[] { std::abort(); }, LeftBy::kAbort, 0},
      {[] {}, LeftBy::kReturned, 0},
  };
  for (int round = 0; round < 3; ++round) {
    for (const Row& row : rows) {
      const Leave leave = guarded_call(row.body);
      EXPECT_EQ(leave.by, row.by);
      EXPECT_EQ(leave.code, row.code);
    }
  }
}

TEST(Exits, TheCallersVariablesSurvive) {
  std::string before = "a string that is long enough to lie on the heap";
  double sum = 0;
  for (int i = 0; i < 100; ++i) {
    const double x = i * 0.5;
    guarded_call([] { std::exit(1); });
    sum += x;
  }
  EXPECT_EQ(sum, 2475.0);
  EXPECT_EQ(before.size(), 47u);
}

// A library may fork in the middle of a call; that child must not come back into the caller.
TEST(Exits, AChildForkedInACallReallyExits) {
  const pid_t caller = ::getpid();
  pid_t child = -1;
  const Leave leave = guarded_call([&child] {
    child = ::fork();
    if (child == 0) ::_exit(7);
  });
  if (::getpid() != caller) ::syscall(SYS_exit_group, 99);
  EXPECT_EQ(leave.by, LeftBy::kReturned);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

TEST(ExitsDeathTest, OutsideOfACallTheyEndTheProcess) {
  EXPECT_EXIT(std::exit(7), ::testing::ExitedWithCode(7), "");
  EXPECT_EXIT(::_exit(8), ::testing::ExitedWithCode(8), "");
  EXPECT_EXIT(std::_Exit(9), ::testing::ExitedWithCode(9), "");
  EXPECT_EXIT(std::abort(), ::testing::KilledBySignal(SIGABRT), "");
}

TEST(ExitsDeathTest, AfterACallToo) {
  EXPECT_EXIT(
      {
        guarded_call([] { std::exit(1); });
        guarded_call([] {});
        std::exit(7);
      },
      ::testing::ExitedWithCode(7), "");
}

TEST(ExitsDeathTest, AnotherThreadsExitIsNotStopped) {
  EXPECT_EXIT(guarded_call([] { std::thread([] { ::_exit(11); }).join(); }),
              ::testing::ExitedWithCode(11), "");
}

TEST(ExitsDeathTest, ExitRunsTheHandlers) {
  EXPECT_EXIT(
      {
        std::atexit([] { ::_exit(12); });
        std::exit(0);
      },
      ::testing::ExitedWithCode(12), "");
}

}  // namespace
}  // namespace gemmcheck
