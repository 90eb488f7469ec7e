// Real libraries against each other.
#include <gtest/gtest.h>

#include <string>

#include "e2e/library.h"
#include "support/command.h"

namespace gemmcheck::testing {
namespace {

Ended compare(const std::string& arguments) {
  return shell(std::string(GEMMCHECK_TOOL " compare ") + arguments);
}

TEST(CompareE2eTest, FindsWhatOpenblasTakesAndNetlibDoesNot) {
  for (const char* name : {"openblas", "netlib"}) {
    if (const OpenLibrary opened(name); !opened.sandbox) GTEST_SKIP() << opened.why;
  }
  const Ended ended = compare("openblas netlib --api dgemm_ --cases 5000");
  EXPECT_EQ(ended.exit_code, 1) << ended.err;
  EXPECT_NE(ended.out.find("  dgemm_ transa=R"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("refused, transa"), std::string::npos) << ended.out;
  const Ended json = compare("openblas netlib --api dgemm_ --cases 1000 --json -");
  EXPECT_EQ(json.out.front(), '{');
  EXPECT_NE(json.out.find("\"causes\""), std::string::npos);
}

TEST(CompareE2eTest, ALibraryDoesNotDifferFromItself) {
  if (const OpenLibrary opened("netlib"); !opened.sandbox) GTEST_SKIP() << opened.why;
  const Ended ended = compare("netlib netlib --cases 5000");
  EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
}

// timeout signals the program and its group: that is one signal, after which the report comes.
TEST(CompareE2eTest, IsInterruptedThoughNothingIsWanted) {
  if (const OpenLibrary opened("netlib"); !opened.sandbox) GTEST_SKIP() << opened.why;
  const std::string endless = " --library netlib --only m=99999 --cases 1000000000000 --out ";
  const TemporaryFolder folder;
  for (const std::string& command :
       {std::string("compare netlib netlib --only m=99999 --cases 1000000000000"),
        "run" + endless + folder.path() + "/one",
        "run --jobs 2" + endless + folder.path() + "/two"}) {
    for (const char* signal : {"INT", "TERM"}) {
      const Ended ended =
          shell("timeout -k 20 -s " + std::string(signal) + " 1 " GEMMCHECK_TOOL " " + command);
      EXPECT_EQ(ended.exit_code, 124) << command << ended.err;
      EXPECT_NE(ended.out.find("interrupted"), std::string::npos) << command << ended.err;
    }
  }
}

TEST(CompareE2eTest, SaysWhatIsWrongWithTheRequest) {
  EXPECT_EQ(compare("netlib").exit_code, 2);
  EXPECT_EQ(compare("netlib /no/such/library.so").exit_code, 2);
  EXPECT_EQ(compare("netlib cblas:/no/such/library.so").exit_code, 3);
  EXPECT_EQ(compare("netlib netlib --cases 0").exit_code, 2);
  const Ended none = compare("netlib netlib --cases 100 --only m=99999");
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_NE(none.err.find("--only"), std::string::npos) << none.err;
}

}  // namespace
}  // namespace gemmcheck::testing
