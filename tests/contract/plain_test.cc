// The table against a plain re-implementation, and the unrolled table against the interpreted one.
#include <gtest/gtest.h>

#include "call/enums.h"
#include "call/extents.h"
#include "call/text.h"
#include "contract/calls.h"
#include "contract/plain_netlib.h"

namespace gemmcheck {
namespace {

bool same_access(const Access& x, const Access& y) {
  return x.reads_ab == y.reads_ab && x.reads_c == y.reads_c && x.writes_c == y.writes_c;
}

bool agrees(const Call& call, const Prediction& prediction) {
  const testing::PlainAnswer plain = testing::plain_netlib(call);
  if (plain.refused == Key::kNone) {
    return prediction.statuses == kAccepted && prediction.violated == 0 &&
           same_access(prediction.access, plain.access);
  }
  return prediction.statuses == kRefused && prediction.standing == Standing::kSettled &&
         netlib_contract().clauses[prediction.deciding].parameter == plain.refused;
}

bool same(const Prediction& x, const Prediction& y) {
  return x.statuses == y.statuses && x.standing == y.standing && x.deciding == y.deciding &&
         same_access(x.access, y.access) && x.violated == y.violated &&
         x.reportable == y.reportable && x.undefined == y.undefined;
}

Contract interpreted() {
  Contract contract = netlib_contract();
  contract.evaluate = nullptr;
  return contract;
}

class Lattice : public ::testing::TestWithParam<Api> {};

TEST_P(Lattice, AgreesWithThePlainChecksAndTheInterpretedTable) {
  const Contract slow = interpreted();
  std::uint64_t accepted = 0;
  std::uint64_t calls = 0;
  testing::for_each_lattice_call(GetParam(), [&](const Call& call) {
    const Prediction prediction = predict(call);
    accepted += prediction.violated == 0;
    const bool good = agrees(call, prediction) && same(prediction, predict(call, slow));
    EXPECT_TRUE(good) << print_call(call);
    ++calls;
    return good;
  });
  EXPECT_GT(accepted, 1000u);
  EXPECT_GT(calls - accepted, 10000u);
}
INSTANTIATE_TEST_SUITE_P(, Lattice, ::testing::Values(Api::kDgemm, Api::kCblasDgemm));

TEST(RandomCalls, AgreeWithThePlainChecksAndTheInterpretedTable) {
  const Contract slow = interpreted();
  testing::Random random(1);
  std::uint64_t accepted = 0;
  std::uint64_t undefined = 0;
  for (int i = 0; i < 200000; ++i) {
    const Call call = testing::random_call(random);
    const Prediction prediction = predict(call);
    accepted += prediction.violated == 0;
    undefined += prediction.standing == Standing::kUndefined;
    ASSERT_TRUE(agrees(call, prediction)) << print_call(call);
    ASSERT_TRUE(same(prediction, predict(call, slow))) << print_call(call);
  }
  EXPECT_GT(accepted, 10000u);
  EXPECT_GT(undefined, 1000u);
}

TEST(Quantities, OfStoredRowsAreThoseOfTheCallLibrary) {
  testing::Random random(2);
  for (int i = 0; i < 10000; ++i) {
    const Call call = testing::random_call(random);
    SCOPED_TRACE(print_call(call));
    ASSERT_EQ(quantity(call, Quantity::kRowsA), ld_rows(call, Operand::kA));
    ASSERT_EQ(quantity(call, Quantity::kRowsB), ld_rows(call, Operand::kB));
    ASSERT_EQ(quantity(call, Quantity::kRowsC), ld_rows(call, Operand::kC));
  }
}

TEST(Table, KeepsToWhatPredictReliesOn) {
  EXPECT_EQ(check_contract(netlib_contract()), "");
}

TEST(Table, ChangedOnesAreNotAnsweredByTheUnrolledOne) {
  const std::vector<Clause> none;
  Contract contract = netlib_contract();
  contract.clauses = none;
  Call call = baseline(Api::kDgemm);
  call.m = -1;
  EXPECT_EQ(predict(call).statuses, kRefused);
  EXPECT_EQ(predict(call, contract).statuses, kAccepted);

  LegalSets legal = *netlib_contract().legal;
  contract = netlib_contract();
  contract.legal = &legal;
  legal[0][1] = {};
  call.m = 1;
  EXPECT_EQ(predict(call).statuses, kAccepted);
  EXPECT_EQ(predict(call, contract).statuses, kRefused);
}

TEST(Table, ThatIsNotUsableIsNamed) {
  const auto with = [](void (*change)(std::vector<Clause>&)) {
    std::vector<Clause> clauses(netlib_contract().clauses.begin(), netlib_contract().clauses.end());
    change(clauses);
    Contract contract = netlib_contract();
    contract.clauses = clauses;
    return std::string(check_contract(contract));
  };
  EXPECT_EQ(with([](auto& c) { c[1].order = c[0].order; }), "order not unique");
  EXPECT_EQ(with([](auto& c) { c[0].term_count = 0; }), "terms not counted");
  EXPECT_EQ(with([](auto& c) { c.resize(65, c[10]); }), "too many clauses");
  EXPECT_EQ(with([](auto& c) { c[0].terms[0].left = Quantity::kM; }),
            "only layout and ops have legal values");
  EXPECT_EQ(with([](auto& c) { c[3].terms[0].left = Quantity::kWritesC; }),
            "access quantities outside an undefined row");
  EXPECT_EQ(with([](auto& c) { c[3].terms[0].left = Quantity::kCount; }), "no such quantity");
}

}  // namespace
}  // namespace gemmcheck
