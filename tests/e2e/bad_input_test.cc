// Bad input of every kind ends with the documented exit code and one clear line on stderr.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "support/command.h"

namespace gemmcheck::testing {
namespace {

struct BadInput {
  const char* arguments;  // %T stands for the folder with the files below
  int exit_code;
  const char* says;  // must be in the line
};

constexpr BadInput kBadInputs[] = {
    // Usage.
    {"", 2, "subcommand"},
    {"frobnicate", 2, "frobnicate"},
    {"run --cases -3", 2, "cases"},
    {"run --cases ten", 2, "cases"},
    {"run --time soon", 2, "--time"},
    {"run --time 0s", 2, "--time"},
    {"run --shard 3/3", 2, "--shard"},
    {"run --shard 1", 2, "--shard"},
    {"run --shard 9/100000000000", 2, "n up to 1048576"},
    {"run --time ''", 2, "--time: its value is empty"},
    {"run --out ''", 2, "--out: its value is empty"},
    {"run --cases ''", 2, "--cases: its value is empty"},
    {"run --only ''", 2, "--only: its value is empty"},
    {"predict --target '' dgemm_", 2, "--target: its value is empty"},
    {"run --deadline 0", 2, "deadline"},
    {"run --api sgem", 2, "sgem"},
    {"run --only 'quux=3'", 2, "quux"},
    {"--frobnicate", 2, "no option \"--frobnicate\""},
    {"run --only 'm=0,5..2'", 2, "column 3: m: the range 5..2 is empty: 5 is more than 2"},
    {"run --only 'rowsA=2..-1'", 2, "rowsA: the range 2..-1 is empty"},
    {"run --only 'transa=#9..#2'", 2, "transa: the range #9..#2 is empty"},
    {"run --only 'm=5..x'", 2, "m: '5..x' is neither"},
    {"run --only 'alpha=1e400'", 2, "alpha: \"1e400\" is beyond what a double holds"},
    {"predict", 2, "see gemmcheck predict --help"},
    {"generate --seed 1", 2, "cases"},
    // Malformed calls: file, line, column, key.
    {"predict nogemm m=1", 2, "call:1:1:"},
    {"predict dgemm_ m=x", 2, "call:1:10: m:"},
    {"predict dgemm_ layout=RowMajor", 2, "layout"},
    {"predict dgemm_ m=1 m=2", 2, "call:1:12: m:"},
    {"predict dgemm_ zz=1", 2, "zz"},
    {"predict dgemm_ m=2147483648", 2, "2147483647"},
    {"predict cblas_dgemm transa=Q", 2, "transa"},
    {"explain dgemm_ lda=", 2, "lda"},
    {"predict zgemm_ alpha=1:-1e-400", 2, "call:1:14: alpha: \"1:-1e-400\" is beyond"},
    {"predict dgemm_ alpha=1e400x", 2, "is no scalar"},
    // What only other APIs give a meaning.
    {"predict dgemm_ alpha=1@device", 2, "call:1:14: alpha: dgemm_ takes it from host memory"},
    {"explain zgemm_ 'beta=1:2@host'", 2, "call:1:13: beta:"},
    {"observe cblas_dgemm m=2 'A=[0]null'", 2, "call:1:19: A: cblas_dgemm takes a matrix"},
    {"predict dgemm_ C=@host", 2, "call:1:10: C: dgemm_ knows host memory alone"},
    {"predict - <%T/device.txt", 2, "stdin:3:15: beta:"},
    {"replay - <%T/device.txt", 2, "stdin:3:15: beta:"},
    {"replay %T/device.txt", 2, "device.txt:3:15: beta:"},
    {"replay - </dev/null", 2, "no calls"},
    {"predict --target cublas-13.1 dgemm_", 2, "cublas-13.1"},
    {"observe dgemm_ m=1.5", 2, "m"},
    {"replay %T/bad.txt", 2, "bad.txt:3:"},
    {"replay %T/empty.txt", 2, "no calls"},
    {"replay %T/missing.txt", 2, "missing.txt"},
    // Folders and lists.
    {"run --cases 10 --out %T/empty.txt/findings", 2, "empty.txt"},
    {"run --cases 10 --lists %T/dialect.toml --out %T/out", 2, "dialect.toml:"},
    {"lists --lists %T/nowhere.toml", 2, "nowhere.toml"},
    // Work that comes to nothing, output that goes nowhere.
    {"run --library netlib --cases 100 --out %T/out --json %T/nowhere/run.json", 2, "--json: "},
    {"compare netlib netlib --cases 100 --json %T/nowhere/run.json", 2, "--json: "},
    {"minimize dgemm_ A=null --library netlib", 2, "does not define"},
    {"minimize dgemm_ m=99999999 n=99999 --library netlib", 2, "not made: an operand needs"},
    {"minimize dgemm_ m=3 lda=2 --library netlib", 2, "nothing to reduce"},
    {"generate --seed 1 --cases 1000 >/dev/full", 4, "standard output"},
    // Libraries.
    {"run --bad", 2, "see gemmcheck run --help"},
    {"run --jobs 0", 2, "--jobs"},
    {"run --jobs 1000", 2, "--jobs"},
    {"run --cases 10 --out %T/empty.txt/findings", 2, "--out: "},
    {"observe dgemm_ --library /usr/lib/libx.so", 2, "cblas:/usr/lib/libx.so"},
    {"observe dgemm_ --library ./a:b/libx.so", 2, "cblas:./a:b/libx.so"},
    {"observe dgemm_ --library libx.so", 2, "cblas:libx.so"},
    {"observe dgemm_ --library magma:/x.so", 2, "unknown interface 'magma'"},
    {"run --library openblass --cases 10 --out %T/out", 2, "openblass"},
    {"run --library cblas:%T/missing.so --cases 10 --out %T/out", 3, "missing.so"},
    {"run --library cblas:%T/bad.txt --cases 10 --out %T/out", 3, "bad.txt"},
    {"run --library cblas:%T --cases 10 --out %T/out", 3, ""},
    {"run --library cblas:%T/arm.so --cases 10 --out %T/out", 3, "aarch64"},
    {"run --library cblas:/lib/x86_64-linux-gnu/libm.so.6 --cases 10 --out %T/out", 3, "libm"},
    {"observe dgemm_ --library 'cblas:/lib/x86_64-linux-gnu/libm.so.6?int=48'", 2, "int"},
};

std::string with_folder(std::string text, const std::string& folder) {
  for (std::size_t at = text.find("%T"); at != std::string::npos; at = text.find("%T", at)) {
    text.replace(at, 2, folder);
  }
  return text;
}

TEST(BadInputTest, EndsWithItsExitCodeAndOneLine) {
  const TemporaryFolder folder;
  folder.write("bad.txt", "# a comment\n\ndgemm_ m=one\n");
  folder.write("device.txt",
               "dgemm_\r\n# alpha=1@device\r\ndgemm_   beta=1@device \\\n  # m=1\ndgemm_\n");
  folder.write("empty.txt", "# nothing here\n");
  folder.write("dialect.toml", "[[entry]]\nlibrary = 3\n");
  // An ELF header of a 64-bit little-endian shared object for machine 183.
  std::string arm(
      "\x7f"
      "ELF\x02\x01\x01",
      7);
  arm.resize(64, '\0');
  arm[16] = 3;
  arm[18] = static_cast<char>(183);
  arm[20] = 1;
  folder.write("arm.so", arm);

  for (const BadInput& bad : kBadInputs) {
    SCOPED_TRACE(bad.arguments);
    const Ended ended =
        shell(std::string(GEMMCHECK_TOOL " ") + with_folder(bad.arguments, folder.path()));
    EXPECT_EQ(ended.exit_code, bad.exit_code) << ended.out << ended.err;
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
    EXPECT_NE(ended.err.find(bad.says), std::string::npos) << ended.err;
  }
}

}  // namespace
}  // namespace gemmcheck::testing
