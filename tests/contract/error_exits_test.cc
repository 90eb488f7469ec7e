#include <gtest/gtest.h>

#include "call/text.h"
#include "contract/explain.h"
#include "contract/netlib_error_exits.h"
#include "contract/numbering.h"

namespace gemmcheck {
namespace {

TEST(NetlibErrorExits, ArePredictedWithTheRightParameterAndNumber) {
  for (const testing::ErrorExit& row : testing::kNetlibErrorExits) {
    const Call call = testing::call_of(row);
    SCOPED_TRACE(print_call(call));
    const Prediction prediction = predict(call);
    EXPECT_EQ(prediction.statuses, kRefused);
    EXPECT_EQ(prediction.standing, Standing::kSettled);
    ASSERT_NE(prediction.deciding, kNoClause);
    const Clause& clause = netlib_contract().clauses[prediction.deciding];
    EXPECT_EQ(clause.parameter, row.parameter);
    EXPECT_EQ(number_of(call, prescribed_scheme(call.api), clause.parameter), row.number);
    EXPECT_EQ(parameter_of(call, prescribed_scheme(call.api), row.number), row.parameter);
    EXPECT_EQ(violations(call, prediction, netlib_contract()).front().numbers,
              std::vector<int>{row.number});
  }
}

}  // namespace
}  // namespace gemmcheck
