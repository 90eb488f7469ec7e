// The corpus as it is delivered: every file is read, stands in canonical form and says what the
// validator says.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "call/text.h"
#include "contract/predict.h"
#include "generate/coverage.h"

namespace gemmcheck {
namespace {

namespace fs = std::filesystem;

struct File {
  std::string name;
  std::string text;
  std::vector<Entry> entries;
};

std::vector<File> files_in(const std::string& folder) {
  std::vector<File> files;
  for (const auto& at : fs::directory_iterator(GEMMCHECK_CORPUS "/" + folder)) {
    std::ifstream stream(at.path());
    std::ostringstream text;
    text << stream.rdbuf();
    File file{at.path().filename().string(), text.str(), {}};
    auto entries = parse_entries(file.text);
    EXPECT_TRUE(entries) << (entries ? "" : to_string(entries.error(), file.name));
    if (entries) file.entries = std::move(*entries);
    EXPECT_FALSE(file.entries.empty()) << file.name;
    files.push_back(std::move(file));
  }
  EXPECT_FALSE(files.empty()) << folder;
  return files;
}

// The lines of a file that are no comments.
std::vector<std::string> call_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (!line.empty() && line.front() != '#') lines.push_back(line);
  }
  return lines;
}

// "refused lda", "accepted", ...
std::string predicted(const Call& call) {
  const Prediction prediction = predict(call);
  if (prediction.standing != Standing::kSettled)
    return std::string(standing_name(prediction.standing));
  if (prediction.deciding == kNoClause) return "accepted";
  return "refused " +
         std::string(key_name(netlib_contract().clauses[prediction.deciding].parameter));
}

TEST(CorpusTest, LinesAreInCanonicalForm) {
  for (const char* folder : {"seeds", "regressions", "reports"}) {
    for (const File& file : files_in(folder)) {
      std::vector<std::string> printed;
      for (const Entry& entry : file.entries) {
        for (const Call& call : entry.calls) printed.push_back(print_call(call));
      }
      EXPECT_EQ(call_lines(file.text), printed) << file.name;
    }
  }
}

TEST(CorpusTest, ReportsComeToWhatTheyExpect) {
  for (const File& file : files_in("reports")) {
    EXPECT_NE(file.text.find("https://"), std::string::npos) << file.name;
    for (const Entry& entry : file.entries) {
      const std::string answer = predicted(entry.calls.back());
      EXPECT_TRUE(answer == entry.expect ||
                  (entry.expect == "refused" && answer.starts_with("refused ")))
          << file.name << ':' << entry.line << ": " << answer << ", expected " << entry.expect;
    }
  }
}

// One file a cause, named like its section of FINDINGS.md.
TEST(CorpusTest, EveryFindingHasItsRegression) {
  std::ifstream stream(GEMMCHECK_CORPUS "/../FINDINGS.md");
  std::vector<std::string> anchors;
  const std::string head = "<a id=\"";
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with(head))
      anchors.push_back(line.substr(head.size(), line.find('"', head.size()) - head.size()) +
                        ".txt");
  }
  std::sort(anchors.begin(), anchors.end());
  std::vector<std::string> names;
  for (const File& file : files_in("regressions")) names.push_back(file.name);
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, anchors);
}

TEST(CorpusTest, RegressionsAreOfDefinedCalls) {
  for (const File& file : files_in("regressions")) {
    for (const Entry& entry : file.entries) {
      EXPECT_EQ(predict(entry.calls.back()).standing, Standing::kSettled)
          << print_call(entry.calls.back());
      EXPECT_EQ(entry.expect, "") << "made on a library, not asked of the validator";
    }
  }
}

TEST(CorpusTest, SeedsBreakEveryRuleAndMeetEveryBound) {
  Coverage coverage(netlib_contract());
  for (const File& file : files_in("seeds")) {
    for (const Entry& entry : file.entries) {
      const Call& call = entry.calls.back();
      const Prediction prediction = predict(call);
      EXPECT_NE(prediction.standing, Standing::kUndefined) << print_call(call);
      coverage.add(call, prediction);
    }
  }
  const Coverage::Summary summary = coverage.summary();
  EXPECT_EQ(summary.violated_alone, summary.clauses);
  EXPECT_EQ(summary.just_met, summary.bounds);
  EXPECT_GT(summary.accepted, 200u);
}

}  // namespace
}  // namespace gemmcheck
