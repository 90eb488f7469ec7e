// Where operands lie and what they hold.
#include "worker/operands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <vector>

#include "call/extents.h"
#include "reference/contents.h"

namespace gemmcheck {
namespace {

// Whether the kernel can read (and write) a byte, found without touching it.
bool accessible(const void* address) {
  int ends[2];
  if (pipe(ends) != 0) std::abort();
  const bool readable = write(ends[1], address, 1) == 1;
  close(ends[0]);
  close(ends[1]);
  return readable;
}
bool writable(void* address) {
  int ends[2];
  if (pipe(ends) != 0) std::abort();
  const bool wrote = write(ends[1], address, 1) == 1 && read(ends[0], address, 1) == 1;
  close(ends[0]);
  close(ends[1]);
  return wrote;
}

Call call_of(Api api, Guard guard) {
  Call call = baseline(api);
  call.m = 5;
  call.n = 3;
  call.k = 4;
  set_tight(call);
  call.ldc += 2;
  call.guard = static_cast<std::int32_t>(guard);
  return call;
}

template <typename T>
T at(const std::byte* start, std::size_t component) {
  T value;
  std::memcpy(&value, start + component * sizeof(T), sizeof(T));
  return value;
}

class OperandsTest : public testing::TestWithParam<std::tuple<Api, Guard>> {
 protected:
  OperandsTest() : memory_(OperandMemory::create().value()) {}
  Call call() const { return call_of(std::get<0>(GetParam()), std::get<1>(GetParam())); }
  Guard guard() const { return std::get<1>(GetParam()); }
  static Observation settled(OperandMemory& memory, const Call& call, Ending ending) {
    Observation observation;
    memory.settle(call, ending, observation);
    return observation;
  }
  OperandMemory memory_;
};

TEST_P(OperandsTest, LieFlushWithAnInaccessiblePage) {
  const Placement& placed = memory_.place(call());
  for (const Operand operand : kOperands) {
    const std::byte* pointer = placed[operand].pointer;
    const auto extent = *extent_bytes(call(), operand);
    EXPECT_EQ(placed[operand].reach.after, extent);
    EXPECT_TRUE(accessible(pointer));
    EXPECT_TRUE(accessible(pointer + extent - 1));
    EXPECT_EQ(accessible(pointer - 1), guard() == Guard::kEnd);
    EXPECT_EQ(accessible(pointer + extent), guard() == Guard::kFront);
  }
}

TEST_P(OperandsTest, FactorsAreReadOnlyAndCIsNot) {
  const Placement& placed = memory_.place(call());
  EXPECT_FALSE(writable(placed[Operand::kA].pointer));
  EXPECT_FALSE(writable(placed[Operand::kB].pointer));
  EXPECT_TRUE(writable(placed[Operand::kC].pointer));
}

// The cached arenas hold what fill_operand puts there, whatever was placed before.
TEST_P(OperandsTest, HoldWhatTheCallAsksFor) {
  for (const std::int64_t size : {2, 40, 3, 100, 1}) {
    for (const std::uint32_t seed : {0u, 7u, 0u}) {
      for (const FillKind kind :
           {FillKind::kInt, FillKind::kRandom, FillKind::kNanA, FillKind::kInfB, FillKind::kNanC}) {
        Call one = call();
        one.m = one.k = size;
        set_tight(one);
        one.fill = {kind, {}, seed};
        one.beta.re = seed == 7 ? 2 : 0;
        const Placement& placed = memory_.place(one);
        for (const Operand operand : kOperands) {
          const auto extent = static_cast<std::size_t>(*extent_bytes(one, operand));
          std::vector<std::byte> expected(extent);
          fill_operand(expected.data(), operand_shape(one, operand), api_info(one.api).element,
                       one.fill, operand, guard(), operand == Operand::kC && one.beta.re == 0);
          ASSERT_EQ(std::memcmp(placed[operand].pointer, expected.data(), extent), 0)
              << size << " " << seed << " " << static_cast<int>(kind);
        }
      }
    }
  }
}

TEST_P(OperandsTest, CIsBackAfterEveryCall) {
  const Placement& placed = memory_.place(call());
  const std::vector<std::byte> before(
      placed[Operand::kC].pointer, placed[Operand::kC].pointer + placed[Operand::kC].reach.after);
  for (const Ending ending : {Ending::kAccepted, Ending::kRefused, Ending::kUnclear}) {
    memory_.place(call());
    std::memset(placed[Operand::kC].pointer, 0, before.size());
    settled(memory_, call(), ending);
    memory_.place(call());
    EXPECT_EQ(std::memcmp(placed[Operand::kC].pointer, before.data(), before.size()), 0);
  }
}

TEST_P(OperandsTest, ARefusalThatWroteIsSeen) {
  const Placement& placed = memory_.place(call());
  EXPECT_EQ(settled(memory_, call(), Ending::kRefused).effects, 0u);
  std::byte* last = placed[Operand::kC].pointer + placed[Operand::kC].reach.after - 1;
  *last ^= std::byte{1};
  EXPECT_EQ(settled(memory_, call(), Ending::kRefused).effects, kEffectRefusedWroteC);
}

TEST_P(OperandsTest, AWriteOnTheUnguardedSideIsSeenAndUndone) {
  for (const FillKind kind : {FillKind::kInt, FillKind::kRandom}) {
    Call one = call();
    one.fill.kind = kind;
    const Placed& c = memory_.place(one)[Operand::kC];
    std::byte* beside = guard() == Guard::kEnd ? c.pointer - 1 : c.pointer + c.reach.after;
    *beside ^= std::byte{1};
    const Observation observation = settled(memory_, one, Ending::kRefused);
    EXPECT_EQ(observation.effects, kEffectOutsideWrite);
    EXPECT_EQ(observation.operand, Operand::kC);
    memory_.place(one);
    EXPECT_EQ(settled(memory_, one, Ending::kRefused).effects, 0u);
  }
}

TEST_P(OperandsTest, OffsetsCountFromAnAlignedBase) {
  for (const std::int32_t offset : {1, 16, 255, 4096, -8}) {
    Call one = call();
    one.A.offset = offset;
    one.C.offset = offset;
    const Placement& placed = memory_.place(one);
    for (const Operand operand : {Operand::kA, Operand::kC}) {
      const auto address = reinterpret_cast<std::uintptr_t>(placed[operand].pointer);
      EXPECT_EQ((address - static_cast<std::uintptr_t>(std::int64_t{offset})) % 256, 0u);
      EXPECT_TRUE(accessible(placed[operand].pointer));
      EXPECT_TRUE(accessible(placed[operand].pointer + placed[operand].reach.after - 1));
    }
    EXPECT_EQ(settled(memory_, one, Ending::kRefused).effects, 0u);
    placed[Operand::kA].pointer[0] ^= std::byte{1};
    EXPECT_EQ(settled(memory_, one, Ending::kRefused).effects, kEffectAChanged);
  }
}

TEST_P(OperandsTest, NullIsNull) {
  Call one = call();
  one.B.kind = PointerKind::kNull;
  const Placement& placed = memory_.place(one);
  EXPECT_EQ(placed[Operand::kB].pointer, nullptr);
  EXPECT_NE(placed[Operand::kA].pointer, nullptr);
  EXPECT_EQ(settled(memory_, one, Ending::kRefused).effects, 0u);
}

TEST_P(OperandsTest, AliasesShareMemory) {
  Call one = call();
  one.C.kind = PointerKind::kAlias;
  one.C.alias = Operand::kA;
  one.C.offset = 64;
  one.B.kind = PointerKind::kAlias;
  one.B.alias = Operand::kC;
  const Placement& placed = memory_.place(one);
  EXPECT_EQ(placed[Operand::kC].pointer, placed[Operand::kA].pointer + 64);
  EXPECT_EQ(placed[Operand::kB].pointer, placed[Operand::kC].pointer);
  EXPECT_TRUE(placed.c_in_a);
  EXPECT_TRUE(placed.c_in_b);
  for (const Operand operand : kOperands) {
    EXPECT_TRUE(writable(placed[operand].pointer + placed[operand].reach.after - 1));
  }
  placed[Operand::kC].pointer[0] ^= std::byte{1};
  EXPECT_EQ(settled(memory_, one, Ending::kRefused).effects & kEffectRefusedWroteC,
            kEffectRefusedWroteC);
  one.A.kind = PointerKind::kAlias;
  one.A.alias = Operand::kB;
  EXPECT_NE(memory_.place(one).not_made, "");
}

TEST_P(OperandsTest, AnAddressHasAnOwner) {
  const Placement& placed = memory_.place(call());
  for (const Operand operand : kOperands) {
    EXPECT_EQ(memory_.owner(placed[operand].pointer), operand);
    EXPECT_EQ(memory_.owner(placed[operand].pointer - Arena::kGuard / 2), operand);
    EXPECT_EQ(memory_.owner(placed[operand].pointer + Arena::kGuard / 2), operand);
  }
  EXPECT_EQ(memory_.owner(nullptr), Operand::kNone);
  EXPECT_EQ(memory_.owner(&placed), Operand::kNone);
}

TEST_P(OperandsTest, LargeOperandsAreGivenInFullAndGivenBack) {
  Call one = call();
  one.m = 700;
  one.k = 600;
  set_tight(one);
  for (int round = 0; round < 2; ++round) {
    const Placed& a = memory_.place(one)[Operand::kA];
    EXPECT_GT(a.reach.after, std::int64_t{1} << 20);
    EXPECT_TRUE(accessible(a.pointer + a.reach.after - 1));
    EXPECT_EQ(settled(memory_, one, Ending::kRefused).effects, 0u);
  }
}

// Columns that lie far apart: each operand's pages, and nothing between them.
TEST_P(OperandsTest, FarColumnsHaveTheirPagesOnly) {
  Call one = call();
  one.lda = one.ldb = one.ldc = INT32_MAX;
  const Placement& placed = memory_.place(one);
  ASSERT_EQ(placed.not_made, "");
  EXPECT_TRUE(placed.exact);
  const int bytes = api_info(one.api).element.bytes();
  std::array<std::byte*, 3> pointers;
  for (const Operand operand : kOperands) {
    const Shape shape = operand_shape(one, operand);
    std::byte* const pointer = placed[operand].pointer;
    pointers[index(operand)] = pointer;
    for (std::int64_t column = 0; column < shape.columns; ++column) {
      std::byte* const start = pointer + column * shape.ld * bytes;
      EXPECT_TRUE(accessible(start));
      EXPECT_TRUE(accessible(start + shape.rows * bytes - 1));
      EXPECT_EQ(writable(start), operand == Operand::kC);
      EXPECT_FALSE(accessible(start + (shape.rows * bytes + 8191) / 4096 * 4096));
      EXPECT_FALSE(accessible(start - 4096));
      EXPECT_TRUE(memory_.in_guard(start - 4096));
      EXPECT_FALSE(memory_.in_guard(start));
      EXPECT_EQ(memory_.owner(start - 4096), operand);
    }
    const std::byte* const end = pointer + placed[operand].reach.after;
    EXPECT_EQ(accessible(pointer - 1), guard() == Guard::kEnd);
    EXPECT_EQ(accessible(end), guard() == Guard::kFront);
    // As far as an index of 32 bits leads astray.
    EXPECT_EQ(memory_.owner(pointer - (std::int64_t{bytes} << 31)), operand);
    EXPECT_EQ(memory_.owner(end + (std::int64_t{bytes} << 31)), operand);
  }
  EXPECT_EQ(settled(memory_, one, Ending::kRefused).effects, 0u);
  for (const std::byte* pointer : pointers) EXPECT_FALSE(accessible(pointer));
}

TEST_P(OperandsTest, FarColumnsHoldWhatTheyWouldInOnePiece) {
  Call one = call();
  const int bytes = api_info(one.api).element.bytes();
  one.lda = one.ldb = one.ldc = (3 * 4096 + 1) / 2;
  one.n = one.k = 200;  // far enough, and small enough to be filled in one piece
  one.beta.re = 1;
  for (const FillKind kind :
       {FillKind::kInt, FillKind::kRandom, FillKind::kNanA, FillKind::kInfC}) {
    one.fill = {kind, {}, 7};
    const Placement& placed = memory_.place(one);
    ASSERT_EQ(placed.not_made, "");
    for (const Operand operand : kOperands) {
      const Shape shape = operand_shape(one, operand);
      ASSERT_TRUE(is_far(placed[operand].reach, 0));
      std::vector<std::byte> whole(static_cast<std::size_t>(*extent_bytes(one, operand)));
      fill_operand(whole.data(), shape, api_info(one.api).element, one.fill, operand, guard(),
                   false);
      for (std::int64_t column = 0; column < shape.columns; ++column) {
        const std::int64_t place = column * shape.ld * bytes;
        ASSERT_EQ(std::memcmp(placed[operand].pointer + place, whole.data() + place,
                              static_cast<std::size_t>(shape.rows * bytes)),
                  0)
            << "column " << column;
      }
    }
    EXPECT_EQ(settled(memory_, one, Ending::kRefused).effects, 0u);
  }
}

TEST_P(OperandsTest, FarGapsAreWatched) {
  Call one = call();
  one.beta.re = 1;
  one.alpha = {};  // C stays as it is
  one.lda = one.ldb = one.ldc = INT32_MAX;
  const int bytes = api_info(one.api).element.bytes();
  const auto touched = [&](std::int64_t place, Ending ending) {
    std::byte& byte = memory_.place(one)[Operand::kC].pointer[place];
    byte ^= std::byte{1};
    return settled(memory_, one, ending);
  };
  // Behind the second column, in its page.
  const std::int64_t gap = (one.ldc + one.m) * bytes;
  const Observation seen = touched(gap, Ending::kAccepted);
  EXPECT_EQ(seen.effects, kEffectGapChanged);
  EXPECT_EQ(seen.row, one.m);
  EXPECT_EQ(seen.column, 1);
  EXPECT_EQ(touched(gap, Ending::kRefused).effects, kEffectRefusedWroteC);
  EXPECT_EQ(touched(2 * one.ldc * bytes, Ending::kAccepted).effects, kEffectWrongC);
  EXPECT_EQ(touched(guard() == Guard::kEnd ? -1 : gap + one.ldc * bytes, Ending::kAccepted).effects,
            kEffectOutsideWrite);
}

// C in A's far memory, from one column on: nobody knows what lies where but their own columns.
TEST_P(OperandsTest, FarOperandsShareMemory) {
  Call one = call();
  one.k = 0;
  one.beta.re = 1;
  one.C.kind = PointerKind::kAlias;
  one.C.alias = Operand::kA;
  one.C.offset = 1 << 30;
  one.ldc = INT32_MAX;
  const Placement& placed = memory_.place(one);
  ASSERT_EQ(placed.not_made, "");
  EXPECT_TRUE(placed.c_in_a);
  EXPECT_EQ(placed[Operand::kC].pointer, placed[Operand::kA].pointer + (1 << 30));
  EXPECT_TRUE(writable(placed[Operand::kC].pointer));
  EXPECT_FALSE(accessible(placed[Operand::kA].pointer + (1 << 29)));
  EXPECT_EQ(settled(memory_, one, Ending::kAccepted).effects, 0u);
}

TEST_P(OperandsTest, AddressesAreRenewedNowAndThen) {
  Call one = call();
  one.ldc = INT32_MAX;
  for (int round = 0; round < 600; ++round) {
    ASSERT_EQ(memory_.place(one).not_made, "");
    std::memset(memory_.placement()[Operand::kC].pointer, 1, 1);
    ASSERT_EQ(settled(memory_, one, Ending::kRefused).effects, kEffectRefusedWroteC);
  }
}

TEST_P(OperandsTest, WhatIsTooLargeIsNotMadeUnlessItMustBeRefused) {
  Call one = call();
  one.n = 2'000'000'000;
  one.ldc = one.ldb = 2'000'000'000;
  EXPECT_NE(memory_.place(one).not_made, "");
  one.lda = 1;
  EXPECT_EQ(memory_.place(one).not_made, "");
  EXPECT_FALSE(memory_.placement().exact);
  EXPECT_EQ(settled(memory_, one, Ending::kRefused).effects, 0u);
  // Nothing is touched where there is nothing to do.
  one = call();
  one.m = 0;
  one.n = one.ldb = 2'000'000'000;
  EXPECT_EQ(memory_.place(one).not_made, "");
  EXPECT_TRUE(memory_.placement().exact);
}

INSTANTIATE_TEST_SUITE_P(Kinds, OperandsTest,
                         testing::Combine(testing::Values(Api::kSgemm, Api::kDgemm, Api::kCgemm,
                                                          Api::kCblasZgemm),
                                          testing::Values(Guard::kEnd, Guard::kFront)),
                         [](const auto& info) {
                           return std::string(api_info(std::get<0>(info.param)).name) +
                                  (std::get<1>(info.param) == Guard::kEnd ? "End" : "Front");
                         });

TEST(SameBytes, SeesEveryByte) {
  std::vector<std::byte> x(100);
  std::vector<std::byte> y(100);
  for (std::size_t count = 0; count <= x.size(); ++count) {
    EXPECT_TRUE(same_bytes(x.data(), y.data(), count));
    for (std::size_t i = 0; i < x.size(); ++i) {
      y[i] = std::byte{1};
      EXPECT_EQ(same_bytes(x.data(), y.data(), count), i >= count);
      y[i] = std::byte{0};
    }
  }
}

}  // namespace
}  // namespace gemmcheck
