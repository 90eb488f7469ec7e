// Batches, streams, lives and workers: order, and that each call comes back exactly once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <string>

#include "sandbox/support.h"

namespace gemmcheck::test {
namespace {

// The only child of this process: the worker.
pid_t worker_pid() {
  const std::string self = std::to_string(getpid());
  std::ifstream children("/proc/self/task/" + self + "/children");
  pid_t pid = -1;
  children >> pid;
  return pid;
}

// Kills the worker and waits until it is gone, and its lives with it, but leaves it to be reaped.
void kill_worker() {
  const pid_t worker = worker_pid();
  ASSERT_GT(worker, 0);
  ASSERT_EQ(kill(worker, SIGKILL), 0);
  siginfo_t info;
  ASSERT_EQ(waitid(P_PID, static_cast<id_t>(worker), &info, WEXITED | WNOWAIT), 0);
}

// Ordinary calls with a behaviour strewn in here and there, in no regular distance.
std::vector<std::int64_t> mixed(std::size_t count) {
  constexpr std::int64_t kStrewn[] = {kCrashes,         kReports, kAborts,    kLeavesBySystemCall,
                                      kExitsWithReport, kLeavesC, kWritesToA, kKillsItsParent};
  std::vector<std::int64_t> result;
  std::uint32_t state = 1;
  for (std::size_t i = 0; i < count; ++i) {
    state = state * 1664525 + 1013904223;
    const std::uint32_t draw = state >> 16;
    result.push_back(draw % 20 == 0 ? kStrewn[draw / 20 % std::size(kStrewn)] : 1 + draw % 8);
  }
  return result;
}

// What the double's answer to `behaviour` looks like.
void expect_answer(std::int64_t behaviour, const Observation& seen, std::size_t index) {
  Outcome outcome = Outcome::kReturned;
  if (behaviour == kCrashes || behaviour == kAborts || behaviour == kWritesToA ||
      behaviour == kKillsItsParent) {
    outcome = Outcome::kCrash;
  } else if (behaviour == kLeavesBySystemCall || behaviour == kExitsWithReport) {
    outcome = Outcome::kExit;
  }
  ASSERT_EQ(seen.outcome, outcome) << "call " << index << ", behaviour " << behaviour;
  ASSERT_EQ(seen.messages, behaviour == kReports || behaviour == kExitsWithReport ? 1 : 0);
  ASSERT_EQ(seen.effects & kEffectUnwrittenC, behaviour == kLeavesC ? kEffectUnwrittenC : 0u);
}

std::uint64_t deaths(const std::vector<std::int64_t>& behaviours) {
  return static_cast<std::uint64_t>(
      std::count_if(behaviours.begin(), behaviours.end(), [](std::int64_t behaviour) {
        return behaviour == kCrashes || behaviour == kAborts || behaviour == kWritesToA ||
               behaviour == kKillsItsParent || behaviour == kLeavesBySystemCall;
      }));
}

class BatchTest : public testing::TestWithParam<int> {};

TEST_P(BatchTest, EveryCallIsJudgedOnceAndInOrder) {
  SandboxOptions options = worker_options();
  options.batch = GetParam();
  const auto sandbox = start_double(options);
  const std::vector<std::int64_t> behaviours = mixed(600);
  std::vector<Call> calls;
  for (const std::int64_t behaviour : behaviours) calls.push_back(call_for(behaviour));
  const auto observations = observe(*sandbox, calls);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    expect_answer(behaviours[i], observations[i], i);
  }
  EXPECT_EQ(sandbox->restarts(), deaths(behaviours));
}

TEST_P(BatchTest, StreamsHandBackWhatTheyWereGiven) {
  SandboxOptions options = worker_options();
  options.batch = GetParam();
  const auto sandbox = start_double(options);
  const std::vector<std::int64_t> behaviours = mixed(600);
  std::size_t filled = 0;
  std::size_t taken = 0;
  const auto streamed = sandbox->stream(
      [&](std::span<Call> calls, std::span<std::uint8_t>) {
        // Batches need not be full.
        const std::size_t count =
            std::min({calls.size(), 1 + filled % 17, behaviours.size() - filled});
        for (std::size_t i = 0; i < count; ++i) calls[i] = call_for(behaviours[filled++]);
        return count;
      },
      [&](std::span<const Call> calls, std::span<const Observation> observations) {
        EXPECT_EQ(calls.size(), observations.size());
        for (std::size_t i = 0; i < calls.size(); ++i, ++taken) {
          EXPECT_EQ(calls[i], call_for(behaviours[taken]));
          expect_answer(behaviours[taken], observations[i], taken);
        }
        return true;
      });
  EXPECT_TRUE(streamed);
  EXPECT_EQ(taken, behaviours.size());
}

INSTANTIATE_TEST_SUITE_P(Sizes, BatchTest, testing::Values(1, 2, 7, 256));

// One in a hundred kills its process, in one of six ways: every call is answered once, in its
// place, and nobody answers for another.
TEST(Stream, AHundredThousandCallsOutliveAThousandDeaths) {
  constexpr std::int64_t kWays[] = {kCrashes,     kAborts,        kLeavesBySystemCall,
                                    kKillsItself, kDividesByZero, kOverflowsStack};
  constexpr std::size_t kCalls = 100'000;
  std::size_t way = 0;
  std::vector<std::int64_t> behaviours;
  for (std::size_t i = 0; i < kCalls; ++i) {
    // Not every hundredth: neighbours, batch ends and beginnings as well.
    const bool deadly = (i * 2654435761u >> 7) % 100 == 0;
    behaviours.push_back(deadly ? kWays[way++ % std::size(kWays)]
                                : 1 + static_cast<std::int64_t>(i % 8));
  }
  ASSERT_GT(way, 900u);
  const auto sandbox = start_double();
  std::size_t filled = 0;
  std::size_t taken = 0;
  const auto streamed = sandbox->stream(
      [&](std::span<Call> calls, std::span<std::uint8_t>) {
        const std::size_t count = std::min(calls.size(), kCalls - filled);
        for (std::size_t i = 0; i < count; ++i) calls[i] = call_for(behaviours[filled++]);
        return count;
      },
      [&](std::span<const Call> calls, std::span<const Observation> observations) {
        for (std::size_t i = 0; i < calls.size(); ++i, ++taken) {
          const std::int64_t behaviour = behaviours[taken];
          const bool deadly = behaviour >= kCrashes;
          const Outcome outcome = !deadly                            ? Outcome::kReturned
                                  : behaviour == kLeavesBySystemCall ? Outcome::kExit
                                                                     : Outcome::kCrash;
          EXPECT_EQ(calls[i], call_for(behaviour));
          EXPECT_EQ(observations[i].outcome, outcome) << "call " << taken << ", " << behaviour;
          EXPECT_EQ(observations[i].effects, 0u) << "call " << taken << ", " << behaviour;
        }
        return !testing::Test::HasFailure();
      });
  EXPECT_TRUE(streamed);
  EXPECT_EQ(taken, kCalls);
  EXPECT_EQ(sandbox->restarts(), way);
}

TEST(Stream, WorkerAndSupervisorHaveTwoBatchesOut) {
  const auto sandbox = start_double();
  int filled = 0;
  int most = 0;
  int taken = 0;
  EXPECT_TRUE(sandbox->stream(
      [&](std::span<Call> calls, std::span<std::uint8_t>) -> std::size_t {
        if (filled == 5) return 0;
        calls[0] = call_for(1);
        most = std::max(most, ++filled - taken);
        return 1;
      },
      [&](std::span<const Call>, std::span<const Observation>) {
        ++taken;
        return true;
      }));
  EXPECT_EQ(taken, 5);
  EXPECT_EQ(most, 2);
}

TEST(Stream, StopsEarlyAndServesAgain) {
  SandboxOptions options = worker_options();
  options.batch = 4;
  const auto sandbox = start_double(options);
  int takes = 0;
  EXPECT_TRUE(sandbox->stream(
      [&](std::span<Call> calls, std::span<std::uint8_t>) {
        std::fill(calls.begin(), calls.end(), call_for(kReports));
        return calls.size();
      },
      [&](std::span<const Call>, std::span<const Observation>) { return ++takes < 3; }));
  EXPECT_EQ(takes, 3);
  const auto seen = observe(*sandbox, {call_for(2), call_for(kExitsSilently)});
  EXPECT_EQ(seen[0].messages, 0);
  EXPECT_EQ(seen[1].outcome, Outcome::kExit);
}

TEST(Stream, WhatIsOutWhenItStopsIsNotMade) {
  SandboxOptions options = worker_options();
  options.batch = 5;
  options.deadline = std::chrono::milliseconds(300);
  const auto sandbox = start_double(options);
  int fills = 0;
  EXPECT_TRUE(sandbox->stream(
      [&](std::span<Call> calls, std::span<std::uint8_t>) {
        const std::size_t count = fills++ == 0 ? 1 : calls.size();
        std::fill_n(calls.begin(), count, call_for(fills == 1 ? kReports : kHangs));
        return count;
      },
      [](std::span<const Call>, std::span<const Observation>) { return false; }));
  EXPECT_LT(sandbox->restarts(), 5u) << "only the call in flight may have to be waited for";
}

TEST(Stream, IsRefusedInsideAnother) {
  const auto sandbox = start_double();
  bool refused = false;
  EXPECT_TRUE(sandbox->stream(
      [&, once = true](std::span<Call> calls, std::span<std::uint8_t>) mutable -> std::size_t {
        calls[0] = call_for(1);
        return std::exchange(once, false) ? 1 : 0;
      },
      [&](std::span<const Call> calls, std::span<const Observation>) {
        Observation observation;
        refused = !sandbox->observe(calls.first(1), {&observation, 1});
        return true;
      }));
  EXPECT_TRUE(refused);
  EXPECT_EQ(observe(*sandbox, call_for(1)).outcome, Outcome::kReturned);
}

TEST(Life, IsSharedUnlessAskedFor) {
  const auto sandbox = start_double();
  const std::vector<Call> calls(5, call_for(kCountsCalls));
  const auto shared = observe(*sandbox, calls);
  for (std::size_t i = 1; i < calls.size(); ++i) {
    EXPECT_EQ(shared[i].number, shared[0].number + static_cast<int>(i));
  }
  const auto fresh = observe(*sandbox, calls, Lives::kOwn);
  for (const Observation& one : fresh) EXPECT_EQ(one.number, shared[0].number);
  EXPECT_EQ(sandbox->restarts(), 0u) << "a planned end is no death";
}

TEST(Life, CanBeBegunAnewForSeveralCalls) {
  const auto sandbox = start_double();
  const std::vector<Call> calls(300, call_for(kCountsCalls));  // more than a batch
  const int first = observe(*sandbox, calls)[0].number;
  const auto again = observe(*sandbox, calls, Lives::kOne);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    EXPECT_EQ(again[i].number, first + static_cast<int>(i));
  }
  EXPECT_EQ(observe(*sandbox, call_for(kCountsCalls)).number, first + 300) << "it goes on";
}

