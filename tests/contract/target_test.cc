#include "contract/target.h"

#include <gtest/gtest.h>

namespace gemmcheck {
namespace {

TEST(Target, NetlibIsTheDefaultOfItsApis) {
  for (const ApiInfo& info : apis_of(Dialect::kNetlib)) {
    EXPECT_EQ(to_string(default_target(info.api)), "netlib");
    EXPECT_EQ(&contract_for(info.api), &netlib_contract());
  }
}

TEST(Target, ReadsBackWhatItWrites) {
  const Expected<Target> target = parse_target("netlib");
  ASSERT_TRUE(target);
  EXPECT_EQ(to_string(*target), "netlib");
  EXPECT_EQ(contract_of(*target).name, "netlib");
}

TEST(Target, UnknownOnesNameTheKnown) {
  const Expected<Target> target = parse_target("cublas-99");
  ASSERT_FALSE(target);
  EXPECT_EQ(target.error().code, ErrorCode::kBadInput);
  EXPECT_EQ(target.error().message, "unknown target 'cublas-99': targets are netlib");
}

}  // namespace
}  // namespace gemmcheck
