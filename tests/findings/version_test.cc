#include "findings/version.h"

#include <gtest/gtest.h>

namespace gemmcheck {
namespace {

struct Row {
  const char* version;
  const char* range;
  bool in;
};

TEST(Version, RangesAreByNumericFields) {
  constexpr Row kRows[] = {
      {"0.3.21", "*", true},
      {"", "*", true},
      {"", "0.3.21", false},
      {"0.3.21", "0.3.21", true},
      {"0.3.21.0", "0.3.21", true},
      {"0.3.2", "0.3.21", false},
      {"0.3.9", "..0.3.21", true},
      {"0.3.21", "..0.3.9", false},
      {"0.3.21", "0.3.9..", true},
      {"0.3.20", "0.3.20..0.3.25", true},
      {"0.3.25", "0.3.20..0.3.25", true},
      {"0.3.25.1", "0.3.20..0.3.25", false},
      {"0.3.26", "0.3.20..0.3.25", false},
      {"0.4", "0.3.20..0.3.25", false},
      {"3.11", "3.11.0", true},
      {"0.3.26.dev", "0.3.26..", true},
      {"1.0-rc1", "1.0", true},
      {"unknown", "..9", false},
      {"0.3.21", "0.3.x", false},
  };
  for (const Row& row : kRows)
    EXPECT_EQ(version_in(row.version, row.range), row.in) << row.version << " in " << row.range;
}

TEST(Version, RangesAreChecked) {
  for (const char* good : {"*", "1", "0.3.21", "1..2", "1..1", "..1.2", "1.2.."})
    EXPECT_TRUE(is_version_range(good)) << good;
  for (const char* bad :
       {"", "..", "2..1", "x", "1.", "1..x", "1...2", ">1", "1-2", "1.2.3.4.5.6.7"})
    EXPECT_FALSE(is_version_range(bad)) << bad;
}

}  // namespace
}  // namespace gemmcheck
