#include "generate/random.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <set>

namespace gemmcheck {
namespace {

TEST(Random, IsAFunctionOfSeedAndIndex) {
  EXPECT_EQ(Random(7, 9).next(), Random(7, 9).next());
  EXPECT_NE(Random(7, 9).next(), Random(7, 10).next());
  EXPECT_NE(Random(7, 9).next(), Random(8, 9).next());
}

TEST(Random, StreamsOfNeighboursShareNoNumber) {
  std::set<std::uint64_t> seen;
  constexpr std::uint64_t kSeeds = 8;
  constexpr std::uint64_t kIndices = 500;
  constexpr std::size_t kNumbers = 10;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    for (std::uint64_t index = 0; index < kIndices; ++index) {
      Random random(seed, index);
      for (std::size_t i = 0; i < kNumbers; ++i) seen.insert(random.next());
    }
  }
  EXPECT_EQ(seen.size(), kSeeds * kIndices * kNumbers);
}

TEST(Random, EveryBitIsSetHalfOfTheTimeInFirstNumbers) {
  std::array<int, 64> counts{};
  constexpr int kCalls = 4096;
  for (std::uint64_t index = 0; index < kCalls; ++index) {
    std::uint64_t rest = Random(1, index).next();
    for (; rest != 0; rest &= rest - 1) ++counts[static_cast<std::size_t>(std::countr_zero(rest))];
  }
  for (int count : counts) EXPECT_NEAR(count, kCalls / 2, 6 * 32);  // six standard deviations
}

TEST(Random, BelowStaysBelowAndReachesAll) {
  Random random(3, 4);
  std::array<int, 6> counts{};
  for (int i = 0; i < 6000; ++i) ++counts.at(random.below(counts.size()));
  for (int count : counts) EXPECT_NEAR(count, 1000, 180);
  EXPECT_EQ(random.below(1), 0u);
}

TEST(Random, BetweenIncludesBothEnds) {
  Random random(3, 5);
  std::set<std::int64_t> seen;
  for (int i = 0; i < 200; ++i) seen.insert(random.between(-1, 2));
  EXPECT_EQ(seen, (std::set<std::int64_t>{-1, 0, 1, 2}));
  EXPECT_EQ(random.between(5, 5), 5);
}

TEST(Random, BetweenTakesTheWholeRangeOf64Bits) {
  Random random(3, 6);
  int negative = 0;
  for (int i = 0; i < 1000; ++i) {
    negative += random.between(std::numeric_limits<std::int64_t>::min(),
                               std::numeric_limits<std::int64_t>::max()) < 0;
  }
  EXPECT_NEAR(negative, 500, 100);
}

TEST(Digits, ReadsAFractionInMixedRadix) {
  // One half, in radix 6 and then 2: 3/6 exactly.
  Digits half(std::uint64_t{1} << 63);
  EXPECT_EQ(half.take(6), 3u);
  EXPECT_EQ(half.take(2), 0u);
  Digits most(~std::uint64_t{0});
  EXPECT_EQ(most.take(6), 5u);
  EXPECT_EQ(most.take(20000), 19999u);
  Digits none(0);
  EXPECT_EQ(none.take(6), 0u);
}

TEST(Digits, LaterDigitsDoNotFollowEarlierOnes) {
  std::array<std::array<int, 5>, 6> counts{};
  Random random(1, 1);
  for (int i = 0; i < 30000; ++i) {
    Digits digits(random.next());
    const std::uint32_t first = digits.take(6);
    digits.take(1 << 12);
    ++counts.at(first).at(digits.take(5));
  }
  for (const auto& row : counts) {
    for (int count : row) EXPECT_NEAR(count, 1000, 190);
  }
}

}  // namespace
}  // namespace gemmcheck
