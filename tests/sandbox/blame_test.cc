// Whatever a call does to its process: it is the one that is blamed, and its neighbours are made.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "sandbox/support.h"

namespace gemmcheck::test {
namespace {

struct Row {
  Behaviour behaviour;
  Outcome outcome;
  int code = 0;
  int messages = 0;
  std::uint32_t effects = 0;
  Operand operand = Operand::kNone;
  bool ends_life = true;
  Guard guard = Guard::kEnd;
};

constexpr Row kRows[] = {
    {.behaviour = kCrashes, .outcome = Outcome::kCrash, .code = SIGSEGV},
    {.behaviour = kJumpsToNull, .outcome = Outcome::kCrash, .code = SIGSEGV},
    {.behaviour = kDividesByZero, .outcome = Outcome::kCrash, .code = SIGFPE},
    {.behaviour = kOverflowsStack, .outcome = Outcome::kCrash, .code = SIGSEGV},
    {.behaviour = kAborts, .outcome = Outcome::kCrash, .code = SIGABRT},
    {.behaviour = kRaisesAbort, .outcome = Outcome::kCrash, .code = SIGABRT},
    {.behaviour = kExitsSilently, .outcome = Outcome::kExit, .code = 3, .ends_life = false},
    {.behaviour = kExitsAtOnce, .outcome = Outcome::kExit, .code = 4, .ends_life = false},
    {.behaviour = kLeavesBySystemCall, .outcome = Outcome::kExit, .code = 5},
    {.behaviour = kExitsWithReport,
     .outcome = Outcome::kExit,
     .code = 255,
     .messages = 1,
     .ends_life = false},
    {.behaviour = kReports, .outcome = Outcome::kReturned, .messages = 1, .ends_life = false},
    {.behaviour = kReportsByWrite,
     .outcome = Outcome::kReturned,
     .messages = 1,
     .ends_life = false},
    {.behaviour = kReportsThenCrashes, .outcome = Outcome::kCrash, .code = SIGSEGV, .messages = 1},
    {.behaviour = kReportsAndWritesC,
     .outcome = Outcome::kReturned,
     .messages = 1,
     .effects = kEffectRefusedWroteC,
     .operand = Operand::kC,
     .ends_life = false},
    {.behaviour = kPrintsMuch, .outcome = Outcome::kReturned, .ends_life = false},
    {.behaviour = kPrintsMuchByWrite, .outcome = Outcome::kReturned, .ends_life = false},
    {.behaviour = kHangs, .outcome = Outcome::kHang},
    {.behaviour = kHangsWithReport, .outcome = Outcome::kHang, .messages = 1},
    {.behaviour = kKillsItself, .outcome = Outcome::kCrash, .code = SIGKILL},
    {.behaviour = kKillsItsGroup, .outcome = Outcome::kCrash, .code = SIGKILL},
    {.behaviour = kKillsItsParent, .outcome = Outcome::kCrash, .code = SIGKILL},
    {.behaviour = kWritesToA,
     .outcome = Outcome::kCrash,
     .code = SIGSEGV,
     .effects = kEffectAChanged,
     .operand = Operand::kA},
    {.behaviour = kWritesToB,
     .outcome = Outcome::kCrash,
     .code = SIGSEGV,
     .effects = kEffectBChanged,
     .operand = Operand::kB},
    {.behaviour = kWritesBeforeC,
     .outcome = Outcome::kReturned,
     .effects = kEffectOutsideWrite,
     .operand = Operand::kC,
     .ends_life = false},
    {.behaviour = kWritesBeforeC,
     .outcome = Outcome::kCrash,
     .code = SIGSEGV,
     .effects = kEffectOutsideRead,
     .operand = Operand::kC,
     .ends_life = false,
     .guard = Guard::kFront},
    {.behaviour = kWritesAfterC,
     .outcome = Outcome::kReturned,
     .effects = kEffectOutsideWrite,
     .operand = Operand::kC,
     .ends_life = false,
     .guard = Guard::kFront},
    {.behaviour = kReadsAfterA,
     .outcome = Outcome::kCrash,
     .code = SIGSEGV,
     .effects = kEffectOutsideRead,
     .operand = Operand::kA,
     .ends_life = false},
    {.behaviour = kReadsAfterAThenReports,
     .outcome = Outcome::kCrash,
     .code = SIGSEGV,
     .effects = kEffectOutsideRead,
     .operand = Operand::kA,
     .ends_life = false},
    {.behaviour = kReadsAfterAThenExits,
     .outcome = Outcome::kCrash,
     .code = SIGSEGV,
     .effects = kEffectOutsideRead,
     .operand = Operand::kA,
     .ends_life = false},
    {.behaviour = kReadsAfterAThenCrashes,
     .outcome = Outcome::kCrash,
     .code = SIGSEGV,
     .effects = kEffectOutsideRead,
     .operand = Operand::kA},
    {.behaviour = kReadsFarAfterA,
     .outcome = Outcome::kCrash,
     .code = SIGSEGV,
     .effects = kEffectOutsideRead,
     .operand = Operand::kA},
    {.behaviour = kReadsBeforeB,
     .outcome = Outcome::kCrash,
     .code = SIGSEGV,
     .effects = kEffectOutsideRead,
     .operand = Operand::kB,
     .ends_life = false,
     .guard = Guard::kFront},
    {.behaviour = kLeavesC,
     .outcome = Outcome::kReturned,
     .effects = kEffectUnwrittenC,
     .operand = Operand::kC,
     .ends_life = false},
};

class BlameTest : public testing::TestWithParam<Row> {};

SandboxOptions impatient() {
  SandboxOptions options = worker_options();
  options.deadline = std::chrono::milliseconds(300);
  return options;
}

void expect_clean(const Observation& observation) {
  EXPECT_EQ(observation.outcome, Outcome::kReturned);
  EXPECT_EQ(observation.messages, 0);
  EXPECT_EQ(observation.effects, 0u);
  EXPECT_EQ(observation.text_view(), "");
}

TEST_P(BlameTest, FallsOnTheCallInFlightAlone) {
  const Row& row = GetParam();
  const auto sandbox = start_double(impatient());
  Call guilty = call_for(row.behaviour);
  guilty.guard = static_cast<std::int32_t>(row.guard);
  const Call innocent = call_for(3);
  const auto observations = observe(*sandbox, {innocent, guilty, innocent, innocent});
  for (const int i : {0, 2, 3}) expect_clean(observations[i]);
  const Observation& seen = observations[1];
  EXPECT_EQ(seen.outcome, row.outcome);
  EXPECT_EQ(seen.code, row.code);
  EXPECT_EQ(seen.messages, row.messages);
  EXPECT_EQ(seen.effects & row.effects, row.effects);
  EXPECT_EQ(seen.effects != 0, row.effects != 0);
  EXPECT_EQ(seen.operand, row.operand);
  if (row.messages > 0) {
    EXPECT_EQ(seen.number, 9);
    EXPECT_EQ(seen.format, MessageFormat::kParameterToRoutine);
    EXPECT_EQ(seen.routine_view(), "DGEMM");
    EXPECT_THAT(std::string(seen.text_view()), testing::StartsWith("Parameter 9 to routine"));
  }
  EXPECT_EQ(sandbox->restarts(), row.ends_life ? 1u : 0u);
}

std::string name_of(const testing::TestParamInfo<Row>& info) {
  return "Behaviour" + std::to_string(info.param.behaviour) +
         (info.param.guard == Guard::kFront ? "Front" : "");
}
INSTANTIATE_TEST_SUITE_P(Double, BlameTest, testing::ValuesIn(kRows), name_of);

TEST(Blame, EveryBehaviourHasARow) {
  for (std::int64_t behaviour = kCrashes; behaviour < kCountsCalls; ++behaviour) {
    EXPECT_TRUE(std::any_of(std::begin(kRows), std::end(kRows), [&](const Row& row) {
      return row.behaviour == behaviour;
    })) << behaviour;
  }
}

TEST(Blame, FaultsAreLocatedRelativeToTheOperand) {
  const auto sandbox = start_double();
  Observation seen = observe(*sandbox, call_for(kReadsAfterA));
  EXPECT_EQ(seen.fault_offset, kReadsAfterA * 2 * 8);
  seen = observe(*sandbox, call_for(kWritesToB));
  EXPECT_EQ(seen.fault_offset, 0);
  seen = observe(*sandbox, call_for(kReadsFarAfterA));
  EXPECT_EQ(seen.fault_offset, kReadsFarAfterA * 2 * 8);
}

TEST(Blame, AGuardThatWasTouchedIsShutForTheNextCall) {
  const auto sandbox = start_double();
  const Call guilty = call_for(kReadsAfterA);
  for (const Observation& seen : observe(*sandbox, {guilty, guilty, guilty})) {
    EXPECT_EQ(seen.outcome, Outcome::kCrash);
    EXPECT_EQ(seen.effects, kEffectOutsideRead);
  }
  EXPECT_EQ(sandbox->restarts(), 0u);
}

TEST(Blame, MuchTextIsCutToItsHead) {
  const auto sandbox = start_double();
  for (const Behaviour behaviour : {kPrintsMuch, kPrintsMuchByWrite}) {
    const Observation seen = observe(*sandbox, call_for(behaviour));
    EXPECT_EQ(seen.text_size, seen.text.size());
    EXPECT_EQ(seen.format, MessageFormat::kUnread);
    expect_clean(observe(*sandbox, call_for(3)));
  }
}

// The life that printed is gone; what its successor prints begins with its own words.
TEST(Blame, TextOfADeadLifeStaysWithItsCall) {
  const auto sandbox = start_double();
  const auto seen = observe(*sandbox, {call_for(kReportsThenCrashes), call_for(kReportsByWrite)});
  EXPECT_EQ(seen[0].text_view(), seen[1].text_view());
  EXPECT_EQ(seen[1].messages, 1);
}

}  // namespace
}  // namespace gemmcheck::test
