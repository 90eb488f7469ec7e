#include "campaign/work.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace gemmcheck {
namespace {

RunState nothing_done() {
  return RunState(netlib_contract());
}

Tally calls(std::uint64_t count) {
  Tally tally(netlib_contract());
  tally.counts.calls = count;
  return tally;
}

TEST(DoneTest, ChunksJoinWhenTheGapCloses) {
  Done done;
  for (const std::uint64_t chunk : {2, 1, 4}) done.add(chunk);
  EXPECT_EQ(done.frontier, 0u);
  EXPECT_TRUE(done.contains(4));
  EXPECT_FALSE(done.contains(0));
  done.add(0);
  EXPECT_EQ(done.frontier, 3u);
  EXPECT_EQ(done.beyond, (std::set<std::uint64_t>{4}));
}

TEST(WorkTest, GivesOutEveryCallOnce) {
  const std::uint64_t total = 5 * Work::kChunk + 17;
  Work work(total, nothing_done(), {});
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      while (const auto chunk = work.next()) {
        work.finish(*chunk, calls(chunk->end - chunk->first));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(work.total().counts.calls, total);
}

TEST(WorkTest, NoCallsNoChunk) {
  Work work(0, nothing_done(), {});
  EXPECT_FALSE(work.next());
}

TEST(WorkTest, WithoutAnEndThereIsAlwaysMore) {
  Work work(std::nullopt, nothing_done(), {});
  for (std::uint64_t i = 0; i < 100; ++i) EXPECT_EQ(work.next()->first, i * Work::kChunk);
}

TEST(WorkTest, GoesOnWhereAnotherLeft) {
  RunState state = nothing_done();
  for (const std::uint64_t chunk : {0, 2, 3}) state.done.add(chunk);
  state.tally.counts.calls = 3 * Work::kChunk;
  Work work(5 * Work::kChunk, std::move(state), {});
  std::vector<std::uint64_t> given;
  while (const auto chunk = work.next()) {
    given.push_back(chunk->number);
    work.finish(*chunk, calls(Work::kChunk));
  }
  EXPECT_EQ(given, (std::vector<std::uint64_t>{1, 4}));
  EXPECT_EQ(work.total().counts.calls, 5 * Work::kChunk);
}

TEST(WorkTest, WhatWasAbandonedCountsButIsNotKept) {
  std::uint64_t kept = 0;
  Work work(2 * Work::kChunk, nothing_done(), [&](const RunState& state) -> Expected<void> {
    kept = state.tally.counts.calls;
    EXPECT_EQ(state.done.frontier, 1u);
    return {};
  });
  work.finish(*work.next(), calls(Work::kChunk));
  work.abandon(calls(3));
  work.abandon(calls(4));
  EXPECT_TRUE(work.flush());
  EXPECT_EQ(kept, Work::kChunk);
  EXPECT_EQ(work.total().counts.calls, Work::kChunk + 7);
}

TEST(WorkTest, AStateThatCannotBeKeptIsAnError) {
  Work work(Work::kChunk, nothing_done(),
            [](const RunState&) -> Expected<void> { return internal_error("disk full"); });
  work.finish(*work.next(), calls(1));
  const auto flushed = work.flush();
  ASSERT_FALSE(flushed);
  EXPECT_EQ(flushed.error().message, "disk full");
}

}  // namespace
}  // namespace gemmcheck
