// Every effect, provoked by an error planted in a correct result.
#include "reference/check.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>

#include "call/text.h"
#include "reference/contents.h"
#include "reference/operands.h"

namespace gemmcheck {
namespace {

Call call_of(std::string_view line) {
  const auto call = parse_call(line);
  EXPECT_TRUE(call.has_value()) << line;
  return *call;
}

// A call with its operands, to be made and then tampered with.
struct Made {
  explicit Made(std::string_view line, bool conforming = true) : call(call_of(line)), memory(call) {
    if (conforming) testing::conform(call, memory);
  }
  Observation check(bool refused = false) {
    Observation observation;
    check_memory(call, memory.operands(true), refused, observation);
    return observation;
  }
  double& d(std::vector<std::byte>& data, std::size_t index) {
    return reinterpret_cast<double*>(data.data())[index];
  }
  float& f(std::vector<std::byte>& data, std::size_t index) {
    return reinterpret_cast<float*>(data.data())[index];
  }

  Call call;
  testing::Memory memory;
};

TEST(Check, FindsNothingInACorrectResult) {
  EXPECT_EQ(Made("cblas_dgemm m=5 n=4 k=3 ldc=7 alpha=2 beta=-3").check().effects, 0u);
  EXPECT_EQ(Made("cgemm_ m=9 n=4 k=3 transa=C ldc=11 alpha=2:1 beta=0:-3").check().effects, 0u);
}

TEST(Check, NamesTheWrongElement) {
  Made made("cblas_dgemm m=5 n=4 k=3 ldc=7 beta=1");
  const double right = made.d(made.memory.c, 2 * 7 + 3);
  made.d(made.memory.c, 2 * 7 + 3) += 1;
  made.d(made.memory.c, 3 * 7 + 1) += 1;
  const Observation seen = made.check();
  EXPECT_EQ(seen.effects, kEffectWrongC);
  EXPECT_EQ(seen.operand, Operand::kC);
  EXPECT_EQ(seen.row, 3);
  EXPECT_EQ(seen.column, 2);
  EXPECT_EQ(seen.expected[0], right);
  EXPECT_EQ(seen.actual[0], right + 1);
}

TEST(Check, NamesRowAndColumnAsTheLayoutDoes) {
  Made made("cblas_dgemm layout=RowMajor m=5 n=4 k=3 ldc=6");
  made.d(made.memory.c, 3 * 6 + 2) += 1;
  const Observation seen = made.check();
  EXPECT_EQ(seen.effects, kEffectWrongC);
  EXPECT_EQ(seen.row, 3);
  EXPECT_EQ(seen.column, 2);
}

TEST(Check, SeesTheImaginaryPart) {
  Made made("zgemm_ m=2 n=2 k=2 alpha=1:1");
  made.d(made.memory.c, 2 * 3 + 1) += 1;
  const Observation seen = made.check();
  EXPECT_EQ(seen.effects, kEffectWrongC);
  EXPECT_EQ(seen.row, 1);
  EXPECT_EQ(seen.column, 1);
  EXPECT_EQ(seen.expected[0], seen.actual[0]);
  EXPECT_EQ(seen.expected[1] + 1, seen.actual[1]);
}

// One unit in the last place is an error where the arithmetic is exact.
TEST(Check, IsExactForIntegers) {
  for (const char* line : {"cblas_dgemm m=9 n=9 k=9 alpha=0.5 beta=1024",
                           "cblas_dgemm m=2 n=2 k=300 alpha=-1000 beta=3"}) {
    Made made(line);
    double& element = made.d(made.memory.c, 3);
    element = std::nextafter(element, 1e9);
    EXPECT_EQ(made.check().effects, kEffectWrongC) << line;
  }
}

TEST(Check, SignOfZeroIsNotJudged) {
  Made made("cblas_dgemm m=3 n=3 k=0 beta=0");
  made.d(made.memory.c, 4) = -0.0;
  EXPECT_EQ(made.check().effects, 0u);
}

TEST(Check, AllowsRoundingWhereItMustHappenAndNoMore) {
  for (const char* line :
       {"cblas_sgemm m=3 n=3 k=8 fill=random:2", "cblas_sgemm m=3 n=3 k=8 alpha=0.1",
        "cblas_sgemm m=3 n=3 k=8 alpha=1e-44 beta=0.3"}) {
    Made close(line);
    float& element = close.f(close.memory.c, 4);
    element = std::nextafterf(element, 100.0f);
    EXPECT_EQ(close.check().effects, 0u) << line;
    Made wrong(line);
    wrong.f(wrong.memory.c, 4) += 1e-3f;
    EXPECT_EQ(wrong.check().effects, kEffectWrongC) << line;
  }
}

TEST(Check, SwappedOperandsAndMissingOpsAreWrong) {
  const Call call = call_of("zgemm_ m=3 n=3 k=3");
  for (const char* made_instead : {"zgemm_ m=3 n=3 k=3 transa=T", "zgemm_ m=3 n=3 k=3 transb=C",
                                   "zgemm_ m=3 n=3 k=2 lda=3 ldb=3", "zgemm_ m=3 n=3 k=3 alpha=-1",
                                   "zgemm_ m=3 n=3 k=3 beta=1"}) {
    const Call other = call_of(made_instead);
    testing::Memory memory(call);
    // beta = 1 would read the sentinel; the mistake here is to add what C held.
    if (other.beta.re != 0) memory = testing::Memory(other);
    testing::conform(other, memory);
    Observation seen;
    check_memory(call, memory.operands(false), false, seen);
    EXPECT_EQ(seen.effects, kEffectWrongC) << made_instead;
  }
  testing::Memory memory(call);
  std::swap(memory.a, memory.b);
  testing::conform(call, memory);
  std::swap(memory.a, memory.b);
  Observation seen;
  check_memory(call, memory.operands(false), false, seen);
  EXPECT_EQ(seen.effects, kEffectWrongC);
}

TEST(Check, IgnoredBetaIsWrong) {
  Made made("cblas_sgemm m=4 n=3 k=2 beta=2", false);
  Call without = made.call;
  without.beta.re = 0;
  testing::conform(without, made.memory);
  EXPECT_EQ(made.check().effects, kEffectWrongC);
}

TEST(Check, MissingLastColumnIsUnwritten) {
  Made made("cblas_sgemm m=4 n=3 k=2 ldc=6");
  std::memcpy(made.memory.c.data() + 12 * 4, made.memory.c_before.data() + 12 * 4, 4 * 4);
  const Observation seen = made.check();
  EXPECT_EQ(seen.effects, kEffectUnwrittenC);
  EXPECT_EQ(seen.row, 0);
  EXPECT_EQ(seen.column, 2);
  EXPECT_TRUE(std::isnan(seen.actual[0]));
}

TEST(Check, UnwrittenAndWrongAreBothSeen) {
  Made made("cblas_dgemm m=2 n=2 k=2");
  std::memcpy(made.memory.c.data(), made.memory.c_before.data(), 8);
  made.d(made.memory.c, 2) += 1;
  const Observation seen = made.check();
  EXPECT_EQ(seen.effects, kEffectUnwrittenC | kEffectWrongC);
  EXPECT_EQ(seen.column, 0);
}

// NaN is the right answer everywhere here, but not the sentinel.
TEST(Check, SentinelIsNotTakenForANan) {
  for (const char* line :
       {"cblas_dgemm m=1 n=3 k=2 fill=nanA:1", "cblas_dgemm m=1 n=3 k=2 alpha=nan"}) {
    Made made(line);
    EXPECT_EQ(made.check().effects, 0u) << line;
    std::memcpy(made.memory.c.data() + 8, made.memory.c_before.data() + 8, 8);
    const Observation seen = made.check();
    EXPECT_EQ(seen.effects, kEffectUnwrittenC) << line;
    EXPECT_EQ(seen.column, 1);
  }
}

TEST(Check, GapsAreNotToBeTouched) {
  for (const char* line :
       {"cblas_dgemm m=5 n=4 k=3 ldc=7 beta=1", "cblas_dgemm m=5 n=4 k=3 ldc=70"}) {
    Made made(line);
    const auto ld = static_cast<std::size_t>(made.call.ldc);
    made.d(made.memory.c, ld + 6) = 0;
    const Observation seen = made.check();
    EXPECT_EQ(seen.effects, kEffectGapChanged) << line;
    EXPECT_EQ(seen.operand, Operand::kC);
    EXPECT_EQ(seen.row, 6);
    EXPECT_EQ(seen.column, 1);
    EXPECT_EQ(seen.actual[0], 0);
  }
  Made rows("cblas_zgemm layout=RowMajor m=3 n=2 k=3 ldc=3 beta=1");
  rows.d(rows.memory.c, 2 * 5 + 1) = 0.5;
  const Observation seen = rows.check();
  EXPECT_EQ(seen.effects, kEffectGapChanged);
  EXPECT_EQ(seen.row, 1);
  EXPECT_EQ(seen.column, 2);
  EXPECT_EQ(seen.actual[1], 0.5);
}

TEST(Check, AAndBAreNotToBeTouched) {
  Made made("cblas_dgemm m=3 n=4 k=2 lda=5 transb=T beta=1");
  made.d(made.memory.b, 4 + 3) = 9;
  Observation seen = made.check();
  EXPECT_EQ(seen.effects & kEffectBChanged, kEffectBChanged);
  EXPECT_EQ(seen.operand, Operand::kB);
  EXPECT_EQ(seen.row, 3);
  EXPECT_EQ(seen.column, 1);
  EXPECT_EQ(seen.actual[0], 9);

  made.d(made.memory.a, 4) = 9;  // in A's gap
  seen = made.check();
  EXPECT_EQ(seen.effects & (kEffectAChanged | kEffectBChanged), kEffectAChanged | kEffectBChanged);
  EXPECT_EQ(seen.operand, Operand::kA);
  EXPECT_EQ(seen.row, 4);
  EXPECT_EQ(seen.column, 0);
}

TEST(Check, RefusedCallMustNotWrite) {
  Made made("cblas_dgemm m=3 n=4 k=2 lda=1 ldc=5", false);
  EXPECT_EQ(made.check(true).effects, 0u);
  made.d(made.memory.c, 5 + 2) = 0;
  const Observation seen = made.check(true);
  EXPECT_EQ(seen.effects, kEffectRefusedWroteC);
  EXPECT_EQ(seen.operand, Operand::kC);
  EXPECT_EQ(seen.row, 2);
  EXPECT_EQ(seen.column, 1);
}

// Where the extent of a refused call means nothing, what was provided is compared.
TEST(Check, RefusedCallIsComparedOverWhatWasProvided) {
  const Call call = call_of("cblas_dgemm m=3 n=4 k=2 ldc=-1");
  double before[6] = {1, 2, 3, 4, 5, 6};
  double now[6] = {1, 2, 3, 4, 0, 6};
  Operands operands;
  operands.c = reinterpret_cast<std::byte*>(now);
  operands.c_before = reinterpret_cast<const std::byte*>(before);
  Observation seen;
  check_memory(call, operands, true, seen);
  EXPECT_EQ(seen.effects, 0u);
  operands.c_bytes = sizeof now;
  check_memory(call, operands, true, seen);
  EXPECT_EQ(seen.effects, kEffectRefusedWroteC);
  EXPECT_EQ(seen.row, 4);
  EXPECT_EQ(seen.expected[0], 5);
}

TEST(Check, QuickReturnsLeaveCAlone) {
  for (const char* line :
       {"cblas_dgemm m=3 n=2 k=0 beta=1 fill=nanC:1", "dgemm_ m=3 n=2 k=4 alpha=0 beta=1",
        "sgemm_ m=3 n=2 k=4 alpha=1e-60 beta=1", "zgemm_ m=3 n=2 k=0 alpha=nan beta=1"}) {
    Made made(line, false);
    EXPECT_EQ(made.check().effects, 0u) << line;
    made.memory.c.back() ^= std::byte{1};
    EXPECT_EQ(made.check().effects, kEffectWrongC) << line;
  }
}

// Scaled by 1 a NaN would still be a NaN; left alone it keeps its payload.
TEST(Check, QuickReturnKeepsEvenTheBitsOfANan) {
  Made made("dgemm_ m=3 n=2 k=0 beta=1 fill=nanC:1", false);
  made.memory.c[0] ^= std::byte{1};
  const Observation seen = made.check();
  EXPECT_EQ(seen.effects, kEffectWrongC);
  EXPECT_EQ(seen.row, 0);
  EXPECT_EQ(seen.column, 0);
}

TEST(Check, NullOperandThatIsReadLeavesNothingToJudge) {
  Made made("cblas_dgemm m=3 n=2 k=2");
  made.d(made.memory.c, 3) += 1;
  Operands operands = made.memory.operands(false);
  operands.a = nullptr;
  Observation seen;
  check_memory(made.call, operands, false, seen);
  EXPECT_EQ(seen.effects, 0u);
}

TEST(Check, AAndBMayBeNullWhereTheyAreNotRead) {
  for (const char* line : {"cblas_dgemm m=3 n=2 k=0 beta=2", "dgemm_ m=3 n=2 k=4 alpha=0"}) {
    Made made(line);
    Operands operands = made.memory.operands(false);
    operands.a = operands.b = nullptr;
    Observation seen;
    check_memory(made.call, operands, false, seen);
    EXPECT_EQ(seen.effects, 0u) << line;
    made.d(made.memory.c, 3) += 1;
    check_memory(made.call, operands, false, seen);
    EXPECT_EQ(seen.effects, kEffectWrongC) << line;
  }
}

// A library that takes an illegal call is wrong for that; what it made of it is not looked at.
TEST(Check, OperandsWithoutAnExtentAreNotRead) {
  for (const char* line :
       {"cblas_dgemm m=3 n=2 k=2 lda=1", "cblas_dgemm m=3 n=2 k=2 ldb=-5",
        "cblas_dgemm m=3 n=2 k=2 ldc=2", "cblas_dgemm layout=RowMajor m=3 n=2 k=2 lda=1"}) {
    const Call call = call_of(line);
    double c[6] = {1, 2, 3, 4, 5, 6}, before[6] = {0, 2, 3, 4, 5, 6};
    Operands operands;
    // Nothing that can be read: a read would end the test.
    operands.a = operands.b = reinterpret_cast<const std::byte*>(8);
    operands.c = reinterpret_cast<std::byte*>(c);
    operands.c_before = reinterpret_cast<const std::byte*>(before);
    Observation seen;
    check_memory(call, operands, false, seen);
    EXPECT_EQ(seen.effects, 0u) << line;
  }
}

TEST(Check, SharedMemoryIsNotJudgedTwice) {
  // C is A: A is not read, so the call is an ordinary one, and A changes with C.
  Made scaled("cblas_dgemm m=2 n=2 k=2 alpha=0 beta=2 A=C");
  Operands operands = scaled.memory.operands(true);
  operands.a = scaled.memory.c.data();
  Observation seen;
  check_memory(scaled.call, operands, false, seen);
  EXPECT_EQ(seen.effects, 0u);
  scaled.d(scaled.memory.c, 1) += 1;
  check_memory(scaled.call, operands, false, seen);
  EXPECT_EQ(seen.effects, kEffectWrongC);
}

TEST(Check, ProductIntoItsOwnFactorIsNotJudged) {
  for (const char* line : {"cblas_dgemm m=2 n=2 k=2 C=A", "cblas_dgemm m=2 n=2 k=2 B=C",
                           "cblas_dgemm m=2 n=2 k=2 A=B C=A"}) {
    Made made(line);
    made.d(made.memory.c, 1) += 1;
    Observation seen;
    check_memory(made.call, made.memory.operands(false), false, seen);
    EXPECT_EQ(seen.effects, 0u) << line;
  }
  Made shared("cblas_dgemm m=2 n=2 k=2 B=A");
  shared.d(shared.memory.c, 1) += 1;
  EXPECT_EQ(shared.check().effects, kEffectWrongC) << "A and B may be the same";
}

TEST(Check, SampleCoversCornersAndUnwrittenElements) {
  Made made("cblas_sgemm m=200 n=190 k=150", false);
  auto* const c = reinterpret_cast<float*>(made.memory.c.data());
  const auto* const a = reinterpret_cast<const float*>(made.memory.a.data());
  const auto* const b = reinterpret_cast<const float*>(made.memory.b.data());
  for (std::size_t j = 0; j < 190; ++j) {
    for (std::size_t i = 0; i < 200; ++i) c[j * 200 + i] = 0;
    for (std::size_t l = 0; l < 150; ++l) {
      for (std::size_t i = 0; i < 200; ++i) c[j * 200 + i] += a[l * 200 + i] * b[j * 150 + l];
    }
  }
  EXPECT_EQ(made.check().effects, 0u);
  c[200 * 190 - 1] += 1;
  Observation seen = made.check();
  EXPECT_EQ(seen.effects, kEffectWrongC);
  EXPECT_EQ(seen.row, 199);
  EXPECT_EQ(seen.column, 189);
  c[200 * 190 - 1] -= 1;
  std::memcpy(&c[77 * 200 + 31], &kSentinel32, 4);
  seen = made.check();
  EXPECT_EQ(seen.effects, kEffectUnwrittenC);
  EXPECT_EQ(seen.row, 31);
  EXPECT_EQ(seen.column, 77);
}

TEST(Check, OperandsNeedNotBeAligned) {
  Made made("cblas_zgemm m=9 n=3 k=4 transa=T ldc=11 alpha=1:2 beta=2");
  const auto shifted = [](const std::vector<std::byte>& data) {
    std::vector<std::byte> copy(data.size() + 2);
    std::copy(data.begin(), data.end(), copy.begin() + 2);
    return copy;
  };
  auto a = shifted(made.memory.a), b = shifted(made.memory.b), c = shifted(made.memory.c),
       before = shifted(made.memory.c_before);
  Operands operands{a.data() + 2, b.data() + 2, c.data() + 2, before.data() + 2};
  Observation seen;
  check_memory(made.call, operands, false, seen);
  EXPECT_EQ(seen.effects, 0u);
  c[2 + 5] ^= std::byte{0x40};
  check_memory(made.call, operands, false, seen);
  EXPECT_EQ(seen.effects, kEffectWrongC);
}

TEST(Check, SentinelIsWantedWhereBetaIsZeroInTheCallsOwnType) {
  EXPECT_TRUE(wants_sentinel(call_of("dgemm_ beta=0")));
  EXPECT_FALSE(wants_sentinel(call_of("dgemm_ beta=1e-300")));
  EXPECT_TRUE(wants_sentinel(call_of("sgemm_ beta=1e-300")));
  EXPECT_FALSE(wants_sentinel(call_of("zgemm_ beta=0:1")));
  EXPECT_FALSE(wants_sentinel(call_of("dgemm_ beta=nan")));
}

// Of a far operand only parts are there: gaps are compared as far as these go.
TEST(Check, LooksIntoPartsOnly) {
  Made made("dgemm_ m=2 n=3 ldc=1000 beta=1 alpha=0");
  const auto part = [&](std::size_t begin, std::size_t end) {
    return Part{made.memory.c.data() + begin * 8, made.memory.c.data() + end * 8};
  };
  const std::array parts = {part(0, 10), part(990, 1010), part(1995, 2002)};
  const auto check = [&](bool refused) {
    Observation observation;
    Operands operands = made.memory.operands(true);
    operands.c_parts = parts;
    check_memory(made.call, operands, refused, observation);
    return observation;
  };
  const auto seen = [&](std::size_t element, bool refused) {
    made.d(made.memory.c, element) += 1;
    const Observation observation = check(refused);
    made.d(made.memory.c, element) -= 1;
    return observation;
  };
  EXPECT_EQ(check(false).effects, 0u);
  for (const std::size_t element : {2, 9, 990, 999, 1002, 1009, 1995}) {
    EXPECT_EQ(seen(element, false).effects, kEffectGapChanged) << element;
    EXPECT_EQ(seen(element, false).row, static_cast<std::int64_t>(element % 1000)) << element;
    EXPECT_EQ(seen(element, true).effects, kEffectRefusedWroteC) << element;
    EXPECT_EQ(seen(element, true).column, static_cast<std::int64_t>(element / 1000)) << element;
  }
  for (const std::size_t element : {10, 500, 989, 1010, 1994}) {
    EXPECT_EQ(seen(element, false).effects, 0u) << element;
    EXPECT_EQ(seen(element, true).effects, 0u) << element;
  }
  EXPECT_EQ(seen(1001, false).effects, kEffectWrongC);
}

}  // namespace
}  // namespace gemmcheck
