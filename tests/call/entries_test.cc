// Corpus files: comments, entries of several calls, and what is no file of calls.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "call/text.h"

namespace gemmcheck {
namespace {

using testing::HasSubstr;

// "LINE: CALL; CALL" for each entry.
std::vector<std::string> read(std::string_view text) {
  std::vector<std::string> lines;
  const auto entries = parse_entries(text);
  if (!entries) return {to_string(entries.error(), "error")};
  for (const Entry& entry : *entries) {
    std::string line = std::to_string(entry.line) + ':';
    for (const Call& call : entry.calls) line += ' ' + print_call(call) + ';';
    lines.push_back(line);
  }
  return lines;
}

using Lines = std::vector<std::string>;

TEST(EntriesTest, NothingIsNoEntry) {
  EXPECT_EQ(read(""), Lines{});
  EXPECT_EQ(read("\n\n  \t\n# only words\n   # more\n#"), Lines{});
}

TEST(EntriesTest, CallsAndComments) {
  EXPECT_EQ(read("# head\n"
                 "dgemm_ m=2\n"
                 "\n"
                 "dgemm_ m=3 # why it is here \\\n"
                 "dgemm_ transa=#47 n=4   #\n"
                 "  sgemm_"),
            (Lines{"2: dgemm_ m=2;", "4: dgemm_ m=3;", "5: dgemm_ transa=#47 n=4;", "6: sgemm_;"}));
}

TEST(EntriesTest, ContinuedEntries) {
  EXPECT_EQ(read("dgemm_ m=1 n=2 \\\n"
                 "# what comes next is judged\n"
                 "sgemm_ m=2\\ # still the stage\n"
                 "  cgemm_ m=3\n"
                 "zgemm_\n"),
            (Lines{"4: dgemm_ n=2; sgemm_ m=2; cgemm_ m=3;", "5: zgemm_;"}));
}

TEST(EntriesTest, CarriageReturns) {
  EXPECT_EQ(read("# a\r\ndgemm_ m=2 \\\r\nsgemm_\r\n\r\nsgemm_ m=4 # b\r\nsgemm_ m=5\r"),
            (Lines{"3: dgemm_ m=2; sgemm_;", "5: sgemm_ m=4;", "6: sgemm_ m=5;"}));
}

struct Row {
  std::string_view text;
  int line;
  int column;
  std::string_view key;
  std::string_view message;
};

TEST(EntriesTest, Errors) {
  using namespace std::string_view_literals;
  constexpr std::string_view kNoneFollows = "joins the next call to this one, but none follows";
  const Row rows[] = {
      {"# a\n\ndgemm_ m=2\n  dgemm_ m=x\n", 4, 12, "m", "\"x\" is no decimal integer"},
      {"dgemm_ m=1 \\\ndgemm_ lda=", 2, 12, "lda", "is no decimal integer"},
      {"dgemm_ \\", 1, 8, "", kNoneFollows},
      {"dgemm_\\  \n# end\n", 1, 7, "", kNoneFollows},
      {"dgemm_\ndgemm_ m=3 \\\n\ndgemm_\n", 2, 12, "", kNoneFollows},
      {"\\\ndgemm_\n", 1, 1, "", "a line begins with an API"},
      {"dgemm_ \\ m=1\n", 1, 8, "", "\"\\\" has no value"},
      {"dgemm_\n# a\0b\n"sv, 2, 4, "", "NUL"},
      {"dgemm_ m=1\0"sv, 1, 11, "", "NUL"},
      {"dgemm_ m=1 #47", 1, 12, "", "\"#47\" has no value"},
  };
  for (const Row& row : rows) {
    const auto entries = parse_entries(row.text);
    ASSERT_FALSE(entries) << row.text;
    EXPECT_EQ(entries.error().line, row.line) << row.text;
    EXPECT_EQ(entries.error().column, row.column) << row.text;
    EXPECT_EQ(entries.error().key, row.key) << row.text;
    EXPECT_THAT(entries.error().message, HasSubstr(std::string(row.message))) << row.text;
  }
}

TEST(EntriesTest, OverlongLines) {
  const std::string longest = "#" + std::string(kMaxLine - 1, 'x');
  EXPECT_TRUE(parse_entries("dgemm_\n" + longest + "\r\n"));
  const auto entries = parse_entries("dgemm_\n" + longest + "x\n");
  ASSERT_FALSE(entries);
  EXPECT_EQ(entries.error().line, 2);
  EXPECT_EQ(entries.error().column, kMaxLine + 1);
}

TEST(Entries, ExpectationsBelongToTheNextEntry) {
  const auto entries = parse_entries(
      "#expect refused lda \n# why\ndgemm_ m=2 lda=1\ndgemm_\n#expected: a comment\n"
      "#expect accepted\ndgemm_ k=0 \\\ndgemm_\n");
  ASSERT_TRUE(entries) << entries.error().message;
  ASSERT_EQ(entries->size(), 3u);
  EXPECT_EQ((*entries)[0].expect, "refused lda");
  EXPECT_EQ((*entries)[1].expect, "");
  EXPECT_EQ((*entries)[2].expect, "accepted");
  EXPECT_EQ((*entries)[2].calls.size(), 2u);
}

TEST(Entries, ExpectationsOfNothingAreErrors) {
  for (const auto& [text, line] : {std::pair{"dgemm_\n#expect accepted\n", 2},
                                   std::pair{"#expect accepted\n#expect refused\ndgemm_\n", 2},
                                   std::pair{"# x\n#expect\ndgemm_\n", 2}}) {
    const auto entries = parse_entries(text);
    ASSERT_FALSE(entries) << text;
    EXPECT_EQ(entries.error().line, line) << text;
  }
}

}  // namespace
}  // namespace gemmcheck
