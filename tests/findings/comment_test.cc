#include "findings/comment.h"

#include <gtest/gtest.h>

namespace gemmcheck {
namespace {

TEST(Comment, HostileTextStaysInItsLines) {
  EXPECT_EQ(one_line("a\tb\nc\x01\xff"), "a b c\\x01\\xff");
  EXPECT_EQ(comment_lines("# ", "a\n\nb\n\n"), "# a\n#\n# b\n");
  EXPECT_EQ(comment_lines("// ", "ends in a backslash \\ \\"), "// ends in a backslash\n");
  EXPECT_EQ(comment_lines("# ", ""), "#\n");
}

}  // namespace
}  // namespace gemmcheck
