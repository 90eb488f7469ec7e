// What memory operands need, and in which pages.
#include "call/reach.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <set>

namespace gemmcheck {
namespace {

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

TEST(PagesOf, JoinsNeighboursOnly) {
  EXPECT_EQ(pages_of({}), (std::vector<Stretch>{}));
  EXPECT_EQ(pages_of({{5, 6}}), (std::vector<Stretch>{{0, 4096}}));
  EXPECT_EQ(pages_of({{4096, 8192}, {0, 1}}), (std::vector<Stretch>{{0, 8192}}));
  EXPECT_EQ(pages_of({{-1, 1}}), (std::vector<Stretch>{{-4096, 4096}}));
  EXPECT_EQ(pages_of({{8191, 8193}, {3, 20000}}), (std::vector<Stretch>{{0, 20480}}));
  EXPECT_EQ(pages_of({{0, 4096}, {8192, 8193}}), (std::vector<Stretch>{{0, 4096}, {8192, 12288}}));
}

RC_GTEST_PROP(PagesOf, AreThePagesOfEveryByte, ()) {
  std::vector<Stretch> stretches;
  std::set<std::int64_t> expected;
  const int count = *rc::gen::inRange(0, 6);
  for (int i = 0; i < count; ++i) {
    const std::int64_t begin = *rc::gen::inRange(-30000, 30000);
    const std::int64_t end = begin + *rc::gen::inRange(1, 12000);
    stretches.push_back({begin, end});
    for (std::int64_t byte = begin; byte < end; ++byte) expected.insert((byte + (1 << 20)) / 4096);
  }
  std::set<std::int64_t> actual;
  std::int64_t last = std::numeric_limits<std::int64_t>::min();
  for (const Stretch& pages : pages_of(stretches)) {
    RC_ASSERT(pages.begin % 4096 == 0 && pages.end % 4096 == 0);
    RC_ASSERT(pages.begin > last && pages.end > pages.begin);
    last = pages.end;
    for (std::int64_t at = pages.begin; at < pages.end; at += 4096) {
      actual.insert((at + (1 << 20)) / 4096);
    }
  }
  RC_ASSERT(actual == expected);
}

TEST(AppendNeeded, TakesColumnsOrWhatReachesOtherwise) {
  const Shape shape{3, 2, 1000};
  Reach reach;
  ASSERT_TRUE(reach_of(shape, 8, &reach));
  std::vector<Stretch> needed;
  EXPECT_TRUE(append_needed(shape, 8, reach, 16, needed));
  EXPECT_EQ(needed, (std::vector<Stretch>{{16, 40}, {8016, 8040}}));
  needed.clear();
  EXPECT_TRUE(append_needed(shape, 8, {8, 4096}, 16, needed));
  EXPECT_EQ(needed, (std::vector<Stretch>{{8, 4112}}));
  needed.clear();
  EXPECT_TRUE(append_needed(shape, 8, {}, 16, needed));
  EXPECT_TRUE(append_needed({0, kMax, kMax}, 8, {}, 16, needed));
  EXPECT_EQ(needed, (std::vector<Stretch>{}));
}

TEST(AppendNeeded, RefusesWhatIsTooMuch) {
  std::vector<Stretch> needed;
  const Shape many{1, kMostColumns + 1, 1};
  Reach reach;
  ASSERT_TRUE(reach_of(many, 8, &reach));
  EXPECT_FALSE(append_needed(many, 8, reach, 0, needed));
  const Shape shape{3, 2, 1000};
  ASSERT_TRUE(reach_of(shape, 8, &reach));
  EXPECT_FALSE(append_needed(shape, 8, reach, kMax - 100, needed));
  EXPECT_EQ(needed, (std::vector<Stretch>{}));
}

TEST(CanBeHeld, UpToTheLimits) {
  const std::int64_t far = std::int64_t{1} << 31;
  EXPECT_TRUE(can_be_held({4, 64, far}, 16, 0));
  EXPECT_FALSE(can_be_held({4, 129, far}, 16, 0)) << "4 TiB";
  EXPECT_FALSE(can_be_held({1, kMostColumns + 1, 1}, 4, 0));
  EXPECT_FALSE(can_be_held({far, 2, far}, 4, 0)) << "64 MiB";
  EXPECT_FALSE(can_be_held({kMax, 1, kMax}, 4, 0));
  EXPECT_TRUE(can_be_held({2048, kMostColumns, 5000}, 4, 0));
  EXPECT_FALSE(can_be_held({3072, kMostColumns, 5000}, 4, 0)) << "three pages each, in up to five";
  EXPECT_TRUE(can_be_held({0, 1, kMax}, 4, 0));
}

TEST(RoomFor, IsOneBeyondAnyLimitRatherThanNegative) {
  EXPECT_EQ(room_for({0, kMax}, 1), kMax);
  EXPECT_FALSE(is_far({8, 8}, -100));
  EXPECT_TRUE(is_far({8, 8}, kNearBytes));
}

}  // namespace
}  // namespace gemmcheck
