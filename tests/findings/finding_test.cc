// The words of findings, line by line.
#include "findings/finding.h"

#include <gtest/gtest.h>

#include <csignal>
#include <string>

#include "samples.h"

namespace gemmcheck {
namespace {

Finding finding_of(Kind kind, std::string_view line) {
  return finding_of(kind, line, "/lib/libblas.so");
}

void say(Finding& finding, std::string_view text) {
  finding.observation.text_size = static_cast<std::uint32_t>(
      text.copy(finding.observation.text.data(), finding.observation.text.size()));
}

TEST(FindingText, Expected) {
  EXPECT_EQ(expected_text(finding_of(Kind::kStatus, "dgemm_ m=0 lda=0")), "refused, lda");
  EXPECT_EQ(expected_text(finding_of(Kind::kResult, "dgemm_")), "accepted");
  Finding finding = finding_of(Kind::kParameter, "cblas_dgemm layout=RowMajor lda=0");
  finding.key.clause = kNumberingClause;
  EXPECT_EQ(expected_text(finding), "refused, lda as parameter 9");
}

TEST(FindingText, Status) {
  Finding finding = finding_of(Kind::kStatus, "dgemm_ m=0 lda=0");
  EXPECT_EQ(observed_text(finding), "accepted");
  finding = finding_of(Kind::kStatus, "dgemm_");
  finding.verdict.observed = kRefused;
  finding.verdict.reported = Key::kLdb;
  finding.observation.messages = 1;
  say(finding, " ** On entry to DGEMM  parameter number 10 had\n");
  EXPECT_EQ(observed_text(finding),
            "refused, ldb (message: ** On entry to DGEMM  parameter number 10 had)");
}

TEST(FindingText, Parameter) {
  Finding finding = finding_of(Kind::kParameter, "dgemm_ lda=0");
  finding.verdict.observed = kRefused;
  finding.verdict.reported = Key::kLdb;
  finding.observation.messages = 1;
  finding.observation.number = 10;
  say(finding, "number 10");
  EXPECT_EQ(observed_text(finding), "refused, but for ldb (message: number 10)");
  finding.verdict.reported = Key::kNone;
  finding.observation.number = 77;
  EXPECT_EQ(observed_text(finding),
            "refused, but for parameter 77, which is none (message: number 10)");
  finding.key.clause = kNumberingClause;
  finding.observation.number = 8;
  EXPECT_EQ(observed_text(finding), "refused, but as parameter 8 (message: number 10)");
}

TEST(FindingText, Deaths) {
  Finding finding = finding_of(Kind::kCrash, "dgemm_ m=2 n=2 k=2");
  finding.verdict.observed = 0;
  Observation& observation = finding.observation;
  observation.outcome = Outcome::kCrash;
  observation.code = SIGSEGV;
  EXPECT_EQ(observed_text(finding), "crashed (SIGSEGV)");

  finding.key.kind = Kind::kFootprint;
  observation.effects = kEffectOutsideRead;
  observation.operand = Operand::kA;
  observation.fault_offset = 40;
  EXPECT_EQ(observed_text(finding), "crashed (SIGSEGV), reading 8 bytes after the end of A");
  observation.fault_offset = 32;
  EXPECT_EQ(observed_text(finding), "crashed (SIGSEGV), reading just after the end of A");
  observation.effects = kEffectOutsideWrite;
  observation.operand = Operand::kC;
  observation.fault_offset = -1;
  EXPECT_EQ(observed_text(finding), "crashed (SIGSEGV), writing 1 byte before the start of C");

  finding.key.kind = Kind::kCrash;
  observation = Observation{};
  observation.outcome = Outcome::kExit;
  observation.code = 3;
  EXPECT_EQ(observed_text(finding), "ended the process (exit status 3) without a parameter report");
  finding.key.kind = Kind::kHang;
  EXPECT_EQ(observed_text(finding), "did not return");
}

TEST(FindingText, WriteBesideAnOperandThatDidNotFault) {
  Finding finding = finding_of(Kind::kFootprint, "dgemm_ m=2");
  finding.observation.effects = kEffectOutsideWrite;
  finding.observation.operand = Operand::kC;
  finding.observation.fault_offset = 0;
  EXPECT_EQ(observed_text(finding), "accepted, but memory around C was written");
}

TEST(FindingText, Effects) {
  Finding finding = finding_of(Kind::kEffect, "dgemm_ m=-1");
  finding.verdict.observed = kRefused;
  finding.key.effect = finding.observation.effects = kEffectRefusedWroteC;
  finding.observation.operand = Operand::kC;
  finding.observation.row = 0;
  finding.observation.column = 1;
  finding.observation.expected = {3, 0};
  finding.observation.actual = {6, 0};
  EXPECT_EQ(observed_text(finding), "refused, but C[0,1] changed from 3 to 6");
  finding.verdict.observed = kAccepted;
  finding.key.effect = finding.observation.effects = kEffectGapChanged;
  EXPECT_EQ(observed_text(finding), "accepted, but C[0,1], in a gap, changed from 3 to 6");
  finding.observation = Observation{};
  finding.observation.outcome = Outcome::kCrash;
  finding.observation.code = SIGSEGV;
  finding.observation.operand = Operand::kA;
  finding.key.effect = finding.observation.effects = kEffectAChanged;
  EXPECT_EQ(observed_text(finding), "crashed (SIGSEGV), writing to A");
}

TEST(FindingText, Results) {
  Finding finding = finding_of(Kind::kResult, "dgemm_ n=2");
  finding.key.effect = finding.observation.effects = kEffectWrongC;
  finding.observation.operand = Operand::kC;
  finding.observation.row = 0;
  finding.observation.column = 1;
  finding.observation.expected = {6, 0};
  finding.observation.actual = {__builtin_nan(""), 0};
  EXPECT_EQ(observed_text(finding), "C[0,1] = nan, expected 6");
  finding.key.effect = finding.observation.effects = kEffectUnwrittenC;
  EXPECT_EQ(observed_text(finding), "C[0,1] not written, expected 6");
  finding.call = call_of("zgemm_ n=2");
  finding.key.effect = finding.observation.effects = kEffectWrongC;
  finding.observation.expected = {6, -1};
  finding.observation.actual = {6, __builtin_inf()};
  EXPECT_EQ(observed_text(finding), "C[0,1] = 6:inf, expected 6:-1");
}

TEST(FindingText, ExplanationNamesTheViolatedClauses) {
  const std::string text = explanation_text(finding_of(Kind::kStatus, "dgemm_ m=0 lda=0"));
  EXPECT_NE(text.find("lda = 0"), std::string::npos) << text;
  EXPECT_EQ(text.find("ldb"), std::string::npos) << text;
  EXPECT_EQ(explanation_text(finding_of(Kind::kResult, "dgemm_")),
            "the call keeps every clause of netlib");
  Finding finding = finding_of(Kind::kParameter, "cblas_dgemm lda=0");
  finding.key.clause = kNumberingClause;
  EXPECT_EQ(explanation_text(finding),
            "netlib numbers parameters by another scheme (cblas): lda is parameter 9");
}

}  // namespace
}  // namespace gemmcheck
