// Prediction against observation, kind by kind.
#include "verdict/verdict.h"

#include <gtest/gtest.h>

#include <string>

#include "observations.h"

namespace gemmcheck {
namespace {

constexpr const char* kLegal = "cblas_dgemm m=2 n=3 k=4";
constexpr const char* kShortLda = "cblas_dgemm m=2 n=3 k=4 lda=1";
constexpr const char* kShortLdaAndM = "cblas_dgemm m=-1 n=3 k=4 lda=0";
constexpr const char* kNullA = "cblas_dgemm A=null";

struct Row {
  const char* what;
  const char* call;
  Observation observation;
  Judgement judgement;
  Kind kind = Kind::kCount;
  Operand operand = Operand::kNone;
  StatusSet observed = 0;
  Key reported = Key::kNone;
};

std::string text(const Verdict& verdict) {
  std::string out(judgement_name(verdict.judgement));
  return out.append(" ").append(kind_name(verdict.kind));
}

void expect(const Row& row, const Prediction& prediction, const Contract& contract) {
  const Verdict verdict =
      judge(call_of(row.call), prediction, row.observation, contract, Numbering{});
  EXPECT_EQ(verdict.judgement, row.judgement) << row.what << ": " << text(verdict);
  EXPECT_EQ(verdict.kind, row.kind) << row.what << ": " << text(verdict);
  EXPECT_EQ(verdict.operand, row.operand) << row.what;
  EXPECT_EQ(verdict.observed, row.observed) << row.what;
  EXPECT_EQ(verdict.reported, row.reported) << row.what;
}

constexpr Judgement kAgree = Judgement::kAgree;
constexpr Judgement kDisagree = Judgement::kDisagree;

TEST(Verdict, OfSettledPredictions) {
  const Row rows[] = {
      {"accepted", kLegal, returned(), kAgree, Kind::kCount, Operand::kNone, kAccepted},
      {"refused", kShortLda, refused(9), kAgree, Kind::kCount, Operand::kNone, kRefused, Key::kLda},
      // Netlib's CBLAS handler exits.
      {"refused by exit", kShortLda, exited(refused(9), 255), kAgree, Kind::kCount, Operand::kNone,
       kRefused, Key::kLda},
      {"refused by Fortran", "dgemm_ m=-1", refused(3), kAgree, Kind::kCount, Operand::kNone,
       kRefused, Key::kM},
      {"not made", kLegal, ended(Outcome::kNotMade), Judgement::kNotJudged},
      {"not made, to be refused", kShortLda, ended(Outcome::kNotMade), Judgement::kNotJudged},

      {"signal", kLegal, crashed(SIGSEGV), kDisagree, Kind::kCrash},
      {"abort of an illegal call", kShortLda, crashed(SIGABRT), kDisagree, Kind::kCrash},
      {"exit without a word", kShortLda, exited(returned(), 1), kDisagree, Kind::kCrash},
      {"hang", kLegal, ended(Outcome::kHang), kDisagree, Kind::kHang},

      {"read past A", kLegal, crashed(SIGSEGV, kEffectOutsideRead, Operand::kA), kDisagree,
       Kind::kFootprint, Operand::kA},
      {"written past C", kLegal, crashed(SIGSEGV, kEffectOutsideWrite, Operand::kC), kDisagree,
       Kind::kFootprint, Operand::kC},
      // A call that had to be refused says nothing true of its memory: who dies of it accepted it.
      {"died at work on an illegal call", kShortLda,
       crashed(SIGSEGV, kEffectOutsideWrite, Operand::kC), kDisagree, Kind::kStatus, Operand::kNone,
       kAccepted},
      {"died of a null operand of an illegal call", "cblas_dgemm lda=0 A=null", crashed(SIGSEGV),
       kDisagree, Kind::kStatus, Operand::kNone, kAccepted},
      {"died of a null scalar of an illegal call", "dgemm_ lda=0 alpha=null", crashed(SIGSEGV),
       kDisagree, Kind::kStatus, Operand::kNone, kAccepted},
      {"died far from an operand that is larger than its memory", "dgemm_ lda=0 n=2 ldc=131584",
       crashed(SIGSEGV), kDisagree, Kind::kStatus, Operand::kNone, kAccepted},
      {"died where an illegal op leads", "cblas_dgemm transa=ConjNoTrans k=2 lda=496642",
       crashed(SIGSEGV), kDisagree, Kind::kStatus, Operand::kNone, kAccepted},
      {"died of a file's mapping beyond a null operand", "cblas_dgemm lda=0 A=null",
       crashed(SIGBUS), kDisagree, Kind::kStatus, Operand::kNone, kAccepted},
      {"died elsewhere", "dgemm_ n=-1", crashed(SIGSEGV), kDisagree, Kind::kCrash},
      {"died after it had refused", kShortLda,
       [] {
         Observation observation = crashed(SIGSEGV, kEffectOutsideWrite, Operand::kC);
         observation.messages = 1;
         return observation;
       }(),
       kDisagree, Kind::kFootprint, Operand::kC},
      {"fault nowhere near an operand", kLegal, crashed(SIGSEGV, kEffectOutsideRead), kDisagree,
       Kind::kCrash},
      {"pattern behind B changed", kLegal,
       [] {
         Observation observation = returned(kEffectOutsideWrite);
         observation.operand = Operand::kB;
         return observation;
       }(),
       kDisagree, Kind::kFootprint, Operand::kB, kAccepted},

      {"write to read-only A", kLegal, crashed(SIGSEGV, kEffectAChanged, Operand::kA), kDisagree,
       Kind::kEffect, Operand::kA},
      {"write to read-only B", kLegal, crashed(SIGSEGV, kEffectBChanged, Operand::kB), kDisagree,
       Kind::kEffect, Operand::kB},

      {"accepted an illegal call", kShortLda, returned(), kDisagree, Kind::kStatus, Operand::kNone,
       kAccepted},
      {"refused a legal call", kLegal, refused(9), kDisagree, Kind::kStatus, Operand::kNone,
       kRefused, Key::kLda},
      {"the status goes before effects", kShortLda, returned(kEffectWrongC | kEffectAChanged),
       kDisagree, Kind::kStatus, Operand::kNone, kAccepted},

      {"refused, C written", kShortLda, with_effects(refused(9), kEffectRefusedWroteC), kDisagree,
       Kind::kEffect, Operand::kC, kRefused, Key::kLda},
      {"refused by exit, C written", kShortLda,
       exited(with_effects(refused(9), kEffectRefusedWroteC), 255), kDisagree, Kind::kEffect,
       Operand::kC, kRefused, Key::kLda},
      {"A changed", kLegal, returned(kEffectAChanged), kDisagree, Kind::kEffect, Operand::kA,
       kAccepted},
      {"B changed", kLegal, returned(kEffectBChanged | kEffectWrongC), kDisagree, Kind::kEffect,
       Operand::kB, kAccepted},
      {"gap changed", kLegal, returned(kEffectGapChanged), kDisagree, Kind::kEffect, Operand::kC,
       kAccepted},
      {"effects go before the parameter", kShortLda, with_effects(refused(4), kEffectBChanged),
       kDisagree, Kind::kEffect, Operand::kB, kRefused, Key::kM},

      {"wrong C", kLegal, returned(kEffectWrongC), kDisagree, Kind::kResult, Operand::kC,
       kAccepted},
      {"unwritten C", kLegal, returned(kEffectUnwrittenC), kDisagree, Kind::kResult, Operand::kC,
       kAccepted},

      // A refused call owes no result.
      {"refused, results unjudged", kShortLda,
       with_effects(refused(9), kEffectWrongC | kEffectUnwrittenC), kAgree, Kind::kCount,
       Operand::kNone, kRefused, Key::kLda},

      {"another parameter", kShortLda, refused(4), kDisagree, Kind::kParameter, Operand::kNone,
       kRefused, Key::kM},
      {"a number without parameter", kShortLda, refused(77), kDisagree, Kind::kParameter,
       Operand::kNone, kRefused, Key::kNone},
      {"the second of two", kShortLdaAndM, refused(9), kDisagree, Kind::kParameter, Operand::kNone,
       kRefused, Key::kLda},
      {"the first of two", kShortLdaAndM, refused(4), kAgree, Kind::kCount, Operand::kNone,
       kRefused, Key::kM},
      // What cannot be read tells that the call was refused and no more.
      {"unread message", kShortLda, refused(4, MessageFormat::kUnread), kAgree, Kind::kCount,
       Operand::kNone, kRefused},
      {"unread message about a legal call", kLegal, refused(4, MessageFormat::kUnread), kDisagree,
       Kind::kStatus, Operand::kNone, kRefused},
  };
  for (const Row& row : rows) {
    expect(row, predict(call_of(row.call), netlib_contract()), netlib_contract());
  }
}

TEST(Verdict, OfUndefinedCallsIsNone) {
  const Prediction prediction = predict(call_of(kNullA), netlib_contract());
  ASSERT_EQ(prediction.standing, Standing::kUndefined);
  for (const Observation& observation :
       {returned(), refused(9), crashed(SIGSEGV), ended(Outcome::kHang),
        crashed(SIGSEGV, kEffectOutsideRead, Operand::kA), returned(kEffectWrongC)}) {
    expect({"undefined", kNullA, observation, Judgement::kNotJudged}, prediction,
           netlib_contract());
  }
}

TEST(Verdict, OfUnsettledPredictions) {
  Prediction prediction = predict(call_of(kShortLda), netlib_contract());
  prediction.standing = Standing::kUnsettled;
  const Row rows[] = {
      {"in the set", kShortLda, refused(9), Judgement::kUnsettled, Kind::kCount, Operand::kNone,
       kRefused, Key::kLda},
      {"in the set, parameter unjudged", kShortLda, refused(4), Judgement::kUnsettled, Kind::kCount,
       Operand::kNone, kRefused, Key::kM},
      {"outside the set", kShortLda, returned(), kDisagree, Kind::kStatus, Operand::kNone,
       kAccepted},
      {"crash", kShortLda, crashed(SIGABRT), kDisagree, Kind::kCrash},
      {"effect", kShortLda, with_effects(refused(9), kEffectRefusedWroteC), kDisagree,
       Kind::kEffect, Operand::kC, kRefused, Key::kLda},
  };
  for (const Row& row : rows) expect(row, prediction, netlib_contract());

  prediction.statuses = kAccepted | kRefused;
  expect({"wrong C", kShortLda, returned(kEffectWrongC), kDisagree, Kind::kResult, Operand::kC,
          kAccepted},
         prediction, netlib_contract());
  expect({"accepted", kShortLda, returned(), Judgement::kUnsettled, Kind::kCount, Operand::kNone,
          kAccepted},
         prediction, netlib_contract());
}

TEST(Verdict, WithoutKnownPrecedenceTheParameterIsRecorded) {
  Contract contract = netlib_contract();
  contract.precedence_settled = false;
  const Prediction two = predict(call_of(kShortLdaAndM), netlib_contract());
  expect({"not the first", kShortLdaAndM, refused(9), Judgement::kUnsettled, Kind::kCount,
          Operand::kNone, kRefused, Key::kLda},
         two, contract);
  expect({"the first", kShortLdaAndM, refused(4), kAgree, Kind::kCount, Operand::kNone, kRefused,
          Key::kM},
         two, contract);
  const Prediction one = predict(call_of(kShortLda), netlib_contract());
  expect({"only one", kShortLda, refused(4), kDisagree, Kind::kParameter, Operand::kNone, kRefused,
          Key::kM},
         one, contract);
}

TEST(Verdict, ReadsNumbersByTheLibrarysNumbering) {
  const Call call = call_of("cblas_dgemm layout=RowMajor m=2 n=3 k=4 lda=3");
  const Prediction prediction = predict(call, netlib_contract());
  Numbering numbering;
  const auto format = static_cast<std::size_t>(MessageFormat::kOnEntryTo);
  numbering.schemes[static_cast<std::size_t>(Convention::kCblas)][format] =
      Scheme::kFortranOfSwappedCall;
  // lda of the caller is ldb of the swapped call, number 10 in Fortran.
  const Observation observation = refused(10, MessageFormat::kOnEntryTo);
  EXPECT_EQ(judge(call, prediction, observation, netlib_contract(), numbering).judgement, kAgree);
  EXPECT_EQ(judge(call, prediction, observation, netlib_contract(), numbering).reported, Key::kLda);
  EXPECT_EQ(judge(call, prediction, observation, netlib_contract(), Numbering{}).kind,
            Kind::kParameter);
}

TEST(Verdict, ObservedStatusNeedsACallThatCameBack) {
  const Call call = call_of(kLegal);
  EXPECT_EQ(observed_status(call, returned()), kAccepted);
  EXPECT_EQ(observed_status(call, refused(3)), kRefused);
  EXPECT_EQ(observed_status(call, exited(refused(3), 255)), kRefused);
  EXPECT_EQ(observed_status(call, exited(returned(), 0)), 0u);
  EXPECT_EQ(observed_status(call, crashed(SIGSEGV)), 0u);
  EXPECT_EQ(observed_status(call, ended(Outcome::kHang)), 0u);
  EXPECT_EQ(observed_status(call, ended(Outcome::kNotMade)), 0u);
  Observation reported_then_died = refused(9);
  reported_then_died.outcome = Outcome::kCrash;
  EXPECT_EQ(observed_status(call, reported_then_died), 0u);
}

TEST(Verdict, HasAName) {
  for (int i = 0; i < static_cast<int>(Kind::kCount); ++i)
    EXPECT_NE(kind_name(static_cast<Kind>(i)), "");
  EXPECT_EQ(kind_name(Kind::kCrash), "crash");
  EXPECT_EQ(kind_name(Kind::kParameter), "parameter");
  EXPECT_EQ(kind_name(Kind::kCount), "");
  EXPECT_EQ(judgement_name(Judgement::kAgree), "agree");
  EXPECT_EQ(judgement_name(Judgement::kNotJudged), "not judged");
}

}  // namespace
}  // namespace gemmcheck
