// The lattice tells every changed table from the right one.
#include "mutants/clause_mutants.h"

#include <gtest/gtest.h>

#include <set>

#include "contract/calls.h"
#include "contract/predict.h"

namespace gemmcheck {
namespace {

Key decided(const Prediction& prediction, const Contract& contract) {
  return prediction.deciding == kNoClause ? Key::kNone
                                          : contract.clauses[prediction.deciding].parameter;
}

// What a library could show: the status and the parameter.
bool lattice_tells_apart(Api api, const Contract& changed) {
  const Contract& right = netlib_contract();
  return !testing::for_each_lattice_call(api, [&](const Call& call) {
    const Prediction expected = predict(call, right);
    const Prediction other = predict(call, changed);
    return expected.statuses == other.statuses &&
           decided(expected, right) == decided(other, changed);
  });
}

TEST(ClauseMutants, AreAllToldApartByTheLattice) {
  const testing::ClauseMutants mutants = testing::clause_mutants(netlib_contract());
  // 9 dropped, 6 bounds twice, 3 ld floors, 3 ld without rows, 15 other rows, 18 values missing,
  // 2 layouts, 4 extra ops, 8 + 7 neighbours.
  EXPECT_EQ(mutants.size(), 9u + 12 + 3 + 3 + 15 + 18 + 2 + 4 + 15);
  std::set<std::string> names;
  for (const testing::ClauseMutant& mutant : mutants) {
    EXPECT_TRUE(names.insert(mutant.name).second) << mutant.name;
    const Contract contract = mutant.contract();
    EXPECT_EQ(check_contract(contract), "") << mutant.name;
    EXPECT_TRUE(lattice_tells_apart(Api::kCblasDgemm, contract) ||
                lattice_tells_apart(Api::kDgemm, contract))
        << mutant.name;
  }
}

TEST(ClauseMutants, UnchangedCopyIsNotToldApart) {
  const testing::ClauseMutant copy("nothing changed", netlib_contract());
  const Contract contract = copy.contract();
  EXPECT_FALSE(lattice_tells_apart(Api::kCblasDgemm, contract));
  EXPECT_FALSE(lattice_tells_apart(Api::kDgemm, contract));
}

}  // namespace
}  // namespace gemmcheck
