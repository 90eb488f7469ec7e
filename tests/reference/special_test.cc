// NaN and Inf: what every conforming implementation makes of them is judged, the rest is not.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "call/text.h"
#include "reference/check.h"
#include "reference/contents.h"
#include "reference/operands.h"

namespace gemmcheck {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

// A call of size 1 with operands of one's choice: C = alpha * sum of a[l] b[l] + beta * c.
template <typename T>
std::uint32_t judge(std::string_view line, std::vector<T> a, std::vector<T> b,
                    std::vector<T> before, std::vector<T> now) {
  const auto call = parse_call(line);
  EXPECT_TRUE(call.has_value()) << line;
  Operands operands;
  operands.a = reinterpret_cast<const std::byte*>(a.data());
  operands.b = reinterpret_cast<const std::byte*>(b.data());
  operands.c = reinterpret_cast<std::byte*>(now.data());
  operands.c_before = reinterpret_cast<const std::byte*>(before.data());
  Observation seen;
  check_memory(*call, operands, false, seen);
  return seen.effects;
}
std::uint32_t real(std::string_view line, std::vector<double> a, std::vector<double> b,
                   double before, double now) {
  return judge<double>(line, std::move(a), std::move(b), {before}, {now});
}

TEST(Special, NanInAOrBMustArrive) {
  EXPECT_EQ(real("dgemm_ k=2", {1, kNan}, {2, 3}, 7, kNan), 0u);
  EXPECT_EQ(real("dgemm_ k=2", {1, kNan}, {2, 3}, 7, 2), kEffectWrongC);
  EXPECT_EQ(real("dgemm_ k=2", {1, kNan}, {2, 3}, 7, kInf), kEffectWrongC);
  EXPECT_EQ(real("dgemm_ k=2", {1, 1}, {kNan, 3}, 7, 3), kEffectWrongC);
  EXPECT_EQ(real("dgemm_ k=2 alpha=0.1", {1, 1}, {kNan, 3}, 7, 3), kEffectWrongC);
}

TEST(Special, UnreadOperandsMustNotArrive) {
  EXPECT_EQ(real("dgemm_ k=2 alpha=0", {1, kNan}, {2, 3}, 7, kNan), kEffectWrongC);
  EXPECT_EQ(real("dgemm_ k=2 alpha=0", {1, kNan}, {2, 3}, 7, 0), 0u);
  EXPECT_EQ(real("dgemm_ k=0 beta=3", {kNan}, {2}, 7, 21), 0u);
  EXPECT_EQ(real("dgemm_ k=0 beta=3", {kNan}, {2}, 7, kNan), kEffectWrongC);
  EXPECT_EQ(real("dgemm_ beta=0", {2}, {2}, kInf, 4), 0u);
  EXPECT_EQ(real("dgemm_ beta=0", {2}, {2}, kInf, kNan), kEffectWrongC);
  EXPECT_EQ(real("dgemm_ beta=0", {2}, {2}, kInf, kInf), kEffectUnwrittenC);
}

TEST(Special, SignOfInfinityIsJudgedWhereOrderDoesNotMatter) {
  EXPECT_EQ(real("dgemm_ k=2", {1, kInf}, {2, -3}, 7, -kInf), 0u);
  EXPECT_EQ(real("dgemm_ k=2", {1, kInf}, {2, -3}, 7, kInf), kEffectWrongC);
  EXPECT_EQ(real("dgemm_ k=2", {1, kInf}, {2, -3}, 7, kNan), kEffectWrongC);
  EXPECT_EQ(real("dgemm_ k=2 alpha=-1", {1, kInf}, {2, -3}, 7, kInf), 0u);
  EXPECT_EQ(real("dgemm_ k=2", {kInf, kInf}, {2, -3}, 7, kNan), 0u);
  EXPECT_EQ(real("dgemm_ k=2", {kInf, kInf}, {2, -3}, 7, kInf), kEffectWrongC);
  EXPECT_EQ(real("dgemm_ beta=-2", {1}, {1}, kInf, -kInf), 0u);
  EXPECT_EQ(real("dgemm_ beta=-2", {1}, {1}, kInf, 1), kEffectWrongC);
  EXPECT_EQ(real("dgemm_ beta=-2", {kInf}, {1}, kInf, kNan), 0u);
}

TEST(Special, NanScalarsReachEveryElement) {
  EXPECT_EQ(real("dgemm_ alpha=nan", {1}, {1}, 7, kNan), 0u);
  EXPECT_EQ(real("dgemm_ alpha=nan", {1}, {1}, 7, 1), kEffectWrongC);
  EXPECT_EQ(real("dgemm_ beta=nan", {1}, {1}, 7, kNan), 0u);
  EXPECT_EQ(real("dgemm_ beta=nan", {1}, {1}, 7, 1), kEffectWrongC);
  EXPECT_EQ(real("dgemm_ alpha=0 beta=nan", {1}, {1}, 7, 0), kEffectWrongC);
}

// The reference implementation multiplies alpha by an empty sum where A is transposed, and leaves
// the product out where it is not.
TEST(Special, AlphaTimesNothingIsNothingOrNan) {
  for (const char* alpha : {"nan", "inf"}) {
    const std::string line = std::string("dgemm_ k=0 beta=3 alpha=") + alpha;
    EXPECT_EQ(real(line, {1}, {1}, 7, 21), 0u) << line;
    EXPECT_EQ(real(line, {1}, {1}, 7, kNan), 0u) << line;
    EXPECT_EQ(real(line, {1}, {1}, 7, 7), kEffectWrongC) << line;
    EXPECT_EQ(real(line, {1}, {1}, 7, kInf), kEffectWrongC) << line;
  }
}

TEST(Special, InfiniteAlphaMayMeetTermsOrSum) {
  EXPECT_EQ(real("dgemm_ k=2 alpha=inf", {1, 2}, {3, 4}, 7, kInf), 0u);
  EXPECT_EQ(real("dgemm_ k=2 alpha=inf", {1, 2}, {3, 4}, 7, -kInf), kEffectWrongC);
  EXPECT_EQ(real("dgemm_ k=2 alpha=inf", {1, 2}, {3, 4}, 7, kNan), kEffectWrongC);
  for (const double now : {kInf, kNan}) {
    EXPECT_EQ(real("dgemm_ k=2 alpha=inf", {1, 2}, {-3, 4}, 7, now), 0u);
  }
  EXPECT_EQ(real("dgemm_ k=2 alpha=inf", {1, 2}, {-3, 4}, 7, 5), kEffectWrongC);
}

TEST(Special, ScalarsAreConvertedToTheCallsType) {
  const auto f = [](std::string_view line, float now) {
    return judge<float>(line, {1}, {2}, {3}, {now});
  };
  EXPECT_EQ(f("sgemm_ alpha=1e300", HUGE_VALF), 0u);
  EXPECT_EQ(f("sgemm_ alpha=1e300", 2), kEffectWrongC);
  EXPECT_EQ(f("sgemm_ alpha=1e-300", 0), 0u);
  EXPECT_EQ(f("sgemm_ beta=0.1", 2 + 0.1f * 3), 0u);
}

TEST(Special, OverflowOnTheWayIsAllowed) {
  const std::string line = "dgemm_ k=2 alpha=1e308";
  for (const double now : {0.0, kNan, kInf, -kInf}) {
    EXPECT_EQ(real(line, {4, 4}, {3, -3}, 7, now), 0u) << now;
  }
  EXPECT_EQ(real(line, {4, 4}, {3, -3}, 7, 1e307), kEffectWrongC);
  EXPECT_EQ(real(line, {kInf, 4}, {3, -3}, 7, kNan), 0u);
  EXPECT_EQ(real(line, {kInf, 4}, {3, -3}, 7, 1), kEffectWrongC);
  EXPECT_EQ(real("dgemm_ alpha=1e300", {4}, {3}, 7, kInf), kEffectWrongC);
  EXPECT_EQ(real("dgemm_ alpha=1e300", {4}, {3}, 7, 12 * 1e300), 0u);
}

TEST(Special, SubnormalScalarsMayBeFlushed) {
  EXPECT_EQ(real("dgemm_ alpha=1e-310", {4}, {3}, 7, 12e-310), 0u);
  EXPECT_EQ(real("dgemm_ alpha=1e-310", {4}, {3}, 7, 0), 0u);
  EXPECT_EQ(real("dgemm_ alpha=1e-310", {4}, {3}, 7, 1e-300), kEffectWrongC);
  EXPECT_EQ(real("dgemm_ alpha=1e-310", {kNan}, {3}, 7, 0), 0u);
}

std::uint32_t complex(std::string_view line, double a_re, double a_im, double re, double im) {
  return judge<double>(line, {a_re, a_im}, {1, 2}, {3, 4}, {re, im});
}

TEST(Special, ComplexNanNeedsOnePart) {
  EXPECT_EQ(complex("zgemm_", kNan, 1, kNan, kNan), 0u);
  EXPECT_EQ(complex("zgemm_", kNan, 1, kNan, 5), 0u);
  EXPECT_EQ(complex("zgemm_", kNan, 1, 5, 5), kEffectWrongC);
  EXPECT_EQ(complex("zgemm_", kNan, 1, kInf, 5), kEffectWrongC);
  EXPECT_EQ(complex("zgemm_ alpha=0:nan", 1, 1, kNan, 5), 0u);
  EXPECT_EQ(complex("zgemm_ alpha=0:nan", 1, 1, 5, 5), kEffectWrongC);
  EXPECT_EQ(complex("zgemm_ alpha=0 beta=nan", 1, 1, 5, kNan), 0u);
  EXPECT_EQ(complex("zgemm_ alpha=0 beta=nan", 1, 1, 5, 5), kEffectWrongC);
}

TEST(Special, ComplexInfinityNeedsOnePartThatIsNotFinite) {
  for (const double re : {kInf, -kInf, kNan}) {
    EXPECT_EQ(complex("zgemm_", kInf, 1, re, 5), 0u);
    EXPECT_EQ(complex("zgemm_ beta=inf", 1, 1, 5, re), 0u);
    EXPECT_EQ(complex("zgemm_ alpha=inf:1", kNan, 1, 5, re), 0u);
  }
  EXPECT_EQ(complex("zgemm_", kInf, 1, 5, 5), kEffectWrongC);
  EXPECT_EQ(complex("zgemm_ beta=inf", 1, 1, 5, 5), kEffectWrongC);
}

// (1 + i)(1 + 2i) = -1 + 3i
TEST(Special, ElementsThatNothingSpecialReachesAreExact) {
  EXPECT_EQ(complex("zgemm_", 1, 1, -1, 3), 0u);
  EXPECT_EQ(complex("zgemm_", 1, 1, -1, 3.0000000001), kEffectWrongC);
  EXPECT_EQ(complex("zgemm_", 1, 1, -1, kNan), kEffectWrongC);
  EXPECT_EQ(complex("zgemm_ fill=infA:1", 1, 1, kInf, 3), kEffectWrongC);
  EXPECT_EQ(complex("zgemm_ transa=C", 1, 1, 3, 1), 0u);
}

}  // namespace
}  // namespace gemmcheck
