// Comparisons of libraries without a process, whose faults are known.
#include "campaign/compare.h"

#include <gtest/gtest.h>

#include <string>

#include "call/text.h"
#include "campaign/pretended_library.h"

namespace gemmcheck::testing {
namespace {

CampaignOptions options() {
  CampaignOptions options;
  options.cases = 20'000;
  return options;
}

// Takes a short lda in dgemm_.
void lenient(const Call& call, std::uint64_t, Observation& observation) {
  if (call.api == Api::kDgemm && observation.number == 8) observation = {};
}

// Names the parameter before the one at fault, where that is n.
void miscounts(const Call&, std::uint64_t, Observation& observation) {
  if (observation.number == 4 && observation.messages > 0) observation.number = 3;
}

void dies_of_n_7(const Call& call, std::uint64_t, Observation& observation) {
  if (call.n != 7 || observation.messages != 0) return;
  observation.outcome = Outcome::kCrash;
  observation.code = 11;
}

Comparison compared(const std::vector<Fault>& faults, const CampaignOptions& which = options()) {
  std::vector<std::unique_ptr<Sandbox>> sandboxes;
  for (const Fault& fault : faults) sandboxes.push_back(pretend({.fault = fault}));
  auto comparison = compare(sandboxes, which, {});
  EXPECT_TRUE(comparison) << (comparison ? "" : comparison.error().message);
  return comparison ? std::move(*comparison) : Comparison{};
}

TEST(CompareTest, LibrariesThatAnswerTheSameDoNotDiffer) {
  const Comparison comparison = compared({{}, {}, {}});
  EXPECT_TRUE(comparison.causes.empty());
  EXPECT_GT(comparison.calls, 19'000u);
  // What all do alike is no difference, right or wrong.
  EXPECT_TRUE(compared({lenient, lenient}).causes.empty());
}

TEST(CompareTest, ADifferenceIsReducedWithItsAnswers) {
  const Comparison comparison = compared({{}, lenient});
  ASSERT_EQ(comparison.causes.size(), 1u);
  const Difference& difference = comparison.causes[0].differences.at(0);
  EXPECT_EQ(print_call(difference.call), "dgemm_ lda=0");
  EXPECT_EQ(to_string(difference.answers[0]), "refused, lda");
  EXPECT_EQ(to_string(difference.answers[1]), "accepted");
  EXPECT_GT(difference.count, 1u);
  EXPECT_FALSE(comparison.causes[0].odd_one) << "of two, none is the odd one";
}

TEST(CompareTest, TheOneThatStandsAloneIsNamed) {
  const Comparison comparison = compared({{}, dies_of_n_7, {}});
  ASSERT_EQ(comparison.causes.size(), 1u) << "one cause over all APIs";
  const DifferenceCause& cause = comparison.causes[0];
  EXPECT_EQ(cause.name, "accepted | died | accepted");
  EXPECT_EQ(cause.odd_one, 1u);
  EXPECT_EQ(cause.differences.size(), static_cast<std::size_t>(kNetlibApiCount));
  for (const Difference& difference : cause.differences) EXPECT_EQ(difference.call.n, 7);
}

TEST(CompareTest, AnotherNumberIsADifferenceOfNames) {
  CampaignOptions fortran = options();
  fortran.apis = api_bit(Api::kDgemm);
  const Comparison comparison = compared({{}, miscounts, miscounts}, fortran);
  ASSERT_FALSE(comparison.causes.empty());
  const DifferenceCause& cause = comparison.causes[0];
  EXPECT_EQ(cause.odd_one, 0u);
  EXPECT_EQ(to_string(cause.differences[0].answers[0]), "refused, n");
  EXPECT_EQ(to_string(cause.differences[0].answers[1]), "refused, m");
}

TEST(CompareTest, OnlyWhatWasAskedForIsCompared) {
  CampaignOptions few = options();
  few.only = Pattern::parse("api=cblas_* lda=0").value();
  EXPECT_TRUE(compared({{}, lenient}, few).causes.empty());
  CampaignOptions shard = options();
  shard.shards = 4;
  const Comparison quarter = compared({{}, lenient}, shard);
  EXPECT_EQ(quarter.calls + quarter.skipped, 5'000u);
  EXPECT_EQ(quarter.causes.size(), 1u);
}

TEST(CompareTest, ProgressMayEndIt) {
  const auto sandboxes = pretend({}, 2);
  const auto comparison = compare(sandboxes, options(), [](const Progress&) { return false; });
  ASSERT_TRUE(comparison);
  EXPECT_TRUE(comparison->interrupted);
  EXPECT_LT(comparison->calls, 20'000u);
}

TEST(CompareTest, AWorkerThatIsGoneIsAnError) {
  auto sandboxes = pretend({}, 2);
  sandboxes[1] = pretend({.fails_after = 1000});
  const auto comparison = compare(sandboxes, options(), {});
  ASSERT_FALSE(comparison);
  EXPECT_EQ(comparison.error().code, ErrorCode::kInternal);
}

}  // namespace
}  // namespace gemmcheck::testing
