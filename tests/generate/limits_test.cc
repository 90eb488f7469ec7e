#include <gtest/gtest.h>

#include "calls.h"
#include "generate/draft.h"

namespace gemmcheck {
namespace {

constexpr Limits kDefault{};

void expect_within(const Call& call, const Limits& limits) {
  EXPECT_LE(multiply_adds(call), limits.multiply_adds);
  for (Operand operand : {Operand::kA, Operand::kB, Operand::kC}) {
    const auto bytes = extent_bytes(call, operand);
    ASSERT_TRUE(bytes.has_value());
    EXPECT_LE(*bytes, limits.operand_bytes);
  }
}

Call legal(std::int64_t m, std::int64_t n, std::int64_t k) {
  Call call = baseline(Api::kCblasZgemm);
  call.m = m;
  call.n = n;
  call.k = k;
  set_tight(call);
  return call;
}

TEST(Exceeds, CountsMultiplyAddsAndBytes) {
  EXPECT_FALSE(exceeds(legal(32, 32, 32), kDefault));
  EXPECT_TRUE(exceeds(legal(32, 32, 33), kDefault));
  Call call = legal(1, 2, 1);
  call.ldc = kDefault.operand_bytes / 16 - 1;
  EXPECT_FALSE(exceeds(call, kDefault));
  ++call.ldc;
  EXPECT_TRUE(exceeds(call, kDefault));
  call.n = 1;
  call.ldc = INT32_MAX;
  EXPECT_FALSE(exceeds(call, kDefault)) << "a single column has no distance to the next";
}

TEST(BringWithin, ShortensWhatIsTooLongAndKeepsItAccepted) {
  Random random(2, 2);
  const WideValues wide(IntegerRange{INT32_MIN, INT32_MAX});
  for (int times = 0; times < 20000; ++times) {
    Call call = legal(wide.draw_size(random), wide.draw_size(random), wide.draw_size(random));
    call.lda = std::min<std::int64_t>(INT32_MAX, call.lda + wide.draw_size(random));
    call.ldb = std::min<std::int64_t>(INT32_MAX, call.ldb + wide.draw_size(random));
    call.ldc = std::min<std::int64_t>(INT32_MAX, call.ldc + wide.draw_size(random));
    ASSERT_EQ(predict(call).violated, 0u);
    bring_within(call, kDefault);
    ASSERT_EQ(predict(call).violated, 0u);
    expect_within(call, kDefault);
  }
}

TEST(BringWithin, SurvivesLimitsOfNothing) {
  for (const Limits& limits : {Limits{0, 0, 0}, Limits{-1, -1, -1}, Limits{1, 15, 1}}) {
    Call call = legal(INT32_MAX, INT32_MAX, INT32_MAX);
    bring_within(call, limits);
    EXPECT_LE(multiply_adds(call), std::max<std::int64_t>(0, limits.multiply_adds));
    EXPECT_EQ(predict(call).violated, 0u);
  }
}

TEST(BringWithin, LeavesLongLeadingDimensionsApart) {
  std::int64_t lengths[2];
  for (int i : {0, 1}) {
    Call call = legal(3, 4, 5);
    call.ldc = 1'000'000 + i;
    bring_within(call, kDefault);
    lengths[i] = call.ldc;
  }
  EXPECT_NE(lengths[0], lengths[1]);
}

struct NamedLimits {
  const char* name;
  Limits limits;
};
class GeneratorLimits : public testing::TestWithParam<NamedLimits> {};

TEST_P(GeneratorLimits, HoldForEveryAcceptedCall) {
  const Limits& limits = GetParam().limits;
  const Generator generator(11, kNetlibApis, limits);
  std::int64_t largest = 0;
  for (std::uint64_t index = 0; index < 100000; ++index) {
    const Call call = generator.call(index);
    if (generator.layer(index) == Layer::kFar || predict(call).violated != 0) continue;
    expect_within(call, limits);
    largest = std::max(largest, multiply_adds(call));
  }
  EXPECT_GT(largest, limits.multiply_adds / 4) << "limits are there to be used";
}

INSTANTIATE_TEST_SUITE_P(
    All, GeneratorLimits,
    testing::Values(NamedLimits{"usual", {}}, NamedLimits{"tiny", {27, 256, 3}},
                    NamedLimits{"wider", {1 << 20, 1 << 20, 128}},
                    NamedLimits{"sizesBeyondTheRest", {1000, 1 << 12, 1 << 20}}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace gemmcheck
