// What the parser says, and where, about lines that it cannot read.
#include "call/text_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace gemmcheck {
namespace {

using testing::HasSubstr;

struct Row {
  std::string_view line;
  int column;
  std::string_view key;
  std::string_view message;  ///< a part of it
};

constexpr Row kRows[] = {
    {"", 1, "", "a line begins with an API, one of sgemm_, "},
    {"   ", 4, "", "a line begins with an API"},
    {"dgemm m=1", 1, "", "unknown API \"dgemm\"; did you mean dgemm_, cblas_dgemm, cublasDgemm, "},
    {"cublasGemmex", 1, "", "did you mean cublasGemmEx?"},
    {"cublasHgemm64", 1, "", "did you mean cublasHgemm_64, "},
    {"gemv", 1, "", "CgemmBatched, cublasZgemmBatched, cublasHgemmBatched; those of cuBLAS also"},
    {"  CBLAS_DGEMM", 3, "", "did you mean cblas_dgemm?"},
    {"gemv", 1, "", "unknown API \"gemv\"; the known ones are sgemm_, dgemm_, "},
    {"m=1 dgemm_", 1, "", "unknown API \"m=1\""},
    {"dgemm_ ldx=1", 8, "", "unknown key \"ldx\"; did you mean lda, ldb, ldc?"},
    {"dgemm_ pointerModepointerMode=1", 8, "", "unknown key \"pointerModepointerMode\""},
    {"dgemm_ pointerModepointer", 8, "", "\"pointerModepointer\" has no value"},
    {"dgemm_ M=1", 8, "", "unknown key \"M\"; did you mean m?"},
    {"dgemm_ xyz=1", 8, "", "dgemm_ takes transa, transb, m, n, k, "},
    {"dgemm_ =1", 8, "", "unknown key \"\""},
    {"dgemm_ layout=RowMajor", 8, "layout", "dgemm_ has no such parameter; it takes transa"},
    {"cblas_dgemm m=1 workspace=null", 17, "workspace", "cblas_dgemm has no such parameter"},
    {"dgemm_ m=1 n=2 m=1", 16, "m", "repeated; it is given at column 8 already"},
    {"dgemm_ m=1 n=2 m", 16, "m", "\"m\" has no value: after the API, write KEY=VALUE"},
    {"dgemm_ cblas_dgemm", 8, "", "\"cblas_dgemm\" has no value"},
    {"dgemm_ m=", 10, "m", "\"\" is no decimal integer"},
    {"dgemm_ m=2.5", 10, "m", "\"2.5\" is no decimal integer"},
    {"dgemm_ m=+5", 10, "m", "\"+5\" is no decimal integer"},
    {"dgemm_ m = 5", 8, "m", "\"m\" has no value"},
    {"dgemm_ m=2147483648", 10, "m", "2147483648 is outside -2147483648..2147483647"},
    {"dgemm_ m=-2147483649", 10, "m", "what the parameter's C type holds in dgemm_"},
    {"dgemm_ m=99999999999999999999", 10, "m", "99999999999999999999 is outside"},
    {"dgemm_ transa=X", 15, "transa", "\"X\" is none of N, T, C, n, t, c, R or #INTEGER (0..255)"},
    {"dgemm_ transa=", 15, "transa", "\"\" is none of N"},
    {"dgemm_ transa=#256", 15, "transa", "256 is outside 0..255"},
    {"dgemm_ transa=#", 15, "transa", "\"\" is no decimal integer"},
    {"dgemm_ transa=#x", 15, "transa", "\"x\" is no decimal integer"},
    {"cblas_dgemm layout=row", 20, "layout", "\"row\" is none of ColMajor, RowMajor or #INTEGER"},
    {"dgemm_ guard=#1", 14, "guard", "\"#1\" is none of end, front"},
    {"dgemm_ alpha=x", 14, "alpha", "\"x\" is no scalar: write a number such as 2"},
    {"dgemm_ alpha=1e999", 14, "alpha", "\"1e999\" is beyond what a double holds"},
    {"dgemm_ alpha=1:2", 14, "alpha", "\"1:2\" is complex, but the scalars of dgemm_ are real"},
    {"zgemm_ alpha=1:x", 14, "alpha", "complex as re:im"},
    {"dgemm_ A=[2]null", 10, "A", "dgemm_ takes a matrix, no array of pointers: no [INDEX]"},
    {"cublasSgemm C=+4[7]@host", 15, "C", "cublasSgemm takes a matrix, no array of pointers"},
    {"cublasSgemm C=[", 15, "C", "\"[\" cannot be read: write null, @host, +BYTES"},
    {"cublasSgemmBatched A=[2]x", 22, "A", "of one matrix in the array [INDEX]null, [INDEX]@host"},
    {"cublasSgemm alpha=1:2", 19, "alpha", "but the scalars of cublasSgemm are real"},
    {"cublasSgemmEx alpha=1:2", 21, "alpha", "but the scalars of cublasSgemmEx are real"},
    {"cublasGemmEx Atype=R_32", 20, "Atype",
     "\"R_32\" is no Atype; did you mean R_32F, R_32I, R_32U?"},
    {"cublasGemmEx Atype=CUDA_R_32", 20, "Atype", "did you mean R_32F, R_32I, R_32U?"},
    {"cublasGemmEx Atype=r_16bf", 20, "Atype",
     "; did you mean R_16BF? Or write #INTEGER (-2147483648..2147483647) for any value"},
    {"cublasGemmEx Atype=zzz", 20, "Atype", "\"zzz\" is none of R_32F, R_64F, R_16F, "},
    {"cublasGemmEx computeType=R_32F", 26, "computeType", "is no computeType; did you mean 32F"},
    {"cublasGemmEx_cudaDataType computeType=32F", 39, "computeType", "; did you mean R_32F, C_32F"},
    {"cublasGemmEx algo=ALGO24", 19, "algo", "\"ALGO24\" is no algo; did you mean ALGO2, ALGO4"},
    {"cublasGemmEx algo=2", 19, "algo", "\"2\" is none of DEFAULT, ALGO0"},
    {"cublasSgemm pointerMode=host", 25, "pointerMode", "\"host\" is none of HOST, DEVICE or #INT"},
    {"cublasSgemm mode=#1", 18, "mode", "\"#1\" is none of execute, capture"},
    {"cublasSgemm handle=x", 20, "handle", "\"x\" is none of valid, null"},
    {"cublasSgemm workspace=-1", 23, "workspace", "write BYTES, BYTES+OFFSET or null"},
    {"cublasSgemm Atype=R_32F", 13, "Atype", "cublasSgemm has no such parameter"},
    {"cublasSgemm batchCount=2", 13, "batchCount", "cublasSgemm has no such parameter"},
    {"cublasSgemm layout=RowMajor", 13, "layout", "cublasSgemm has no such parameter"},
    {"cublasSgemm m=2147483648", 15, "m", "2147483648 is outside -2147483648..2147483647"},
    {"cublasSgemm_64 m=9223372036854775808", 18, "m", "is outside -9223372036854775808.."},
    {"dgemm_ A=-2", 10, "A", "\"-2\" cannot be read: write null, +BYTES"},
    {"dgemm_ C=C", 10, "C", "share memory with itself"},
    {"dgemm_ A=B B=A+8", 14, "B", "\"A+8\" makes the operand share memory with itself"},
    {"dgemm_ A=B C=A B=C", 18, "B", "share memory with itself"},
    {"dgemm_ fill=int", 13, "fill", "\"int\" cannot be read: write int:SEED"},
    {"dgemm_ fill=int:1 x", 19, "", "\"x\" has no value"},
    {"dgemm_ m=1  n=2\t \tn=3", 19, "n", "repeated; it is given at column 13 already"},
    {"dgemm_ k=1 m=2 n=3 k=4", 20, "k", "repeated; it is given at column 8 already"},
    {"dgemm_ m= n=3", 10, "m", "\"\" is no decimal integer"},
    {"dgemm_ m=1\r", 10, "m", "\"1\\x0d\" is no decimal integer"},
    {"dgemm_ m=1 # why", 12, "", "\"#\" has no value"},
};

TEST(TextErrorTest, SaysWhereAndWhat) {
  for (const Row& row : kRows) {
    const auto call = parse_call(row.line);
    ASSERT_FALSE(call) << row.line;
    EXPECT_EQ(call.error().line, 1) << row.line;
    EXPECT_EQ(call.error().column, row.column) << row.line;
    EXPECT_EQ(call.error().key, row.key) << row.line;
    EXPECT_THAT(call.error().message, HasSubstr(std::string(row.message))) << row.line;
  }
}

TEST(TextErrorTest, OverlongLine) {
  const std::string longest = "dgemm_" + std::string(kMaxLine - 6, ' ');
  EXPECT_TRUE(parse_call(longest));
  const auto call = parse_call(longest + ' ');
  ASSERT_FALSE(call);
  EXPECT_EQ(call.error().column, kMaxLine + 1);
  EXPECT_THAT(call.error().message, HasSubstr("at most 1024"));
}

TEST(TextErrorTest, NulIsNoPadding) {
  using namespace std::string_view_literals;
  EXPECT_FALSE(parse_call("dgemm_\0 m=1"sv));
  EXPECT_FALSE(parse_call("dgemm_ m\0=1"sv));
  EXPECT_FALSE(parse_call("dgemm_ m=1\0"sv));
  EXPECT_FALSE(parse_call("dgemm_ m=1 \0"sv));
}

TEST(TextErrorTest, QuotesWhatCannotBePrinted) {
  EXPECT_EQ(in_quotes(std::string_view("a\0\xff\n", 4)), "\"a\\x00\\xff\\x0a\"");
  EXPECT_EQ(in_quotes(std::string(100, 'x')), '"' + std::string(40, 'x') + "...\"");
}

TEST(TextErrorTest, ToString) {
  EXPECT_EQ(to_string({3, 14, "lda", "no"}, "a.txt"), "a.txt:3:14: lda: no");
  EXPECT_EQ(to_string({1, 1, "", "no"}, "a.txt"), "a.txt:1:1: no");
}

}  // namespace
}  // namespace gemmcheck
