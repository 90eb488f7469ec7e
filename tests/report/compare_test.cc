// What is said of a comparison.
#include "report/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gemmcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

LibraryInfo library(const std::string& version, const std::string& path) {
  LibraryInfo info;
  info.name = "openblas";
  info.version = version;
  info.path = path;
  return info;
}

std::vector<std::string> labels(const std::vector<LibraryInfo>& libraries) {
  return library_labels(libraries);
}

TEST(LabelsTest, TitlesThatDifferAreEnough) {
  EXPECT_THAT(labels({library("1", "/a/lib.so"), library("2", "/b/lib.so")}),
              ElementsAre("openblas 1", "openblas 2"));
}

TEST(LabelsTest, PathsTellNamesakesApart) {
  EXPECT_THAT(labels({library("1", "/opt/ab/lib/x.so"), library("2", "/opt/x.so"),
                      library("1", "/opt/ac/lib/x.so")}),
              ElementsAre("openblas 1 [ab/lib/x.so]", "openblas 2", "openblas 1 [ac/lib/x.so]"));
  EXPECT_THAT(labels({library("1", "/opt/x.so"), library("1", "/opt/x.so.0")}),
              ElementsAre("openblas 1 [x.so]", "openblas 1 [x.so.0]"));
}

TEST(LabelsTest, TheSameFileIsNumbered) {
  EXPECT_THAT(labels({library("1", "/a/x.so"), library("1", "/a/x.so")}),
              ElementsAre("openblas 1 #1", "openblas 1 #2"));
  EXPECT_THAT(
      labels({library("1", "/a/x.so"), library("1", "/b/x.so"), library("1", "/a/x.so")}),
      ElementsAre("openblas 1 [a/x.so] #1", "openblas 1 [b/x.so]", "openblas 1 [a/x.so] #2"));
}

Comparison comparison() {
  Answer past_a;
  past_a.kind = AnswerKind::kCrashed;
  past_a.effects = kEffectOutsideRead;
  past_a.operand = Operand::kA;
  past_a.outcome = Outcome::kCrash;
  Answer refused;
  refused.kind = AnswerKind::kRefused;
  refused.parameter = Key::kLda;
  refused.outcome = Outcome::kExit;
  Difference difference;
  difference.call = baseline(Api::kDgemm);
  difference.original = difference.call;
  difference.answers = {past_a, refused, Answer{}};
  Comparison comparison;
  comparison.libraries = {library("1", "/a/x.so"), library("1", "/b/x.so"), library("2", "/x.so")};
  comparison.not_reduced = 3;
  comparison.causes = {{"a cause", {difference, difference}, 0}};
  return comparison;
}

TEST(ComparisonReportTest, TextTellsLabelsAndAnswers) {
  const std::string text = comparison_summary(comparison());
  EXPECT_THAT(text, HasSubstr("openblas 1 [a/x.so] · openblas 1 [b/x.so] · openblas 2 · "));
  EXPECT_THAT(text, HasSubstr("openblas 1 [a/x.so]  crashed (outside-read of A)   <- alone\n"));
  EXPECT_THAT(text, HasSubstr("openblas 1 [b/x.so]  refused, lda\n"));
  EXPECT_THAT(text, HasSubstr("openblas 2           has no such function\n"));
  EXPECT_THAT(text, HasSubstr("3 differences not reduced\n"));
}

// Without line breaks and blanks that only lay it out.
std::string compact(const std::string& json) {
  std::string text;
  bool quoted = false;
  for (const char c : json) {
    if (c == '"') quoted = !quoted;
    if (quoted || (c != ' ' && c != '\n')) text += c;
  }
  return text;
}

TEST(ComparisonReportTest, JsonTellsTheSame) {
  const std::string json = compact(comparison_json(comparison()));
  EXPECT_THAT(json, HasSubstr(R"j("differences":2,"causes":[)j"));
  EXPECT_THAT(json, HasSubstr(R"j("not_reduced":3)j"));
  EXPECT_THAT(json, HasSubstr(R"j("label":"openblas 1 [b/x.so]")j"));
  EXPECT_THAT(json, HasSubstr(R"j("odd_one":"openblas 1 [a/x.so]")j"));
  EXPECT_THAT(
      json,
      HasSubstr(R"j({"library":"openblas 1 [a/x.so]","answer":"crashed (outside-read of A)",)j"
                R"j("kind":"crashed","outcome":"crash","parameter":null,)j"
                R"j("effects":["outside-read"],"operand":"A"})j"));
  EXPECT_THAT(json, HasSubstr(R"j("answer":"refused, lda","kind":"refused","outcome":"exit",)j"
                              R"j("parameter":"lda","effects":[],"operand":null})j"));
  EXPECT_THAT(json, HasSubstr(R"j("kind":"has no such function","outcome":null)j"));
}

}  // namespace
}  // namespace gemmcheck
