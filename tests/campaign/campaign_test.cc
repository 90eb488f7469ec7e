// Whole runs on a library without a process: what they find depends on nothing but the options.
#include "campaign/campaign.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <set>
#include <thread>

#include "call/text.h"
#include "campaign/pretended_library.h"
#include "campaign/work.h"

namespace gemmcheck::testing {
namespace {

constexpr std::uint64_t kCases = 5 * Work::kChunk + 100;

// Takes lda = m - 1, forgets k < 0 and crashes where n is 3 and beta is 0.
void wrong(const Call& call, std::uint64_t, Observation& observation) {
  if (call.api == Api::kDgemm && call.transa == 'N' && call.lda == call.m - 1) observation = {};
  if (call.api == Api::kCblasSgemm && call.k < 0) observation = {};
  if (call.n == 3 && call.beta.re == 0 && observation.messages == 0) {
    observation.outcome = Outcome::kCrash;
    observation.code = 11;
  }
}

CampaignOptions options() {
  CampaignOptions options;
  options.cases = kCases;
  return options;
}

CampaignResult run(const CampaignOptions& options, std::size_t jobs = 1,
                   const CampaignHooks& hooks = {}) {
  const auto sandboxes = pretend({.fault = wrong}, jobs);
  auto result = run_campaign(sandboxes, Lists{}, options, hooks);
  EXPECT_TRUE(result) << (result ? "" : result.error().message);
  return result ? std::move(*result) : CampaignResult{};
}

// All that a run's findings say, in order.
std::vector<std::string> told(const CampaignResult& result) {
  std::vector<std::string> lines;
  for (const Filed& filed : result.findings) {
    const Finding& finding = filed.finding;
    lines.push_back(finding.signature + " | " + print_call(finding.call) + " | " +
                    print_call(finding.original) + " | " + std::to_string(finding.index) + " | " +
                    std::to_string(finding.count));
  }
  return lines;
}

TEST(CampaignTest, FindsWhatIsWrong) {
  const CampaignResult result = run(options());
  EXPECT_EQ(result.calls + result.skipped, kCases);
  std::set<std::string> calls;
  for (const Filed& filed : result.findings) calls.insert(print_call(filed.finding.call));
  EXPECT_TRUE(calls.count("dgemm_ m=2 lda=1") || calls.count("dgemm_ lda=0")) << calls.size();
  EXPECT_TRUE(calls.count("cblas_sgemm k=-1"));
  EXPECT_TRUE(calls.count("zgemm_ n=3"));
}

TEST(CampaignTest, AnHonestLibraryShowsNothing) {
  const auto sandboxes = pretend({}, 2);
  const auto result = run_campaign(sandboxes, Lists{}, options(), {});
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->findings.empty());
  EXPECT_EQ(result->unconfirmed, 0u);
}

std::set<std::string> signatures(const Fault& fault, const CampaignOptions& options) {
  const auto sandboxes = pretend({.fault = fault}, 1);
  auto result = run_campaign(sandboxes, Lists{}, options, {});
  EXPECT_TRUE(result);
  std::set<std::string> found;
  for (const Filed& filed : result->findings) found.insert(filed.finding.signature);
  return found;
}

CampaignOptions only_dgemm() {
  CampaignOptions some = options();
  some.apis = api_bit(Api::kDgemm);
  return some;
}

// A fault that the library does not notice makes it name the next; that is no news.
void overlooks_lda(const Call& call, std::uint64_t, Observation& observation) {
  if (call.lda >= 0 || observation.messages == 0 || observation.number != 8) return;
  Call mended = call;
  mended.lda = default_integer(call, Key::kLda);
  observation = honest(mended);
}

TEST(CampaignTest, WhatAnOverlookedFaultLeadsToIsNoFindingOfItsOwn) {
  EXPECT_EQ(signatures(overlooks_lda, only_dgemm()),
            std::set<std::string>{"pretended/dgemm_/status/netlib.lda/refused/accepted/-/lda"});
}

// Shown only together with another fault, it becomes the finding that it is by itself.
TEST(CampaignTest, AnOverlookedFaultIsFiledThoughItNeverCameAlone) {
  CampaignOptions some = only_dgemm();
  some.only = Pattern::parse("ldb=..0").value();
  EXPECT_EQ(signatures(overlooks_lda, some),
            std::set<std::string>{"pretended/dgemm_/status/netlib.lda/refused/accepted/-/lda"});
}

// Refuses m = 0, and so before other faults too.
TEST(CampaignTest, WhatAWrongRefusalHidesIsNoFindingOfItsOwn) {
  const Fault fault = [](const Call& call, std::uint64_t, Observation& observation) {
    if (call.m != 0 || (observation.messages != 0 && observation.number < 3)) return;
    Call negative = call;
    negative.m = -1;
    observation = honest(negative);
  };
  EXPECT_EQ(signatures(fault, only_dgemm()),
            std::set<std::string>{"pretended/dgemm_/status/-/accepted/refused/-/m"});
}

// Looks at ldc before lda, but sees both.
TEST(CampaignTest, AWrongPrecedenceStandsForItself) {
  const Fault fault = [](const Call& call, std::uint64_t, Observation& observation) {
    if (observation.number == 8 && call.ldc < 0) observation.number = 13;
  };
  EXPECT_EQ(
      signatures(fault, only_dgemm()),
      std::set<std::string>{"pretended/dgemm_/parameter/netlib.lda/refused/refused/-/ldc/lda,ldc"});
}

// The worker can only say whose memory it was.
TEST(CampaignTest, AnOverrunOfSharedMemoryIsTheOverrunOfOneOperand) {
  const Fault fault = [](const Call& call, std::uint64_t, Observation& observation) {
    if (observation.messages != 0 || call.m < 1 || call.n < 1 || call.k < 1) return;
    observation.outcome = Outcome::kCrash;
    observation.code = 11;
    observation.effects = kEffectOutsideRead;
    observation.operand = call.B.kind == PointerKind::kAlias ? Operand::kA : Operand::kB;
  };
  EXPECT_EQ(signatures(fault, only_dgemm()),
            std::set<std::string>{"pretended/dgemm_/footprint/-/accepted/-/B/outside-read/-"});
}

// Each call that hangs costs the deadline, so that none is made beside one that is enough.
TEST(CampaignTest, FewCallsHangWhileAHangIsReduced) {
  int hangs = 0;
  const Fault fault = [&hangs](const Call& call, std::uint64_t, Observation& observation) {
    if (call.m != 9 || observation.messages != 0) return;
    observation.outcome = Outcome::kHang;
    ++hangs;
  };
  const auto sandbox = pretend({.fault = fault});
  Examiner examiner(*sandbox, netlib_contract(), Numbering{});
  const Call start = parse_call("dgemm_ transa=T m=9 n=7 k=5 lda=12 beta=2").value();
  const auto seen = examiner.examine({&start, 1});
  ASSERT_TRUE(seen && seen->front().key);
  hangs = 0;
  const auto reduced = examiner.reduce(start, *seen->front().key);
  ASSERT_TRUE(reduced);
  EXPECT_EQ(print_call(reduced->call), "dgemm_ m=9");
  EXPECT_LE(hangs, 8);  // one for each field that goes home, and the last one again
}

TEST(CampaignTest, TheNumberOfJobsChangesNothing) {
  const CampaignResult one = run(options(), 1);
  ASSERT_FALSE(one.findings.empty());
  for (const std::size_t jobs : {2, 8}) {
    const CampaignResult several = run(options(), jobs);
    EXPECT_EQ(told(several), told(one)) << jobs;
    EXPECT_EQ(several.calls, one.calls);
    EXPECT_EQ(several.coverage.pairs, one.coverage.pairs);
    EXPECT_EQ(several.coverage.accepted, one.coverage.accepted);
  }
}

TEST(CampaignTest, ShardsTogetherFindWhatOneRunFinds) {
  std::set<std::string> whole;
  for (const Filed& filed : run(options()).findings) whole.insert(filed.finding.signature);
  for (const std::uint64_t shards : {3, 8}) {
    std::set<std::string> together;
    std::uint64_t calls = 0;
    for (std::uint64_t shard = 0; shard < shards; ++shard) {
      CampaignOptions part = options();
      part.shard = shard;
      part.shards = shards;
      const CampaignResult result = run(part);
      calls += result.calls;
      for (const Filed& filed : result.findings) together.insert(filed.finding.signature);
    }
    EXPECT_EQ(together, whole) << shards;
    EXPECT_EQ(calls, kCases);
  }
}

// As wrong, and so slow that a run takes seconds.
void slowly_wrong(const Call& call, std::uint64_t life, Observation& observation) {
  wrong(call, life, observation);
  if (life % 64 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

// Every state that was ever kept leads to the end of an undisturbed run.
TEST(CampaignTest, AnyKeptStateLeadsToTheSameEnd) {
  const CampaignResult undisturbed = run(options());
  std::vector<std::string> states;
  CampaignHooks hooks;
  hooks.keep = [&](const std::string& text) -> Expected<void> {
    states.push_back(text);
    return {};
  };
  for (const int jobs : {1, 2}) {
    int looks = 0;
    hooks.progress = [&](const Progress&) { return ++looks <= 4; };
    const auto sandboxes = pretend({.fault = slowly_wrong}, static_cast<std::size_t>(jobs));
    const auto broken_off = run_campaign(sandboxes, Lists{}, options(), hooks);
    ASSERT_TRUE(broken_off);
    EXPECT_TRUE(broken_off->interrupted);
    EXPECT_EQ(broken_off->not_reduced, 0u) << "what is known by then is reduced";
    EXPECT_LT(broken_off->calls, undisturbed.calls);
  }
  ASSERT_GE(states.size(), 2u);
  for (const std::string& state : states) {
    CampaignOptions again = options();
    again.resume = state;
    const CampaignResult resumed = run(again, 2);
    EXPECT_EQ(told(resumed), told(undisturbed));
    EXPECT_EQ(resumed.calls, undisturbed.calls);
    EXPECT_GT(resumed.calls_before, 0u);
    EXPECT_LE(resumed.calls_before, resumed.calls);
    EXPECT_EQ(resumed.coverage.accepted, undisturbed.coverage.accepted);
  }
}

// Refuses an sgemm_ that follows a dgemm_ with k = 0.
struct RemembersTheCallBefore {
  bool marked = false;

  void operator()(const Call& call, std::uint64_t life, Observation& observation) {
    if (life == 0) marked = false;
    if (marked && call.api == Api::kSgemm) {
      observation.messages = 1;
      observation.format = MessageFormat::kParameterToRoutine;
      observation.number = 3;
    }
    marked = call.api == Api::kDgemm && call.k == 0;
  }
};

// Dies of a cgemm_ with n > 1 once a zgemm_ had m = 0 and, after that, a sgemm_ an alpha of 0.
struct NeedsTwoCallsBefore {
  int steps = 0;

  void operator()(const Call& call, std::uint64_t life, Observation& observation) {
    if (life == 0) steps = 0;
    if (steps == 2 && call.api == Api::kCgemm && call.n > 1) {
      observation = {};
      observation.outcome = Outcome::kCrash;
      observation.code = 11;
    }
    if (steps == 0 && call.api == Api::kZgemm && call.m == 0) steps = 1;
    if (steps == 1 && call.api == Api::kSgemm && call.alpha.re == 0) steps = 2;
  }
};

std::vector<const Finding*> with_kind(const CampaignResult& result, Kind kind) {
  std::vector<const Finding*> findings;
  for (const Filed& filed : result.findings) {
    if (filed.finding.key.kind == kind) findings.push_back(&filed.finding);
  }
  return findings;
}

TEST(CampaignTest, WhatTakesACallBeforeIsFiledWithIt) {
  const auto result =
      run_campaign(pretend({.fault = RemembersTheCallBefore{}}, 2), Lists{}, options(), {});
  ASSERT_TRUE(result);
  // Accepted calls that are refused; refused ones say another parameter, one key for each.
  const auto refused = with_kind(*result, Kind::kStatus);
  ASSERT_EQ(refused.size(), 1u);
  EXPECT_EQ(print_call(refused[0]->call), "sgemm_");
  ASSERT_EQ(refused[0]->stage.size(), 1u);
  EXPECT_EQ(print_call(refused[0]->stage[0]), "dgemm_ k=0");
  EXPECT_EQ(refused[0]->signature, "pretended/sgemm_/status/-/accepted/refused/-/-/after/dgemm_/k");
  EXPECT_EQ(refused[0]->confirmed, kConfirmations);
  EXPECT_EQ(result->unconfirmed, 0u);
}

TEST(CampaignTest, SeveralCallsBeforeAreFoundInTheirOrder) {
  const auto result =
      run_campaign(pretend({.fault = NeedsTwoCallsBefore{}}, 1), Lists{}, options(), {});
  ASSERT_TRUE(result);
  const auto crashes = with_kind(*result, Kind::kCrash);
  ASSERT_FALSE(crashes.empty());
  for (const Finding* finding : crashes) {
    ASSERT_EQ(finding->stage.size(), 2u);
    EXPECT_EQ(print_call(finding->stage[0]), "zgemm_ m=0");
    EXPECT_EQ(print_call(finding->stage[1]), "sgemm_ alpha=0");
    EXPECT_EQ(finding->call.n, 2);
  }
}

TEST(CampaignTest, WhatCannotBeShownAgainIsCountedOnly) {
  // By the number of calls ever made, whatever the life.
  const auto sandboxes =
      pretend({.fault =
                   [made = 0](const Call&, std::uint64_t, Observation& observation) mutable {
                     if (++made == 10'000) observation.outcome = Outcome::kHang;
                   }},
              1);
  const auto result = run_campaign(sandboxes, Lists{}, options(), {});
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->findings.empty());
  EXPECT_EQ(result->unconfirmed, 1u);
}

TEST(CampaignTest, TheStateOfAnotherRunIsRefused) {
  std::string state;
  CampaignHooks hooks;
  hooks.keep = [&](const std::string& text) -> Expected<void> {
    state = text;
    return {};
  };
  CampaignOptions small = options();
  small.cases = 100;
  run(small, 1, hooks);
  small.seed = 2;
  small.resume = state;
  const auto sandboxes = pretend({.fault = wrong}, 1);
  const auto result = run_campaign(sandboxes, Lists{}, small, {});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kBadInput);
}

TEST(CampaignTest, AJobThatFailsEndsTheRun) {
  auto sandboxes = pretend({}, 2);
  sandboxes[1] = pretend({.fails_after = 5000});
  const auto result = run_campaign(sandboxes, Lists{}, options(), {});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "the pretended worker is gone");
}

TEST(CampaignTest, ReductionBeginsNoMoreWhenTold) {
  const std::size_t all = run(options()).findings.size();
  for (const std::size_t jobs : {1, 2}) {
    ASSERT_GT(all, jobs);
    std::atomic<bool> filing{false};
    std::atomic<int> refusals{0};
    CampaignHooks hooks;
    hooks.progress = [&](const Progress&) {
      if (filing) ++refusals;
      return !filing;
    };
    // The second look shows that the first was heeded.
    hooks.file = [&](const Finding&, const Examiner&) -> Expected<std::string> {
      filing = true;
      for (int i = 0; refusals < 2 && i < 2'000; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      return "folder";
    };
    const CampaignResult result = run(options(), jobs, hooks);
    EXPECT_TRUE(result.interrupted);
    EXPECT_GE(result.findings.size(), 1u);
    EXPECT_LE(result.findings.size(), jobs);
    EXPECT_GE(result.findings.size() + result.not_reduced, all);
  }
}

TEST(CampaignTest, WhereNothingIsWantedTimeStillEndsIt) {
  CampaignOptions timed;
  timed.time = std::chrono::seconds(1);
  timed.only = Pattern::parse("m=99999").value();
  for (const bool interrupt : {false, true}) {
    CampaignHooks hooks;
    hooks.progress = [&](const Progress&) { return !interrupt; };
    const CampaignResult result = run(timed, 2, hooks);
    EXPECT_EQ(result.interrupted, interrupt);
    EXPECT_EQ(result.calls, 0u);
    EXPECT_LT(result.seconds, interrupt ? 1 : 5);
  }
}

TEST(CampaignTest, TimeEndsARunWithoutEnd) {
  CampaignOptions timed;
  timed.time = std::chrono::seconds(1);
  timed.apis = api_bit(Api::kDgemm);
  const auto sandboxes = pretend({}, 2);
  const auto result = run_campaign(sandboxes, Lists{}, timed, {});
  ASSERT_TRUE(result);
  EXPECT_GT(result->calls, 0u);
  EXPECT_FALSE(result->interrupted);
}

}  // namespace
}  // namespace gemmcheck::testing
