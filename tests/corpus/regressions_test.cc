// The regressions of the corpus: one file a section of FINDINGS.md, predicted as it says, and still
// shown by the libraries of this machine that they are of.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "corpus/corpus_files.h"
#include "e2e/library.h"
#include "findings/lists.h"

namespace gemmcheck::testing {
namespace {

// A section of FINDINGS.md: its anchor and its text.
std::map<std::string, std::string> sections_of_findings() {
  const std::string text = read_all(GEMMCHECK_CORPUS "/../FINDINGS.md");
  const std::string head = "<a id=\"";
  std::map<std::string, std::string> sections;
  for (std::size_t at = text.find(head); at != std::string::npos;) {
    const std::size_t name = at + head.size();
    const std::size_t next = text.find(head, name);
    sections[text.substr(name, text.find('"', name) - name)] = text.substr(at, next - at);
    at = next;
  }
  return sections;
}

// The calls that a section names: what stands between backticks in its "Call" or "Calls" item.
std::vector<std::string> calls_of(const std::string& section) {
  const std::size_t begin = section.find("* **Call");
  const std::string item = section.substr(begin, section.find("\n* **", begin) - begin);
  std::vector<std::string> calls;
  for (std::size_t open = item.find('`'); open != std::string::npos;) {
    const std::size_t close = item.find('`', open + 1);
    std::string call = item.substr(open + 1, close - open - 1);
    std::replace(call.begin(), call.end(), '\n', ' ');
    calls.push_back(std::move(call));
    open = item.find('`', close + 1);
  }
  return calls;
}

TEST(RegressionsTest, EverySectionOfFindingsHasItsFile) {
  std::vector<std::string> sections;
  for (const auto& [anchor, text] : sections_of_findings()) sections.push_back(anchor);
  std::vector<std::string> names;
  for (const CorpusFile& file : files_in("regressions")) {
    names.push_back(file.name);
    EXPECT_NE(file.text.find("FINDINGS.md#" + file.name + "\n"), std::string::npos) << file.name;
  }
  EXPECT_EQ(names, sections);
}

TEST(RegressionsTest, FilesHoldTheCallsOfTheirSections) {
  const auto sections = sections_of_findings();
  for (const CorpusFile& file : files_in("regressions")) {
    std::set<std::string> lines;
    for (const Entry& entry : file.entries) lines.insert(print_call(entry.calls.back()));
    const auto section = sections.find(file.name);
    ASSERT_NE(section, sections.end()) << file.name;
    const std::vector<std::string> named = calls_of(section->second);
    EXPECT_FALSE(named.empty()) << file.name;
    for (const std::string& text : named) {
      const auto call = parse_call(text);
      ASSERT_TRUE(call) << file.name << ": " << text;
      EXPECT_TRUE(lines.contains(print_call(*call))) << file.name << " lacks " << text;
    }
  }
}

// Each line's prediction; where a file has none here all are accepted.
const std::map<std::string, std::vector<std::string>>& refused() {
  static const std::map<std::string, std::vector<std::string>> files = {
      {"openblas-ld-zero", {"lda", "ldb", "ldc", "lda", "ldb", "ldc"}},
      {"netlib-row-major-transb", {"transb", "transb", "transb", "transb", "transb"}},
  };
  return files;
}

TEST(RegressionsTest, ArePredictedAsFindingsSay) {
  for (const CorpusFile& file : files_in("regressions")) {
    std::vector<std::string> expected(file.entries.size(), "accepted");
    if (const auto row = refused().find(file.name); row != refused().end()) {
      expected.clear();
      for (const std::string& parameter : row->second) expected.push_back("refused " + parameter);
    }
    std::vector<std::string> found;
    for (const Entry& entry : file.entries) {
      found.push_back(predicted(entry.calls.back()));
      EXPECT_EQ(entry.expect, "") << "made on a library, not asked of the validator";
    }
    EXPECT_EQ(found, expected) << file.name;
  }
}

class StillShownTest : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Libraries, StillShownTest, ::testing::Values("openblas", "netlib", "blis"),
                         [](const auto& info) { return std::string(info.param); });

// The known list says which versions and cores show a file: an entry that links to its section, or
// has one of its calls for an example.
bool is_of(const CorpusFile& file, const ListEntry& entry) {
  if (entry.list != ListKind::kKnown) return false;
  return entry.link == "FINDINGS.md#" + file.name ||
         std::any_of(file.entries.begin(), file.entries.end(),
                     [&](const Entry& one) { return one.calls.back() == entry.example; });
}

TEST_P(StillShownTest, OnTheLibrariesThatTheKnownListNames) {
  OpenLibrary opened(GetParam());
  if (!opened.sandbox) GTEST_SKIP() << opened.why;
  const auto lists = Lists::load({GEMMCHECK_CORPUS "/lists"});
  ASSERT_TRUE(lists) << lists.error().message;
  Examiner examiner = opened.examiner();
  const std::vector<const ListEntry*> here = lists->for_library(examiner.library());
  int files = 0;
  for (const CorpusFile& file : files_in("regressions")) {
    if (std::none_of(here.begin(), here.end(),
                     [&](const ListEntry* entry) { return is_of(file, *entry); })) {
      continue;
    }
    ++files;
    for (const Entry& entry : file.entries) {
      SCOPED_TRACE(file.name + ": " + print_call(entry.calls.back()));
      const auto examined = examiner.examine(entry.calls, Lives::kOne);
      ASSERT_TRUE(examined) << examined.error().message;
      ASSERT_TRUE(examined->back().key) << "agrees";
      const ListEntry* listed = lists->find(examiner.library(), entry.calls.back(),
                                            *examined->back().key, examiner.contract());
      ASSERT_NE(listed, nullptr) << to_string(*examined->back().key, examiner.contract());
      EXPECT_EQ(listed->list, ListKind::kKnown) << listed->reason;
    }
  }
  if (files == 0) GTEST_SKIP() << "no regression is of this version and core";
}

}  // namespace
}  // namespace gemmcheck::testing
