// The box: every call near the baseline, each once, in the total order.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "call/text.h"
#include "minimize/box.h"
#include "minimize/order.h"
#include "random_call.h"

namespace gemmcheck {
namespace {

bool any(const Call&) {
  return true;
}

Call call_of(std::string_view line) {
  const auto call = parse_call(line);
  EXPECT_TRUE(call.has_value()) << line;
  return *call;
}

class BoxOfApi : public testing::TestWithParam<Api> {};
INSTANTIATE_TEST_SUITE_P(All, BoxOfApi,
                         testing::Values(Api::kDgemm, Api::kCgemm, Api::kCblasSgemm,
                                         Api::kCblasZgemm),
                         [](const auto& info) { return std::string(api_info(info.param).name); });

TEST_P(BoxOfApi, LayersFollowTheTotalOrder) {
  const Box box(GetParam());
  std::size_t calls = 0;
  Rank last{-1, 0, ""};
  for (int fields = 0; fields <= 2; ++fields) {
    for (std::uint64_t sum = 0; sum <= box.max_magnitude(fields); ++sum) {
      for (const Call& call : box.layer(fields, sum, any)) {
        Rank rank = rank_of(call);
        EXPECT_EQ(rank.fields, fields) << rank.text;
        EXPECT_EQ(rank.magnitude, sum) << rank.text;
        EXPECT_LT(last, rank) << "after " << last.text;
        EXPECT_TRUE(box.contains(call)) << rank.text;
        EXPECT_TRUE(parse_call(rank.text).has_value()) << rank.text;
        last = std::move(rank);
        ++calls;
      }
    }
    EXPECT_TRUE(box.layer(fields, box.max_magnitude(fields) + 1, any).empty());
  }
  RecordProperty("calls", static_cast<int>(calls));
  EXPECT_GT(calls, 5000u);
}

TEST_P(BoxOfApi, HoldsEveryCallThatItContains) {
  const Box box(GetParam());
  RandomCall random(7);
  int inside = 0;
  for (int i = 0; i < 4000; ++i) {
    // Two or three fields from anywhere on a baseline: many are in the box, many just outside.
    const Call far = random(GetParam());
    Call call = baseline(GetParam());
    for (int j = 0; j < 2; ++j) {
      const Key key = all_keys()[random.below(all_keys().size())];
      if (has_key(call.api, key)) call = with_field(call, key, far);
    }
    if (!box.contains(call)) continue;
    ++inside;
    const Rank rank = rank_of(call);
    const auto same = [&](const Call& other) { return other == call; };
    const std::vector<Call> layer = box.layer(rank.fields, rank.magnitude, same);
    ASSERT_EQ(layer.size(), 1u) << rank.text;
  }
  EXPECT_GT(inside, 400);
}

TEST(Box, EndsWhereTheDesignSays) {
  const Box box(Api::kCblasDgemm);
  for (const char* line :
       {"cblas_dgemm", "cblas_dgemm m=9", "cblas_dgemm m=-2", "cblas_dgemm lda=9",
        "cblas_dgemm lda=-2 m=9", "cblas_dgemm m=2 n=2 k=2", "cblas_dgemm transa=#110",
        "cblas_dgemm alpha=nan beta=inf", "cblas_dgemm C=A", "cblas_dgemm B=null fill=nanC:1",
        "cblas_dgemm m=3 n=3 k=4 transa=T"}) {
    EXPECT_TRUE(box.contains(call_of(line))) << line;
  }
  for (const char* line :
       {"cblas_dgemm m=10", "cblas_dgemm m=-3", "cblas_dgemm lda=10", "cblas_dgemm lda=-3",
        "cblas_dgemm m=3 n=4 k=4 transa=T", "cblas_dgemm m=2 n=2 k=2 transa=T beta=1",
        "cblas_dgemm transa=#200", "cblas_dgemm alpha=17", "cblas_dgemm fill=int:9", "dgemm_"}) {
    EXPECT_FALSE(box.contains(call_of(line))) << line;
  }
}

TEST(Box, FortranOpsTakeInRWhichSomeLibrariesAccept) {
  EXPECT_TRUE(Box(Api::kDgemm).contains(call_of("dgemm_ transa=R")));
}

}  // namespace
}  // namespace gemmcheck
