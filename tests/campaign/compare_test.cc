// Comparisons of libraries without a process, whose faults are known.
#include "campaign/compare.h"

#include <gtest/gtest.h>

#include <chrono>
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
  EXPECT_EQ(cause.name, "accepted | crashed | accepted");
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

void dies(const Call&, std::uint64_t, Observation& observation) {
  observation = {};
  observation.outcome = Outcome::kCrash;
  observation.code = 6;
}

void exits(const Call&, std::uint64_t, Observation& observation) {
  observation = {};
  observation.outcome = Outcome::kExit;
  observation.code = 1;
}

void reads_past(Operand operand, const Call& call, Observation& observation) {
  if (call.k < 1 || observation.messages != 0) return;
  dies(call, 0, observation);
  observation.effects = kEffectOutsideRead;
  observation.operand = operand;
}

void reads_past_a(const Call& call, std::uint64_t, Observation& observation) {
  reads_past(Operand::kA, call, observation);
}

void reads_past_b(const Call& call, std::uint64_t, Observation& observation) {
  reads_past(Operand::kB, call, observation);
}

TEST(CompareTest, AnExitIsNoCrash) {
  const Comparison comparison = compared({exits, dies});
  ASSERT_EQ(comparison.causes.size(), 1u);
  EXPECT_EQ(comparison.causes[0].name, "exited | crashed");
}

TEST(CompareTest, WhoseMemoryItWasIsPartOfTheAnswer) {
  const Comparison comparison = compared({reads_past_a, reads_past_b});
  ASSERT_FALSE(comparison.causes.empty());
  const Difference& difference = comparison.causes[0].differences.at(0);
  EXPECT_EQ(to_string(difference.answers[0]), "crashed (outside-read of A)");
  EXPECT_EQ(to_string(difference.answers[1]), "crashed (outside-read of B)");
  EXPECT_TRUE(compared({reads_past_a, reads_past_a}).causes.empty());
}

// A refusal may exit; the answer tells how, and is the same all the same.
TEST(CompareTest, HowARefusalEndsIsToldButNoDifference) {
  const Fault exits_when_it_refuses = [](const Call&, std::uint64_t, Observation& observation) {
    if (observation.messages != 0) observation.outcome = Outcome::kExit;
  };
  EXPECT_TRUE(compared({{}, exits_when_it_refuses}).causes.empty());
  const Comparison comparison = compared({exits_when_it_refuses, lenient});
  ASSERT_EQ(comparison.causes.size(), 1u);
  EXPECT_EQ(comparison.causes[0].differences.at(0).answers[0].outcome, Outcome::kExit);
}

