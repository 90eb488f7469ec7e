#include "reference/contents.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <set>
#include <vector>

namespace gemmcheck {
namespace {

TEST(Contents, IntegersAreSmallAndNeverZeroAndAllOccurAboutEquallyOften) {
  int counts[9] = {};
  for (std::uint64_t i = 0; i < 8000; ++i) {
    const double value = int_component(3, Operand::kA, i);
    ASSERT_EQ(value, std::trunc(value));
    ASSERT_LE(std::fabs(value), 4);
    ++counts[static_cast<int>(value) + 4];
  }
  EXPECT_EQ(counts[4], 0);
  for (int i = 0; i < 9; ++i) {
    if (i == 4) continue;
    EXPECT_NEAR(counts[i], 1000, 150) << "value " << i - 4;
  }
}

// What a reproducer prints in C must give the same contents, so the values are fixed for good.
TEST(Contents, TheFormulaIsTheOneThatTheHeaderShows) {
  const auto bits = [](std::uint32_t seed, int operand, std::uint64_t index) {
    std::uint64_t x =
        index * 0x9e3779b97f4a7c15u +
        (4 * std::uint64_t{seed} + static_cast<unsigned>(operand) + 1) * 0xd6e8feb86659fd93u;
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
    return x ^ x >> 32;
  };
  for (const std::uint32_t seed : {0u, 1u, 0xffffffffu}) {
    for (int operand = 0; operand < 3; ++operand) {
      for (const std::uint64_t index : {0ull, 1ull, 77ull, 1ull << 33}) {
        const std::uint64_t x = bits(seed, operand, index);
        const double magnitude = static_cast<double>(x % 4) + 1;
        EXPECT_EQ(int_component(seed, static_cast<Operand>(operand), index),
                  x & 4 ? -magnitude : magnitude);
        EXPECT_EQ(random_component(seed, static_cast<Operand>(operand), index),
                  (static_cast<double>(x % (1 << 24)) - 0x1p23) / 0x1p23);
      }
    }
  }
}

TEST(Contents, RandomComponentsAreFloatsInTheUnitInterval) {
  double least = 1, most = -1;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const double value = random_component(9, Operand::kB, i);
    ASSERT_EQ(value, static_cast<double>(static_cast<float>(value)));
    least = std::min(least, value);
    most = std::max(most, value);
  }
  EXPECT_GE(least, -1);
  EXPECT_LT(least, -0.99);
  EXPECT_LT(most, 1);
  EXPECT_GT(most, 0.99);
}

// A wrong stride or a swapped operand must meet other numbers: no shift of a stream, and no other
// operand's or seed's stream, agrees with it in more than the eighth that chance gives.
TEST(Contents, StreamsDifferFromTheirShiftsAndFromEachOther) {
  constexpr int kCount = 1024;
  const auto agreements = [](std::uint32_t seed, Operand operand, std::uint64_t shift) {
    int same = 0;
    for (std::uint64_t i = 0; i < kCount; ++i) {
      same += int_component(1, Operand::kA, i) == int_component(seed, operand, i + shift);
    }
    return same;
  };
  for (std::uint64_t shift = 1; shift <= 70; ++shift) {
    EXPECT_LT(agreements(1, Operand::kA, shift), kCount / 4) << "shift " << shift;
  }
  EXPECT_LT(agreements(1, Operand::kB, 0), kCount / 4);
  EXPECT_LT(agreements(1, Operand::kC, 0), kCount / 4);
  EXPECT_LT(agreements(2, Operand::kA, 0), kCount / 4);
}

TEST(Contents, IndicesCountFromTheGuardedEnd) {
  const Fill fill{FillKind::kInt, {}, 5};
  std::vector<double> large(40), small(12);
  for (const Guard guard : {Guard::kEnd, Guard::kFront}) {
    fill_components(large.data(), large.size(), 8, fill, Operand::kA, guard);
    fill_components(small.data(), small.size(), 8, fill, Operand::kA, guard);
    const auto* const overlap = guard == Guard::kEnd ? large.data() + 28 : large.data();
    EXPECT_TRUE(std::equal(small.begin(), small.end(), overlap));
    EXPECT_EQ(guard == Guard::kEnd ? small.back() : small.front(),
              int_component(5, Operand::kA, 0));
  }
}

TEST(Contents, SpecialElementsAreOfTheNamedOperandOnly) {
  const Fill fill{FillKind::kNanB, {}, 4};
  EXPECT_TRUE(is_special(fill, Operand::kB, 0, 0));
  int special = 0;
  for (std::int64_t row = 0; row < 100; ++row) {
    for (std::int64_t column = 0; column < 100; ++column) {
      EXPECT_FALSE(is_special(fill, Operand::kA, row, column));
      EXPECT_FALSE(is_special(fill, Operand::kC, row, column));
      EXPECT_FALSE(is_special({FillKind::kInt, {}, 4}, Operand::kB, row, column));
      special += is_special(fill, Operand::kB, row, column);
    }
  }
  EXPECT_NEAR(special, 2000, 200);
  EXPECT_TRUE(std::isnan(special_value(fill)));
  EXPECT_EQ(special_value({FillKind::kInfC, {}, 0}), HUGE_VAL);
}

TEST(Contents, OperandHoldsComponentsInItsGapsAndSpecialsInItsElements) {
  const Fill fill{FillKind::kInfA, {}, 8};
  const Shape shape{3, 4, 5};
  std::vector<float> data(2 * 18);
  fill_operand(data.data(), shape, {4, true}, fill, Operand::kA, Guard::kFront, false);
  for (std::int64_t i = 0; i < 18; ++i) {
    const std::int64_t row = i % 5, column = i / 5;
    const bool special = row < 3 && is_special(fill, Operand::kA, row, column);
    const auto index = static_cast<std::uint64_t>(2 * i);
    EXPECT_EQ(data[index], special ? HUGE_VALF : int_component(8, Operand::kA, index));
    EXPECT_EQ(data[index + 1], int_component(8, Operand::kA, index + 1));
  }
}

TEST(Contents, SentinelFillsAllOfAnUnalignedOperand) {
  std::vector<std::byte> data(3 + 8 * 8 + 1, std::byte{0x11});
  fill_operand(data.data() + 3, {2, 3, 3}, {8, false}, {FillKind::kNanC, {}, 1}, Operand::kC,
               Guard::kEnd, true);
  int sentinels = 0, nans = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    std::uint64_t bits;
    std::memcpy(&bits, data.data() + 3 + 8 * i, 8);
    double value;
    std::memcpy(&value, &bits, 8);
    sentinels += bits == kSentinel64;
    nans += std::isnan(value);
  }
  EXPECT_EQ(nans, 8);
  EXPECT_GE(sentinels, 2);
  EXPECT_LT(sentinels, 8) << "the special elements lie over the sentinel";
  EXPECT_EQ(data.front(), std::byte{0x11});
  EXPECT_EQ(data.back(), std::byte{0x11});
}

TEST(Contents, NothingIsWrittenWhereTheExtentMeansNothing) {
  double data[4] = {1, 2, 3, 4};
  fill_operand(data, {3, 2, 1}, {8, false}, {}, Operand::kA, Guard::kEnd, false);
  EXPECT_EQ(data[0], 1);
  EXPECT_EQ(data[3], 4);
}

}  // namespace
}  // namespace gemmcheck
