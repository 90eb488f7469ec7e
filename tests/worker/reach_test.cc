// How much memory operands need.
#include "worker/reach.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include "call/enums.h"

namespace gemmcheck {
namespace {

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

Call arbitrary_call() {
  Call call = baseline(static_cast<Api>(*rc::gen::inRange(0, kNetlibApiCount)));
  const auto size =
      rc::gen::oneOf(rc::gen::inRange<std::int64_t>(-3, 9), rc::gen::arbitrary<std::int64_t>());
  call.m = *size;
  call.n = *size;
  call.k = *size;
  call.lda = *size;
  call.ldb = *size;
  call.ldc = *size;
  call.layout = *rc::gen::inRange(100, 104);
  const auto op = rc::gen::element(0, 'N', 'n', 'T', 'C', '/', 111, 112, 113, 114);
  call.transa = *op;
  call.transb = *op;
  return call;
}

RC_GTEST_PROP(Reach, ShapesAreThoseOfTheCall, ()) {
  const Call call = arbitrary_call();
  const auto shapes = operand_shapes(call);
  for (const Operand operand : kOperands) {
    const Shape expected = operand_shape(call, operand);
    RC_ASSERT(shapes[index(operand)].rows == expected.rows);
    RC_ASSERT(shapes[index(operand)].columns == expected.columns);
    RC_ASSERT(shapes[index(operand)].ld == expected.ld);
  }
}

RC_GTEST_PROP(Reach, OfAWellShapedOperandIsItsExtent, ()) {
  const Call call = arbitrary_call();
  for (const Operand operand : kOperands) {
    if (!is_well_shaped(operand_shape(call, operand))) continue;
    const auto reach = reach_of(call, operand);
    const auto extent = extent_bytes(call, operand);
    RC_ASSERT(reach.has_value() == extent.has_value());
    if (!reach) continue;
    RC_ASSERT(reach->before == 0);
    RC_ASSERT(reach->after == *extent);
  }
}

Reach reach(Shape shape, int bytes = 8) {
  Reach result;
  EXPECT_TRUE(reach_of(shape, bytes, &result));
  return result;
}

TEST(Reach, OverlappingColumnsNeedWhatTheLastOneEndsAt) {
  EXPECT_EQ(reach({4, 3, 1}).after, (2 + 4) * 8);
  EXPECT_EQ(reach({4, 3, 0}).after, 4 * 8);
  EXPECT_EQ(reach({4, 3, 0}).before, 0);
}

TEST(Reach, NegativeLeadingDimensionsReachBackwards) {
  EXPECT_EQ(reach({4, 3, -5}).before, 2 * 5 * 8);
  EXPECT_EQ(reach({4, 3, -5}).after, 4 * 8);
  EXPECT_EQ(reach({4, 1, -5}).before, 0);
}

TEST(Reach, BeyondSixtyFourBitsIsNone) {
  Reach unused;
  EXPECT_FALSE(reach_of(Shape{1, kMax, kMax}, 8, &unused));
  EXPECT_FALSE(reach_of(Shape{2, 3, kMax / 2}, 1, &unused));
  EXPECT_FALSE(reach_of(Shape{kMax / 4, 1, 1}, 8, &unused));
  EXPECT_FALSE(reach_of(Shape{1, 2, -kMax}, 8, &unused));
  EXPECT_FALSE(reach_of(Shape{kMax, 2, -kMax}, 1, &unused));
}

TEST(Reach, FaultsInSizesAndLeadingDimensionsAreSeen) {
  Call call = baseline(Api::kCblasDgemm);
  EXPECT_TRUE(may_be_accepted(call));
  call.lda = 0;
  EXPECT_FALSE(may_be_accepted(call));
  call = baseline(Api::kDgemm);
  call.n = -1;
  EXPECT_FALSE(may_be_accepted(call));
}

TEST(Reach, NothingIsReadWithoutAProduct) {
  Call call = baseline(Api::kSgemm);
  EXPECT_TRUE(is_touched(call, Operand::kA));
  call.alpha.re = 1e-300;  // 0 as a float
  EXPECT_FALSE(is_touched(call, Operand::kB));
  EXPECT_TRUE(is_touched(call, Operand::kC));
  call.m = 0;
  EXPECT_FALSE(is_touched(call, Operand::kC));
}

}  // namespace
}  // namespace gemmcheck