TEST(CompareTest, ALibraryWithoutTheFunctionMakesNoDifference) {
  const auto lacking = [](const Fault& fault) {
    std::vector<std::unique_ptr<Sandbox>> sandboxes;
    sandboxes.push_back(pretend({}));
    sandboxes.push_back(pretend({.apis = kNetlibApis & ~api_bit(Api::kDgemm)}));
    sandboxes.push_back(pretend({.fault = fault}));
    auto comparison = compare(sandboxes, options(), {});
    EXPECT_TRUE(comparison);
    return std::move(*comparison);
  };
  const Comparison same = lacking({});
  EXPECT_TRUE(same.causes.empty());
  EXPECT_GT(same.calls, 19'000u) << "those of the function too";
  const Comparison comparison = lacking(lenient);
  ASSERT_EQ(comparison.causes.size(), 1u);
  const Difference& difference = comparison.causes[0].differences.at(0);
  EXPECT_EQ(to_string(difference.answers[1]), "has no such function");
  EXPECT_EQ(to_string(difference.answers[2]), "accepted");
  EXPECT_FALSE(comparison.causes[0].odd_one) << "of two that answer, none is the odd one";
}

// All that is the same whatever the machine's mood.
std::string told(const Comparison& comparison) {
  std::string text = std::to_string(comparison.calls) + " " + std::to_string(comparison.skipped);
  for (const DifferenceCause& cause : comparison.causes) {
    text += "\n" + cause.name;
    for (const Difference& one : cause.differences) {
      text += "\n  " + print_call(one.call) + " | " + print_call(one.original) + " | " +
              std::to_string(one.index) + " | " + std::to_string(one.count);
      for (const Answer& answer : one.answers) text += " | " + to_string(answer);
    }
  }
  return text;
}

std::vector<std::unique_ptr<Sandbox>> three_that_differ() {
  std::vector<std::unique_ptr<Sandbox>> sandboxes;
  for (const Fault& fault : {Fault(lenient), Fault(miscounts), Fault(dies_of_n_7)}) {
    sandboxes.push_back(pretend({.fault = fault}));
  }
  return sandboxes;
}

TEST(CompareTest, TheChunkChangesNothing) {
  CampaignOptions some = options();
  some.cases = 5'000;
  some.only = Pattern::parse("m=0..5").value();
  const auto with = [&](std::uint64_t chunk) {
    const auto comparison = compare(three_that_differ(), some, {}, chunk);
    EXPECT_TRUE(comparison);
    return comparison ? told(*comparison) : "";
  };
  const std::string usual = with(kComparedAtOnce);
  EXPECT_NE(usual.find("dgemm_"), std::string::npos) << usual;
  for (const std::uint64_t chunk : {1, 7, 4'999, 5'000, 5'001}) EXPECT_EQ(with(chunk), usual);
}

CampaignOptions endless_without_a_call() {
  CampaignOptions options;
  options.only = Pattern::parse("m=99999").value();
  return options;
}

TEST(CompareTest, WhereNothingIsWantedProgressStillEndsIt) {
  int looks = 0;
  const auto comparison = compare(pretend({}, 2), endless_without_a_call(),
                                  [&](const Progress&) { return ++looks < 3; });
  ASSERT_TRUE(comparison);
  EXPECT_TRUE(comparison->interrupted);
  EXPECT_EQ(comparison->calls, 0u);
  EXPECT_EQ(comparison->skipped, 3 * kComparedAtOnce);
}

TEST(CompareTest, WhereNothingIsWantedTimeStillEndsIt) {
  CampaignOptions timed = endless_without_a_call();
  timed.time = std::chrono::seconds(1);
  const auto comparison = compare(pretend({}, 2), timed, {});
  ASSERT_TRUE(comparison);
  EXPECT_FALSE(comparison->interrupted);
  EXPECT_LT(comparison->seconds, 5);
}

TEST(CompareTest, WhatIsKnownWhenTheStreamIsEndedIsReduced) {
  int looks = 0;
  const auto comparison = compare(three_that_differ(), options(), [&](const Progress&) {
    ++looks;
    return false;
  });
  ASSERT_TRUE(comparison);
  EXPECT_TRUE(comparison->interrupted);
  EXPECT_LT(comparison->calls, 20'000u);
  EXPECT_EQ(looks, 1);
  EXPECT_GT(comparison->differences(), 0u);
  EXPECT_EQ(comparison->not_reduced, 0u);
}

TEST(CompareTest, ReductionEndsWhenToldAndTheRestIsCounted) {
  const auto ended_at = [](int last_look) {
    int looks = 0;
    auto comparison = compare(
        three_that_differ(), options(), [&](const Progress&) { return ++looks < last_look; },
        *options().cases);
    EXPECT_TRUE(comparison);
    EXPECT_LE(looks, last_look) << "asked no more once it said no";
    return std::move(*comparison);
  };
  const std::size_t all = ended_at(1'000'000).differences();
  const Comparison none = ended_at(2);
  EXPECT_TRUE(none.interrupted);
  EXPECT_EQ(none.not_reduced, all);
  const Comparison some = ended_at(40);
  EXPECT_TRUE(some.interrupted);
  EXPECT_GT(some.differences(), 0u);
  EXPECT_GT(some.not_reduced, 0u);
  EXPECT_EQ(some.differences() + some.not_reduced, all);
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
