// The enumerators of cuBLAS against contract-facts 2.2 to 2.6: names, values, and since when.
#include "call/cublas_enums.h"

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "call/api.h"
#include "call/enums.h"

namespace gemmcheck {
namespace {

struct Enumerator {
  std::string name;
  int value;
};

// Exactly these, in any order; whatever their number, values are found by name and back.
void expect_rows(Api api, Key key, const std::vector<Enumerator>& expected) {
  EXPECT_EQ(enum_rows(api, key).size(), expected.size()) << key_name(key);
  for (const Enumerator& one : expected) {
    EXPECT_EQ(enum_value(api, key, one.name), one.value) << one.name;
    EXPECT_EQ(enum_name(api, key, one.value), one.name);
  }
}

const std::vector<Enumerator> kTypeNumbers = {
    {"R_32F", 0},      {"C_32F", 4},      {"R_32I", 10},      {"C_32I", 11},     {"R_64F", 1},
    {"C_64F", 5},      {"R_32U", 12},     {"C_32U", 13},      {"R_16F", 2},      {"C_16F", 6},
    {"R_16BF", 14},    {"C_16BF", 15},    {"R_8I", 3},        {"C_8I", 7},       {"R_4I", 16},
    {"C_4I", 17},      {"R_8U", 8},       {"C_8U", 9},        {"R_4U", 18},      {"C_4U", 19},
    {"R_16I", 20},     {"C_16I", 21},     {"R_64I", 24},      {"C_64I", 25},     {"R_16U", 22},
    {"C_16U", 23},     {"R_64U", 26},     {"C_64U", 27},      {"R_8F_E4M3", 28}, {"R_6F_E2M3", 31},
    {"R_8F_E5M2", 29}, {"R_6F_E3M2", 32}, {"R_8F_UE8M0", 30}, {"R_4F_E2M1", 33},
};

TEST(CublasEnumsTest, Types) {
  for (Key key : {Key::kAtype, Key::kBtype, Key::kCtype}) {
    expect_rows(Api::kCublasGemmEx, key, kTypeNumbers);
    expect_rows(Api::kCublasSgemmEx64, key, kTypeNumbers);
  }
  EXPECT_EQ(enum_value(Api::kCublasGemmEx, Key::kAtype, "R_8F_UE4M3"), 28);
}

TEST(CublasEnumsTest, ComputeTypes) {
  expect_rows(Api::kCublasGemmStridedBatchedEx, Key::kComputeType,
              {{"16F", 64},
               {"16F_PEDANTIC", 65},
               {"32F", 68},
               {"32F_PEDANTIC", 69},
               {"64F", 70},
               {"64F_PEDANTIC", 71},
               {"32I", 72},
               {"32I_PEDANTIC", 73},
               {"32F_FAST_16F", 74},
               {"32F_FAST_16BF", 75},
               {"32F_FAST_TF32", 77},
               {"32F_EMULATED_16BFX9", 78},
               {"64F_EMULATED_FIXEDPOINT", 79}});
  expect_rows(Api::kCublasGemmBatchedExDataType, Key::kComputeType, kTypeNumbers);
}

TEST(CublasEnumsTest, Algorithms) {
  std::vector<Enumerator> expected = {
      {"DEFAULT", -1}, {"DEFAULT_TENSOR_OP", 99}, {"AUTOTUNE", 999}};
  for (int i = 0; i <= 23; ++i) expected.push_back({"ALGO" + std::to_string(i), i});
  for (int i = 0; i <= 15; ++i)
    expected.push_back({"ALGO" + std::to_string(i) + "_TENSOR_OP", 100 + i});
  expect_rows(Api::kCublasGemmEx, Key::kAlgo, expected);
  EXPECT_EQ(enum_value(Api::kCublasGemmEx, Key::kAlgo, "DFALT"), -1);
  EXPECT_EQ(enum_value(Api::kCublasGemmEx, Key::kAlgo, "DFALT_TENSOR_OP"), 99);
  for (int none : {24, 98, 116, 998, 1000})
    EXPECT_EQ(enum_name(Api::kCublasGemmEx, Key::kAlgo, none), "") << none;
}

TEST(CublasEnumsTest, OperationsAndModes) {
  constexpr Api kApi = Api::kCublasHgemm;
  for (Key key : {Key::kTransa, Key::kTransb})
    expect_rows(kApi, key, {{"N", 0}, {"T", 1}, {"C", 2}, {"CONJG", 3}});
  EXPECT_EQ(enum_value(kApi, Key::kTransa, "HERMITAN"), 2);
  expect_rows(kApi, Key::kPointerMode, {{"HOST", 0}, {"DEVICE", 1}});
  expect_rows(kApi, Key::kMathMode,
              {{"DEFAULT_MATH", 0},
               {"TENSOR_OP_MATH", 1},
               {"PEDANTIC_MATH", 2},
               {"TF32_TENSOR_OP_MATH", 3},
               {"FP32_EMULATED_BF16X9_MATH", 4},
               {"FP64_EMULATED_FIXEDPOINT_MATH", 8},
               {"MATH_DISALLOW_REDUCED_PRECISION_REDUCTION", 16}});
  expect_rows(kApi, Key::kHandle, {{"valid", 0}, {"null", 1}});
  expect_rows(kApi, Key::kMode, {{"execute", 0}, {"capture", 1}});
  for (Key key : {Key::kHandle, Key::kMode, Key::kGuard}) EXPECT_TRUE(is_choice(key));
  for (Key key : {Key::kPointerMode, Key::kMathMode, Key::kAlgo}) EXPECT_FALSE(is_choice(key));
}

CudaVersion since(std::span<const EnumRow> rows, std::string_view name) {
  for (const EnumRow& row : rows) {
    if (row.name == name) return row.since;
  }
  ADD_FAILURE() << name;
  return {};
}

TEST(CublasEnumsTest, FirstVersions) {
  using Version = CudaVersion;
  EXPECT_TRUE(since(cublas::kOperations, "N") == Version{});
  EXPECT_TRUE(since(cublas::kOperations, "CONJG") == (Version{10, 1}));
  EXPECT_TRUE(since(cublas::kDataTypes, "C_32U") == (Version{8, 0}));
  EXPECT_TRUE(since(cublas::kDataTypes, "R_16BF") == (Version{11, 0}));
  EXPECT_TRUE(since(cublas::kDataTypes, "R_8F_E5M2") == (Version{11, 8}));
  EXPECT_TRUE(since(cublas::kDataTypes, "R_8F_UE8M0") == (Version{12, 8}));
  EXPECT_TRUE(since(cublas::kComputeTypes, "32F_FAST_TF32") == (Version{11, 0}));
  EXPECT_TRUE(since(cublas::kComputeTypes, "32F_EMULATED_16BFX9") == (Version{12, 9}));
  EXPECT_TRUE(since(cublas::kComputeTypes, "64F_EMULATED_FIXEDPOINT") == (Version{13, 0, 2}));
  EXPECT_TRUE(since(cublas::kGemmAlgos, "ALGO7") == (Version{8, 0}));
  EXPECT_TRUE(since(cublas::kGemmAlgos, "ALGO17") == (Version{9, 0}));
  EXPECT_TRUE(since(cublas::kGemmAlgos, "ALGO18") == (Version{9, 2}));
  EXPECT_TRUE(since(cublas::kGemmAlgos, "ALGO4_TENSOR_OP") == (Version{9, 0}));
  EXPECT_TRUE(since(cublas::kGemmAlgos, "ALGO5_TENSOR_OP") == (Version{9, 2}));
  EXPECT_TRUE(since(cublas::kGemmAlgos, "AUTOTUNE") == (Version{13, 0}));
  EXPECT_TRUE((Version{12, 9} < Version{13, 0}) && (Version{13, 0} < Version{13, 0, 2}));
}

}  // namespace
}  // namespace gemmcheck