TEST(Life, OfItsOwnEndsBeforeAndAfterTheCall) {
  const auto sandbox = start_double();
  std::vector<int> numbers;
  EXPECT_TRUE(sandbox->stream(
      [&, once = true](std::span<Call> calls, std::span<std::uint8_t> own_life) mutable {
        if (!std::exchange(once, false)) return std::size_t{0};
        std::fill_n(calls.begin(), 6, call_for(kCountsCalls));
        own_life[2] = 1;
        return std::size_t{6};
      },
      [&](std::span<const Call>, std::span<const Observation> observations) {
        for (const Observation& one : observations) numbers.push_back(one.number);
        return true;
      }));
  const int first = numbers.at(0);
  EXPECT_THAT(numbers, testing::ElementsAre(first, first + 1, first, first, first + 1, first + 2));
}

TEST(Worker, KilledFromOutsideIsReplaced) {
  SandboxOptions options = worker_options();
  options.batch = 16;
  const auto sandbox = start_double(options);
  int takes = 0;
  std::size_t calls_made = 0;
  EXPECT_TRUE(sandbox->stream(
      [&](std::span<Call> calls, std::span<std::uint8_t>) -> std::size_t {
        std::fill(calls.begin(), calls.end(), call_for(kReports));
        return takes < 12 ? calls.size() : 0;
      },
      [&](std::span<const Call>, std::span<const Observation> observations) {
        // The call in flight, if there is one, goes with the worker; no other.
        calls_made += static_cast<std::size_t>(
            std::count_if(observations.begin(), observations.end(),
                          [](const Observation& one) { return one.messages == 1; }));
        if (++takes % 4 == 0) kill_worker();
        return true;
      }));
  EXPECT_GE(takes, 12);
  EXPECT_GE(calls_made, static_cast<std::size_t>(takes) * 16 - 3);
  EXPECT_EQ(observe(*sandbox, call_for(1)).outcome, Outcome::kReturned);
  EXPECT_GE(sandbox->restarts(), 3u);
}

