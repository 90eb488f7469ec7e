#include "findings/lists.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "samples.h"

namespace gemmcheck {
namespace {

// One entry with every field; `change` replaces or adds lines.
std::string entry(const std::string& more = "", const std::string& without = "") {
  const std::pair<const char*, const char*> fields[] = {
      {"library", "openblas"}, {"versions", "0.3.20..0.3.25"}, {"pattern", "kind=status m=0"},
      {"reason", "because"},   {"date", "2024-02-29"},         {"example", "dgemm_ m=0 lda=0"},
  };
  std::string text = "[[entry]]\n";
  for (const auto& [name, value] : fields) {
    if (name != without) text += std::string(name) + " = \"" + value + "\"\n";
  }
  return text + more;
}

std::string error_of(const std::string& text, const std::string& file = "x/dialect.toml") {
  const auto lists = Lists::parse(text, file);
  EXPECT_FALSE(lists.has_value()) << text;
  if (lists) return "";
  EXPECT_EQ(lists.error().code, ErrorCode::kBadInput);
  return lists.error().message;
}

LibraryInfo library(const std::string& name, const std::string& version,
                    const std::string& core = "") {
  LibraryInfo info;
  info.name = name;
  info.version = version;
  info.core = core;
  return info;
}

TEST(ListsTest, ReadsEveryField) {
  const auto lists = Lists::parse(
      "\n" + entry("core = \"Skylake*\"\nlink = \"https://example.org\"\n"), "a/known.toml");
  ASSERT_TRUE(lists.has_value()) << lists.error().message;
  ASSERT_EQ(lists->entries().size(), 1u);
  const ListEntry& read = lists->entries()[0];
  EXPECT_EQ(read.list, ListKind::kKnown);
  EXPECT_EQ(read.library, "openblas");
  EXPECT_EQ(read.versions, "0.3.20..0.3.25");
  EXPECT_EQ(read.core, "Skylake*");
  EXPECT_EQ(read.pattern.text(), "kind=status m=0");
  EXPECT_EQ(read.reason, "because");
  EXPECT_EQ(read.link, "https://example.org");
  EXPECT_EQ(read.date, "2024-02-29");
  EXPECT_EQ(read.example, call_of("dgemm_ m=0 lda=0"));
  EXPECT_EQ(read.file, "a/known.toml");
  EXPECT_EQ(read.line, 2);
}

TEST(ListsTest, FileNameDecides) {
  for (const ListKind kind : {ListKind::kDialect, ListKind::kKnown, ListKind::kUnspecified}) {
    const std::string file = std::string(list_name(kind)) + ".toml";
    const auto lists = Lists::parse(entry("link = \"x\"\n"), file);
    ASSERT_TRUE(lists.has_value()) << lists.error().message;
    EXPECT_EQ(lists->entries()[0].list, kind);
  }
  EXPECT_NE(error_of("", "other.toml").find("known.toml"), std::string::npos);
}

TEST(ListsTest, DatesNeedNoQuotes) {
  const auto lists = Lists::parse(entry("date = 2025-01-31\n", "date"), "dialect.toml");
  ASSERT_TRUE(lists.has_value()) << lists.error().message;
  EXPECT_EQ(lists->entries()[0].date, "2025-01-31");
}

struct Bad {
  std::string text;
  const char* file;
  const char* where;
  const char* what;
};

TEST(ListsTest, ErrorsNameFileLineAndWhatIsWrong) {
  const std::vector<Bad> rows = {
      {"x = [", "dialect.toml", "dialect.toml:1: ", ""},
      {"\n\nfoo = 1\n", "dialect.toml", "dialect.toml:3: ", "'foo'"},
      {"entry = 1\n", "dialect.toml", "dialect.toml:1: ", "[[entry]]"},
      {"entry = [1]\n", "dialect.toml", "dialect.toml:1: ", "[[entry]]"},
      {entry("colour = \"red\"\n"), "dialect.toml", "dialect.toml:8: ", "'colour'"},
      {entry("", "date"), "dialect.toml", "dialect.toml:1: ", "'date'"},
      {entry("", "library"), "dialect.toml", "dialect.toml:1: ", "'library'"},
      {entry("", "example"), "dialect.toml", "dialect.toml:1: ", "'example'"},
      {entry(), "known.toml", "known.toml:1: ", "'link'"},
      {entry("link = \"\"\n"), "known.toml", "known.toml:8: ", "'link' is empty"},
      {entry("reason = \" \"\n", "reason"), "dialect.toml", "dialect.toml:7: ", "'reason'"},
      {entry("reason = 7\n", "reason"), "dialect.toml", "dialect.toml:7: ", "string"},
      {entry("date = \"2023-02-29\"\n", "date"), "dialect.toml", "dialect.toml:7: ", "2023-02-29"},
      {entry("date = \"1.2.2023\"\n", "date"), "dialect.toml", "dialect.toml:7: ", "date"},
      {entry("date = \"2023-+1-01\"\n", "date"), "dialect.toml", "dialect.toml:7: ", "date"},
      {entry("versions = \"2..1\"\n", "versions"), "dialect.toml", "dialect.toml:7: ", "2..1"},
      {entry("pattern = \"m=0 ldz=1\"\n", "pattern"), "dialect.toml",
       "dialect.toml:7: ", "column 5: ldz"},
      {entry("example = \"dgemm_ m=x\"\n", "example"), "dialect.toml",
       "dialect.toml:7: ", "column 10: m"},
      {entry("example = \"nogemm\"\n", "example"), "dialect.toml", "dialect.toml:7: ", "nogemm"},
      {entry("example = \"dgemm_ m=1\"\n", "example"), "dialect.toml",
       "dialect.toml:7: ", "does not match"},
      {entry() + "\n" + entry("", "reason"), "dialect.toml", "dialect.toml:9: ", "'reason'"},
  };
  for (const Bad& row : rows) {
    const std::string message = error_of(row.text, row.file);
    EXPECT_TRUE(message.starts_with(row.where)) << message << "\n" << row.text;
    EXPECT_NE(message.find(row.what), std::string::npos) << message << "\n" << row.text;
  }
}

TEST(ListsTest, FindsTheFirstEntryThatApplies) {
  const auto parsed = Lists::parse(
      entry("core = \"Sky*\"\n") + entry("library = \"*\"\nversions = \"*\"\n", "library"),
      "dialect.toml");
  // A field given twice is an error of TOML, so the second entry is written out.
  EXPECT_FALSE(parsed.has_value());
  const auto lists = Lists::parse(
      entry("core = \"Sky*\"\n") +
          "[[entry]]\nlibrary = \"*\"\nversions = \"*\"\npattern = \"m=0\"\nreason = \"r\"\n"
          "date = \"2024-01-01\"\nexample = \"sgemm_ m=0\"\n",
      "dialect.toml");
  ASSERT_TRUE(lists.has_value()) << lists.error().message;
  const ListEntry* first = &lists->entries()[0];
  const ListEntry* second = &lists->entries()[1];
  const Contract& contract = netlib_contract();
  const Call call = call_of("dgemm_ m=0");
  CoarseKey key{};
  key.kind = Kind::kStatus;
  key.clause = kNoClause;

  EXPECT_EQ(lists->find(library("openblas", "0.3.21", "SkylakeX"), call, key, contract), first);
  EXPECT_EQ(lists->find(library("openblas", "0.3.21", "Zen"), call, key, contract), second);
  EXPECT_EQ(lists->find(library("openblas", "0.3.26", "SkylakeX"), call, key, contract), second);
  EXPECT_EQ(lists->find(library("blis", "0.3.21", "SkylakeX"), call, key, contract), second);
  EXPECT_EQ(lists->find(library("netlib", ""), call, key, contract), second);
  EXPECT_EQ(lists->find(library("netlib", ""), call_of("dgemm_"), key, contract), nullptr);
  key.kind = Kind::kCrash;
  EXPECT_EQ(lists->find(library("openblas", "0.3.21", "SkylakeX"), call, key, contract), second);

  EXPECT_EQ(lists->for_library(library("openblas", "0.3.21", "SkylakeX")),
            (std::vector{first, second}));
  EXPECT_EQ(lists->for_library(library("netlib", "")), std::vector{second});
}

TEST(ListsTest, LoadsFilesAndFolders) {
  const Folder folder;
  const std::string known = folder.write("known.toml", entry("link = \"x\"\n"));
  folder.write("dialect.toml", entry());
  folder.write("notes.txt", "not a list");
  const auto both = Lists::load({folder.path()});
  ASSERT_TRUE(both.has_value()) << both.error().message;
  ASSERT_EQ(both->entries().size(), 2u);
  EXPECT_EQ(both->entries()[0].list, ListKind::kDialect);
  EXPECT_EQ(both->entries()[1].file, known);
  const auto three = Lists::load({known, folder.path()});
  ASSERT_TRUE(three.has_value());
  EXPECT_EQ(three->entries().size(), 3u);
  const auto none = Lists::load({});
  ASSERT_TRUE(none.has_value());
  EXPECT_TRUE(none->entries().empty());
}

TEST(ListsTest, LoadErrorsNameThePath) {
  const Folder folder;
  const auto message = [](const std::string& path) {
    const auto lists = Lists::load({path});
    return lists ? std::string("read") : lists.error().message;
  };
  EXPECT_NE(message(folder.path("known.toml")).find("known.toml: No such file"), std::string::npos);
  EXPECT_NE(message(folder.path()).find("no list"), std::string::npos);
  folder.write("notes.toml", "");
  EXPECT_NE(message(folder.path()).find("notes.toml"), std::string::npos);
}

TEST(ListsTest, TheListsOfTheCorpusAreSound) {
  const auto lists = Lists::load({GEMMCHECK_LISTS});
  ASSERT_TRUE(lists.has_value()) << lists.error().message;
  EXPECT_FALSE(lists->entries().empty());
  for (const ListEntry& listed : lists->entries())
    EXPECT_TRUE(listed.link.empty() || listed.link.starts_with("https://") ||
                listed.link.starts_with("FINDINGS.md#"))
        << listed.line;

  CoarseKey key{};
  key.kind = Kind::kParameter;
  key.clause = kNumberingClause;
  const Call call = call_of("cblas_dgemm lda=0");
  for (const auto& [name, version] :
       {std::pair{"openblas", "0.3.21"}, std::pair{"blis", "0.9.0"}}) {
    const ListEntry* listed = lists->find(library(name, version), call, key, netlib_contract());
    ASSERT_NE(listed, nullptr) << name;
    EXPECT_EQ(listed->list, ListKind::kDialect);
  }
  EXPECT_EQ(lists->find(library("netlib", "3.11.0"), call, key, netlib_contract()), nullptr);
  key.clause = 0;  // a single wrong number is no matter of numbering
  EXPECT_EQ(lists->find(library("openblas", "0.3.21"), call, key, netlib_contract()), nullptr);
}

}  // namespace
}  // namespace gemmcheck
