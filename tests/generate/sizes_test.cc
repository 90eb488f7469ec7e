#include "generate/sizes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>

namespace gemmcheck {
namespace {

constexpr IntegerRange kInt32 = {std::numeric_limits<std::int32_t>::min(),
                                 std::numeric_limits<std::int32_t>::max()};
constexpr IntegerRange kInt64 = {std::numeric_limits<std::int64_t>::min(),
                                 std::numeric_limits<std::int64_t>::max()};

TEST(SizeTable, OrdinarySizesAreMostlySmallAndEndpointsMostFrequent) {
  const SizeTable table(64);
  const auto count = [&](std::int32_t size) {
    return std::count(table.ordinary.begin(), table.ordinary.end(), size);
  };
  for (std::int32_t endpoint : {0, 1, 2, 3}) {
    EXPECT_GT(count(endpoint), count(4)) << endpoint;
    EXPECT_GT(count(endpoint), 60) << endpoint;
  }
  for (std::int32_t edge : {15, 16, 17, 31, 32, 33, 47, 48, 63, 64})
    EXPECT_GT(count(edge), 0) << edge;
  EXPECT_EQ(count(65), 0);
  EXPECT_EQ(count(-1), 0);
}

TEST(SizeTable, NothingIsAboveTheLimit) {
  for (std::int64_t limit : {0, 1, 2, 8, 9, 31, 1000, 1 << 22}) {
    const SizeTable table(limit);
    EXPECT_LE(*std::max_element(table.ordinary.begin(), table.ordinary.end()), limit);
    EXPECT_GE(*std::min_element(table.ordinary.begin(), table.ordinary.end()), 0);
    EXPECT_LE(*std::max_element(table.classes.begin(), table.classes.end()), limit);
    EXPECT_EQ(*std::min_element(table.classes.begin(), table.classes.end()), -1);
  }
}

TEST(SizeTable, LargerSizesReachTheLimit) {
  for (std::int32_t limit : {9, 32, 100, 5000}) {
    const SizeTable table(limit);
    EXPECT_EQ(*std::max_element(table.ordinary.begin(), table.ordinary.end()), limit);
  }
}

void expect_everywhere(const WideValues& wide, IntegerRange range) {
  Random random(1, 2);
  std::set<std::int64_t> seen;
  for (int i = 0; i < 100000; ++i) {
    const std::int64_t value = wide.draw(random);
    ASSERT_GE(value, range.min);
    ASSERT_LE(value, range.max);
    seen.insert(value);
  }
  for (std::int64_t end : {range.min, range.min + 1, range.max - 1, range.max}) {
    EXPECT_TRUE(seen.contains(end)) << end;
  }
  for (std::int64_t small : {-2, -1, 0, 1, 2, 3, 8}) EXPECT_TRUE(seen.contains(small)) << small;
  for (std::int64_t power : {255, 256, 257, 65535, 65536, 65537, -65536}) {
    EXPECT_TRUE(seen.contains(power)) << power;
  }
  EXPECT_GT(seen.size(), 5000u);
}

TEST(WideValues, Reach32BitRangesEverywhere) {
  expect_everywhere(WideValues(kInt32), kInt32);
}

TEST(WideValues, Reach64BitRangesEverywhere) {
  const WideValues wide(kInt64);
  Random random(1, 3);
  bool low = false;
  bool high = false;
  bool middle = false;
  for (int i = 0; i < 100000; ++i) {
    const std::int64_t value = wide.draw(random);
    low |= value == kInt64.min;
    high |= value == kInt64.max;
    middle |= value > (std::int64_t{1} << 40) && value < (std::int64_t{1} << 50);
  }
  EXPECT_TRUE(low && high && middle);
}

TEST(WideValues, SizesAreNotNegative) {
  const WideValues wide(kInt32);
  Random random(1, 4);
  for (int i = 0; i < 20000; ++i) {
    const std::int64_t size = wide.draw_size(random);
    ASSERT_GE(size, 0);
    ASSERT_LE(size, kInt32.max);
  }
}

}  // namespace
}  // namespace gemmcheck
