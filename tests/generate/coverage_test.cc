#include "generate/coverage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "generate/generate.h"

namespace gemmcheck {
namespace {

using testing::Contains;
using testing::Not;
using testing::SizeIs;

void add(Coverage& coverage, const Call& call) {
  coverage.add(call, predict(call));
}

TEST(Coverage, StartsWithNothingSeenAndEverythingPossible) {
  const Coverage coverage(netlib_contract());
  const Coverage::Summary summary = coverage.summary();
  EXPECT_EQ(summary.clauses, 9);
  EXPECT_EQ(summary.bounds, 6);
  EXPECT_EQ(summary.possible_pairs, 9 * 8 / 2);
  EXPECT_EQ(summary.violated_alone, 0);
  EXPECT_EQ(summary.just_met, 0);
  EXPECT_EQ(summary.pairs, 0);
  EXPECT_EQ(summary.calls, 0u);
  EXPECT_THAT(coverage.missing(), SizeIs(9));
}

TEST(Coverage, CountsAClauseViolatedAlone) {
  Coverage coverage(netlib_contract());
  Call call = baseline(Api::kCblasDgemm);
  call.lda = 0;
  add(coverage, call);
  add(coverage, call);
  EXPECT_EQ(coverage.summary().violated_alone, 1);
  EXPECT_EQ(coverage.summary().pairs, 0);
  EXPECT_EQ(coverage.summary().calls, 2u);
  EXPECT_EQ(coverage.summary().accepted, 0u);
  EXPECT_THAT(coverage.missing(), Not(Contains("netlib.lda")));
  EXPECT_THAT(coverage.missing(), Contains("netlib.ldb"));
}

TEST(Coverage, CountsEveryPairOfSeveralViolations) {
  Coverage coverage(netlib_contract());
  Call call = baseline(Api::kCblasDgemm);
  call.lda = call.ldb = 0;
  add(coverage, call);
  EXPECT_EQ(coverage.summary().pairs, 1);
  EXPECT_EQ(coverage.summary().violated_alone, 0);
  call.k = -1;
  add(coverage, call);
  EXPECT_EQ(coverage.summary().pairs, 3);
}

TEST(Coverage, CountsBoundsThatAnAcceptedCallJustMeets) {
  Coverage coverage(netlib_contract());
  Call call = baseline(Api::kDgemm);
  call.m = call.n = call.k = 2;
  call.lda = call.ldb = call.ldc = 3;
  add(coverage, call);
  EXPECT_EQ(coverage.summary().just_met, 0);
  EXPECT_EQ(coverage.summary().accepted, 1u);
  call.ldb = 2;
  add(coverage, call);
  EXPECT_EQ(coverage.summary().just_met, 1);
  call.m = 0;
  add(coverage, call);
  EXPECT_EQ(coverage.summary().just_met, 2);
  call.n = 0;
  call.ldc = 0;  // refused: meets n's bound, but shows nothing of it
  add(coverage, call);
  EXPECT_EQ(coverage.summary().just_met, 2);
}

TEST(Coverage, AnUndefinedCallIsNoAcceptedOne) {
  Coverage coverage(netlib_contract());
  Call call = baseline(Api::kDgemm);
  call.A.kind = PointerKind::kNull;
  add(coverage, call);
  EXPECT_EQ(coverage.summary().accepted, 0u);
  EXPECT_EQ(coverage.summary().just_met, 0);
  EXPECT_EQ(coverage.summary().calls, 1u);
}

TEST(Coverage, AsksForTheLayoutOnlyWhereApisHaveIt) {
  Coverage coverage(netlib_contract());
  add(coverage, baseline(Api::kSgemm));
  EXPECT_EQ(coverage.summary().clauses, 8);
  EXPECT_EQ(coverage.summary().possible_pairs, 8 * 7 / 2);
  EXPECT_THAT(coverage.missing(), Not(Contains("netlib.layout")));
  add(coverage, baseline(Api::kCblasSgemm));
  EXPECT_EQ(coverage.summary().clauses, 9);
  EXPECT_THAT(coverage.missing(), Contains("netlib.layout"));
}

TEST(Coverage, MergedShardsAreTheWhole) {
  const Generator generator(3, kNetlibApis);
  Coverage whole(netlib_contract());
  Coverage shards[2] = {Coverage(netlib_contract()), Coverage(netlib_contract())};
  for (std::uint64_t index = 0; index < 400; ++index) {
    const Call call = generator.call(index);
    add(whole, call);
    add(shards[index % 2], call);
  }
  shards[0].merge(shards[1]);
  const Coverage::Summary merged = shards[0].summary();
  const Coverage::Summary summary = whole.summary();
  EXPECT_EQ(merged.violated_alone, summary.violated_alone);
  EXPECT_EQ(merged.just_met, summary.just_met);
  EXPECT_EQ(merged.pairs, summary.pairs);
  EXPECT_EQ(merged.accepted, summary.accepted);
  EXPECT_EQ(merged.calls, 400u);
  EXPECT_EQ(shards[0].missing(), whole.missing());
}

TEST(Coverage, MergingBringsTheOthersApis) {
  Coverage fortran(netlib_contract());
  add(fortran, baseline(Api::kSgemm));
  Coverage cblas(netlib_contract());
  add(cblas, baseline(Api::kCblasSgemm));
  fortran.merge(cblas);
  EXPECT_EQ(fortran.summary().clauses, 9);
}

// With ten thousand calls nothing is left to see.
TEST(Coverage, TheGeneratorCoversEverything) {
  const Generator generator(1, kNetlibApis);
  Coverage coverage(netlib_contract());
  for (std::uint64_t index = 0; index < 10000; ++index) add(coverage, generator.call(index));
  const Coverage::Summary summary = coverage.summary();
  EXPECT_EQ(summary.violated_alone, summary.clauses);
  EXPECT_EQ(summary.just_met, summary.bounds);
  EXPECT_EQ(summary.pairs, summary.possible_pairs);
  EXPECT_THAT(coverage.missing(), SizeIs(0));
}

}  // namespace
}  // namespace gemmcheck
