#include "generate/faults.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "calls.h"
#include "generate/draft.h"

namespace gemmcheck {
namespace {

std::uint64_t bit_of(const Contract& contract, const Fault& fault) {
  for (std::size_t i = 0; i < contract.clauses.size(); ++i) {
    const Clause& clause = contract.clauses[i];
    if (clause.role == Role::kRefuse && key_of(clause.terms[0].left) == fault.key) {
      return std::uint64_t{1} << i;
    }
  }
  return 0;
}

class EveryApi : public testing::TestWithParam<int> {
 protected:
  Api api() const { return static_cast<Api>(GetParam()); }
  const ApiTable& table() const { return api_table(api()); }
};

// A clause that no fault stands for is never tried by the boundary layer.
TEST_P(EveryApi, HasAFaultForEachClauseOfItsContract) {
  std::set<Key> expected;
  for (const Clause& clause : table().contract->clauses) {
    if (clause.role == Role::kRefuse && has_key(api(), clause.parameter)) {
      expected.insert(clause.parameter);
    }
  }
  std::set<Key> found;
  for (std::size_t i = 0; i < table().fault_count; ++i) found.insert(table().faults[i].key);
  EXPECT_EQ(found, expected);
  EXPECT_EQ(table().ld_count, 3);
}

TEST_P(EveryApi, BreaksExactlyTheClauseThatItMeansTo) {
  Random random(5, 5);
  for (std::size_t i = 0; i < table().fault_count; ++i) {
    const Fault& fault = table().faults[i];
    for (int times = 0; times < 200; ++times) {
      Call call = table().baseline;
      Draft draft(call, table());
      Digits digits(random.next());
      draft.set_legal_enums(digits);
      call.m = digits.take(4);
      call.n = digits.take(4);
      call.k = digits.take(4);
      if (!fault.follows_sizes()) break_clause(draft, fault, digits);
      draft.set_leading_dimensions([](const Fault&) { return 0; });
      if (fault.follows_sizes()) break_clause(draft, fault, digits);
      EXPECT_EQ(predict(call).violated, bit_of(*table().contract, fault)) << key_name(fault.key);
    }
  }
}

TEST_P(EveryApi, BreaksByTheSmallestStepMostOfTheTime) {
  Random random(5, 6);
  for (std::size_t i = 0; i < table().fault_count; ++i) {
    const Fault& fault = table().faults[i];
    if (fault.test != gemmcheck::Test::kBelow) continue;
    int smallest = 0;
    for (int times = 0; times < 800; ++times) {
      Call call = table().baseline;
      Draft draft(call, table());
      call.m = call.n = call.k = 5;
      Digits digits(random.next());
      const std::int64_t bound = draft.bound(fault);
      break_clause(draft, fault, digits);
      EXPECT_LT(call.*fault.field, bound);
      smallest += call.*fault.field == bound - 1;
    }
    EXPECT_GT(smallest, 640) << key_name(fault.key);
    EXPECT_LT(smallest, 800) << key_name(fault.key);
  }
}

TEST_P(EveryApi, MeetsAClauseWithNothingToSpare) {
  for (std::size_t i = 0; i < table().fault_count; ++i) {
    const Fault& fault = table().faults[i];
    if (fault.test != gemmcheck::Test::kBelow) continue;
    Call call = table().baseline;
    Draft draft(call, table());
    call.m = 3;
    call.n = 4;
    call.k = 5;
    draft.set_leading_dimensions([](const Fault&) { return 2; });
    Digits digits(0);
    meet_clause(draft, fault, digits);
    EXPECT_EQ(predict(call).violated, 0u);
    --(call.*fault.field);
    EXPECT_EQ(predict(call).violated, bit_of(*table().contract, fault)) << key_name(fault.key);
  }
}

TEST_P(EveryApi, SlotsAreLegalOrNotAsTheySay) {
  const auto violated = [&](Key key, EnumSlot slot) {
    Call call = table().baseline;
    set_integer(call, key, slot.value);
    return predict(call).violated != 0;
  };
  const auto flips = [&](Key key, EnumSlot slot) {
    return key == Key::kLayout ? is_row_major(api(), slot.value) : is_transposed(api(), slot.value);
  };
  const auto expect_slots = [&](Key key, const EnumSlots& slots) {
    for (const EnumSlot& slot : slots.legal) {
      EXPECT_FALSE(violated(key, slot)) << key_name(key) << '=' << slot.value;
      EXPECT_EQ(slot.flips, flips(key, slot)) << slot.value;
    }
    if (!has_key(api(), key)) return;
    const IntegerRange range = integer_range(api(), key);
    for (const EnumSlot& slot : slots.illegal) {
      EXPECT_TRUE(violated(key, slot)) << key_name(key) << '=' << slot.value;
      EXPECT_EQ(slot.flips, flips(key, slot)) << slot.value;
      EXPECT_GE(slot.value, range.min);
      EXPECT_LE(slot.value, range.max);
    }
  };
  expect_slots(Key::kLayout, table().layout);
  expect_slots(Key::kTransa, table().transa);
  expect_slots(Key::kTransb, table().transb);
}

// Legal values and their nearest neighbours, and values that other libraries take.
TEST_P(EveryApi, SlotsHoldEveryLegalValueAndTheNearestIllegalOnes) {
  const auto values = [](const std::array<EnumSlot, 32>& slots) {
    std::set<std::int32_t> set;
    for (const EnumSlot& slot : slots) set.insert(slot.value);
    return set;
  };
  const std::set<std::int32_t> legal = values(table().transa.legal);
  const std::set<std::int32_t> illegal = values(table().transa.illegal);
  if (api_info(api()).convention == Convention::kFortran) {
    EXPECT_EQ(legal, (std::set<std::int32_t>{'N', 'T', 'C', 'n', 't', 'c'}));
    for (int near : {int{'M'}, int{'O'}, int{'S'}, int{'U'}, int{'m'}, int{'s'}, 0, 255}) {
      EXPECT_TRUE(illegal.contains(near)) << near;
    }
  } else {
    EXPECT_EQ(legal, (std::set<std::int32_t>{111, 112, 113}));
    for (std::int32_t near : {110, 114, 0, -1}) EXPECT_TRUE(illegal.contains(near)) << near;
    EXPECT_EQ(values(table().layout.legal), (std::set<std::int32_t>{101, 102}));
    for (std::int32_t near : {100, 103, 0}) {
      EXPECT_TRUE(values(table().layout.illegal).contains(near)) << near;
    }
  }
}

TEST_P(EveryApi, UndefinedCircumstancesAreUndefined) {
  EXPECT_GE(table().undefined_count, 8);
  for (std::size_t i = 0; i < table().undefined_count; ++i) {
    Call call = table().baseline;
    call.beta.re = 2;
    set_circumstance(call, table().undefined[i], table().component_bytes);
    EXPECT_EQ(predict(call).standing, Standing::kUndefined) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryApi, testing::Range(0, kNetlibApiCount), [](const auto& info) {
  return std::string(api_info(static_cast<Api>(info.param)).name);
});

// The draft keeps its own flags instead of asking the call's tables: both must agree.
TEST(Draft, RowsAreThoseOfTheCall) {
  Random random(9, 9);
  for (int times = 0; times < 2000; ++times) {
    const ApiTable& table = api_table(static_cast<Api>(random.below(kNetlibApiCount)));
    Call call = table.baseline;
    Draft draft(call, table);
    Digits digits(random.next());
    if (table.has_layout) draft.set_enum(Key::kLayout, digits.take(2) == 0, digits.take(32));
    draft.set_enum(Key::kTransa, digits.take(2) == 0, digits.take(32));
    draft.set_enum(Key::kTransb, digits.take(2) == 0, digits.take(32));
    call.m = 11;
    call.n = 13;
    call.k = 17;
    for (Operand operand : {Operand::kA, Operand::kB, Operand::kC}) {
      EXPECT_EQ(draft.rows(operand), ld_rows(call, operand));
      EXPECT_EQ(draft.columns(operand), operand_shape(call, operand).columns);
    }
  }
}

}  // namespace
}  // namespace gemmcheck
