// How much memory operands span, at the edges of 64 bits too.
#include "call/extents.h"

#include <gtest/gtest.h>

#include <limits>
#include <string_view>
#include <utility>

#include "call/text.h"

namespace gemmcheck {
namespace {

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

struct Row {
  std::string_view line;
  Operand operand;
  std::int64_t ld_rows;
  Shape shape;
  std::int64_t bytes;
};

constexpr Row kRows[] = {
    {"dgemm_ m=2 n=3 k=4", Operand::kA, 2, {2, 4, 2}, 8 * 8},
    {"dgemm_ m=2 n=3 k=4", Operand::kB, 4, {4, 3, 4}, 12 * 8},
    {"dgemm_ m=2 n=3 k=4", Operand::kC, 2, {2, 3, 2}, 6 * 8},
    {"dgemm_ transa=T m=2 n=3 k=4 lda=6", Operand::kA, 4, {4, 2, 6}, 10 * 8},
    {"dgemm_ transb=#47 m=2", Operand::kB, 1, {1, 1, 1}, 8},
    {"cblas_sgemm layout=RowMajor m=2 n=3 k=4", Operand::kA, 4, {4, 2, 4}, 8 * 4},
    {"cblas_sgemm layout=RowMajor transb=T m=2 n=3 k=4 ldb=5", Operand::kB, 4, {4, 3, 5}, 14 * 4},
    {"cblas_zgemm layout=RowMajor m=2 n=3 k=4 ldc=7", Operand::kC, 3, {3, 2, 7}, 10 * 16},
    {"dgemm_ m=-2 k=4", Operand::kA, -2, {0, 4, 1}, 0},
    {"dgemm_ m=5 n=0", Operand::kC, 5, {5, 0, 5}, 0},
    {"cublasGemmEx transa=T m=2 n=3 k=4 Atype=R_16F", Operand::kA, 4, {4, 2, 4}, 8 * 2},
    {"cublasGemmEx transb=#77 m=2 n=3 k=4 Btype=C_64F", Operand::kB, 3, {3, 4, 3}, 12 * 16},
    {"cublasHgemm m=3 n=3 ldc=5", Operand::kC, 3, {3, 3, 5}, 13 * 2},
    // Four and six bits an element: the last byte is filled up.
    {"cublasGemmEx m=5 k=3 Atype=R_4I", Operand::kA, 5, {5, 3, 5}, 8},
    {"cublasGemmEx m=5 k=3 Atype=R_6F_E2M3", Operand::kA, 5, {5, 3, 5}, 12},
    {"cublasGemmEx m=5 k=3 Atype=C_4U", Operand::kA, 5, {5, 3, 5}, 15},
    {"cublasGemmEx Atype=R_4F_E2M1", Operand::kA, 1, {1, 1, 1}, 1},
    // One matrix of an array of pointers, all of a strided batch.
    {"cublasZgemmBatched m=2 n=3 batchCount=-1", Operand::kC, 2, {2, 3, 2}, 6 * 16},
    {"cublasZgemmBatched m=2 n=3 batchCount=9", Operand::kC, 2, {2, 3, 2}, 6 * 16},
    {"cublasSgemmStridedBatched m=2 n=3 batchCount=4", Operand::kC, 2, {2, 3, 2}, 24 * 4},
    {"cublasSgemmStridedBatched m=2 n=3 strideC=0 batchCount=4", Operand::kC, 2, {2, 3, 2}, 6 * 4},
    {"cublasSgemmStridedBatched m=2 n=3 strideC=1 batchCount=4", Operand::kC, 2, {2, 3, 2}, 9 * 4},
    {"cublasSgemmStridedBatched m=2 n=3 batchCount=0", Operand::kC, 2, {2, 3, 2}, 0},
    {"cublasSgemmStridedBatched m=2 n=3 batchCount=-3", Operand::kC, 2, {2, 3, 2}, 0},
    {"cublasSgemmStridedBatched m=2 n=0 strideC=7 batchCount=3", Operand::kC, 2, {2, 0, 2}, 0},
};

TEST(ExtentsTest, Operands) {
  for (const Row& row : kRows) {
    const std::string_view line = row.line;
    const Call call = parse_call(line).value();
    const Shape shape = operand_shape(call, row.operand);
    EXPECT_EQ(shape.rows, row.shape.rows) << line;
    EXPECT_EQ(shape.columns, row.shape.columns) << line;
    EXPECT_EQ(shape.ld, row.shape.ld) << line;
    EXPECT_EQ(ld_rows(call, row.operand), row.ld_rows) << line;
    EXPECT_EQ(extent_bytes(call, row.operand), row.bytes) << line;
  }
}

TEST(ExtentsTest, Overflow) {
  EXPECT_EQ(extent_elements({5, 1, 0}), 5);
  EXPECT_EQ(extent_elements({5, 2, 4}), std::nullopt);
  EXPECT_EQ(extent_elements({5, 0, -1}), 0);
  EXPECT_EQ(extent_elements({1, 2, kMax - 1}), kMax);
  EXPECT_EQ(extent_elements({1, 2, kMax}), std::nullopt);
  EXPECT_EQ(extent_elements({1, 3, kMax / 2 + 1}), std::nullopt);
  Call call = baseline(Api::kDgemm);
  call.n = 2;
  call.ldc = kMax / 8 - 1;
  EXPECT_EQ(extent_bytes(call, Operand::kC), kMax / 8 * 8);
  ++call.ldc;
  EXPECT_EQ(extent_bytes(call, Operand::kC), std::nullopt);
}

TEST(ExtentsTest, NegativeStridesReachBackwards) {
  const auto bytes = [](std::string_view line) {
    return operand_bytes(parse_call(line).value(), Operand::kC);
  };
  EXPECT_EQ(bytes("cublasSgemmStridedBatched m=2 n=3 strideC=-10 batchCount=4"),
            (Stretch{-30 * 4, 6 * 4}));
  EXPECT_EQ(bytes("cublasSgemmStridedBatched m=2 n=3 strideC=10 batchCount=4"),
            (Stretch{0, 36 * 4}));
  // Rounded outwards: element -3 begins in the second half of a byte.
  EXPECT_EQ(bytes("cublasGemmStridedBatchedEx Ctype=R_4I strideC=-3 batchCount=2"),
            (Stretch{-2, 1}));
  EXPECT_EQ(bytes("cublasGemmStridedBatchedEx Ctype=R_6F_E3M2 strideC=-1 batchCount=2"),
            (Stretch{-1, 1}));
  EXPECT_EQ(bytes("cublasGemmStridedBatchedEx Ctype=R_6F_E3M2 strideC=-9 batchCount=2 m=4"),
            (Stretch{-7, 3}));
  EXPECT_EQ(bytes("cublasSgemmStridedBatched m=0 strideC=-10 batchCount=4"), Stretch{});
}

TEST(ExtentsTest, WhatHasNoExtent) {
  for (const std::string_view line : {
           "cublasGemmEx Ctype=#34",
           "cublasGemmEx Ctype=#-1",
           "cublasGemmEx m=0 Ctype=#34",
           "cublasSgemm_64 m=2 n=2 ldc=1",
           "cublasSgemm_64 n=3 ldc=4611686018427387904",
           "cublasSgemm_64 m=2305843009213693952",
           "cublasSgemmStridedBatched strideC=4611686018427387904 batchCount=3",
           "cublasSgemmStridedBatched strideC=9223372036854775807 batchCount=2",
           "cublasSgemmStridedBatched strideC=-9223372036854775808 batchCount=2",
           "cublasSgemmStridedBatched_64 strideC=-1 batchCount=9223372036854775807",
           // Either end fits, but not what lies between.
           "cublasGemmStridedBatchedEx_64 m=9223372036854775807 Ctype=R_8I strideC=-2 batchCount=2",
       }) {
    EXPECT_EQ(extent_bytes(parse_call(line).value(), Operand::kC), std::nullopt) << line;
  }
  // The largest that there are.
  const auto bytes = [](std::string_view line) {
    return extent_bytes(parse_call(line).value(), Operand::kC);
  };
  EXPECT_EQ(bytes("cublasGemmEx_64 m=9223372036854775807 Ctype=R_8I"), kMax);
  EXPECT_EQ(bytes("cublasGemmEx_64 m=9223372036854775807 Ctype=R_4I"), kMax / 2 + 1);
  EXPECT_EQ(bytes("cublasSgemm_64 m=2305843009213693951"), kMax / 4 * 4);
}

TEST(ExtentsTest, MultiplyAdds) {
  EXPECT_EQ(multiply_adds(parse_call("dgemm_ m=2 n=3 k=4").value()), 24);
  EXPECT_EQ(multiply_adds(parse_call("cublasDgemmBatched m=2 n=3 batchCount=7").value()), 42);
  EXPECT_EQ(multiply_adds(parse_call("cublasDgemmBatched m=2 n=3 batchCount=-7").value()), 0);
  EXPECT_EQ(multiply_adds(parse_call("dgemm_ m=-2 n=-3 k=4").value()), 0);
  EXPECT_EQ(multiply_adds(parse_call("dgemm_ m=2147483647 n=2147483647 k=2147483647").value()),
            kMax);
}

TEST(MirroredTest, TakesTheSameMemoryForTheSameMatrices) {
  const Call call = parse_call(
                        "cblas_zgemm layout=RowMajor transa=C m=2 n=3 k=4 alpha=2 A=+8 lda=9 "
                        "B=A+16 ldb=7 ldc=5 fill=nanB:3")
                        .value();
  const Call other = mirrored(call);
  EXPECT_EQ(print_call(other),
            "cblas_zgemm transb=C m=3 n=2 k=4 alpha=2 A=B+16 lda=7 B=+8 ldb=9 ldc=5 fill=nanA:3");
  EXPECT_EQ(mirrored(other), call);
  for (const auto& [x, y] : {std::pair{Operand::kA, Operand::kB},
                             {Operand::kB, Operand::kA},
                             {Operand::kC, Operand::kC}}) {
    EXPECT_EQ(extent_bytes(call, x), extent_bytes(other, y));
  }
}

}  // namespace
}  // namespace gemmcheck