TEST(Worker, EndsWithItsSandbox) {
  auto sandbox = start_double();
  const pid_t worker = worker_pid();
  EXPECT_GT(worker, 0);
  sandbox.reset();
  EXPECT_EQ(worker_pid(), -1);
}

// Whether there is such a process that has not ended.
bool lives(pid_t pid) {
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  if (!std::getline(stat, text)) return false;
  const std::size_t state = text.rfind(')') + 2;
  return state < text.size() && text[state] != 'Z';
}

TEST(Life, EndsWithAllThatItForked) {
  auto sandbox = start_double();
  const std::vector<Call> calls(3, call_for(kForks));
  std::vector<Observation> left = observe(*sandbox, calls, Lives::kOwn);
  const std::vector<Observation> shared = observe(*sandbox, calls);
  left.insert(left.end(), shared.begin(), shared.end());
  sandbox.reset();
  for (const Observation& one : left) {
    ASSERT_GT(one.number, 1);
    // It has been killed by now, but dies in its own time.
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (lives(one.number) && std::chrono::steady_clock::now() < limit) usleep(1000);
    EXPECT_FALSE(lives(one.number));
  }
}

// A stop is heard between calls that hang, and what came before it is known.
TEST(Stream, CanBeStoppedWhereEveryCallHangs) {
  SandboxOptions options = worker_options();
  options.deadline = std::chrono::milliseconds(20);
  const auto sandbox = start_double(options);
  std::size_t taken = 0;
  std::vector<std::size_t> batches;
  EXPECT_TRUE(sandbox->stream(
      [&](std::span<Call> calls, std::span<std::uint8_t>) {
        std::fill(calls.begin(), calls.end(), call_for(kHangs));
        batches.push_back(calls.size());
        return calls.size();
      },
      [&](std::span<const Call>, std::span<const Observation> observations) {
        taken += observations.size();
        return taken < 40;
      }));
  EXPECT_GE(taken, 40u);
  EXPECT_LE(sandbox->restarts(), taken + 3) << "the rest is cancelled";
  EXPECT_EQ(batches.back(), 1u) << "as long as calls hang";
  for (int i = 0; i < 5; ++i) observe(*sandbox, std::vector<Call>(300, call_for(1)));
  batches.clear();
  EXPECT_TRUE(sandbox->stream(
      [&](std::span<Call> calls, std::span<std::uint8_t>) {
        batches.push_back(calls.size());
        return std::size_t{0};
      },
      [](std::span<const Call>, std::span<const Observation>) { return true; }));
  EXPECT_GE(batches.back(), 256u) << "and large ones again where they do not";
}

TEST(Life, HearsAReportAfterAnyAmountOfText) {
  const auto sandbox = start_double();
  const Observation seen = observe(*sandbox, call_for(kPrintsMuchThenReports));
  EXPECT_EQ(seen.messages, 1);
  EXPECT_EQ(seen.number, 8);
}

}  // namespace
}  // namespace gemmcheck::test
