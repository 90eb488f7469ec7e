// Which type the elements and scalars of a call have.
#include "call/types.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "call/enums.h"
#include "call/text.h"

namespace gemmcheck {
namespace {

std::string name_of(const TypeInfo* type) {
  if (type == nullptr) return "none";
  return std::string(enum_name(Api::kCublasGemmEx, Key::kAtype, type->type));
}

// A type's name says all of it: R or C, bits, F, BF, I or U, and the format of what is narrow.
TEST(TypesTest, AreWhatTheirNamesSay) {
  int count = 0;
  for (const EnumRow& row : enum_rows(Api::kCublasGemmEx, Key::kAtype)) {
    const TypeInfo* const type = find_type(row.value);
    ASSERT_NE(type, nullptr) << row.name;
    EXPECT_EQ(type->type, row.value) << row.name;
    EXPECT_EQ(type->complex, row.name[0] == 'C') << row.name;
    EXPECT_EQ(type->component_bits, std::stoi(std::string(row.name.substr(2)))) << row.name;
    const char kind = row.name[row.name.find_first_not_of("0123456789", 2)];
    EXPECT_EQ(type->kind, kind == 'I'   ? NumberKind::kSigned
                          : kind == 'U' ? NumberKind::kUnsigned
                                        : NumberKind::kFloat)
        << row.name;
    EXPECT_EQ(type->bits(), type->component_bits * (row.name[0] == 'C' ? 2 : 1)) << row.name;
    ++count;
  }
  EXPECT_EQ(count, 34);
  EXPECT_EQ(kTypes.size(), 34u);
}

TEST(TypesTest, UnknownNumbersAreNoType) {
  EXPECT_EQ(find_type(34), nullptr);
  EXPECT_EQ(find_type(-1), nullptr);
  EXPECT_EQ(find_type(INT32_MIN), nullptr);
  EXPECT_EQ(find_type(INT32_MAX), nullptr);
}

struct Row {
  std::string_view line;
  std::string_view a;
  std::string_view b;
  std::string_view c;
  std::string_view scalar;
};

constexpr Row kRows[] = {
    {"dgemm_", "R_64F", "R_64F", "R_64F", "R_64F"},
    {"cblas_cgemm", "C_32F", "C_32F", "C_32F", "C_32F"},
    {"cublasHgemm", "R_16F", "R_16F", "R_16F", "R_16F"},
    {"cublasZgemm3m_64", "C_64F", "C_64F", "C_64F", "C_64F"},
    {"cublasGemmEx", "R_32F", "R_32F", "R_32F", "R_32F"},
    {"cublasGemmEx Atype=R_8I Btype=#99 Ctype=C_64F computeType=#1", "R_8I", "none", "C_64F",
     "none"},
    // Fixed scalars whatever the matrices are.
    {"cublasSgemmEx Atype=R_16F Btype=R_16BF Ctype=R_16F", "R_16F", "R_16BF", "R_16F", "R_32F"},
    {"cublasCgemmEx Atype=C_8I Btype=C_8I", "C_8I", "C_8I", "C_32F", "C_32F"},
    // By computeType, and complex where C is (contract-facts 3.1).
    {"cublasGemmEx computeType=16F Ctype=R_16F", "R_32F", "R_32F", "R_16F", "R_16F"},
    {"cublasGemmEx computeType=16F_PEDANTIC", "R_32F", "R_32F", "R_32F", "R_16F"},
    {"cublasGemmEx computeType=32I Ctype=R_32I", "R_32F", "R_32F", "R_32I", "R_32I"},
    {"cublasGemmEx computeType=32I_PEDANTIC", "R_32F", "R_32F", "R_32F", "R_32I"},
    {"cublasGemmEx Ctype=R_16BF", "R_32F", "R_32F", "R_16BF", "R_32F"},
    {"cublasGemmEx Ctype=C_32F", "R_32F", "R_32F", "C_32F", "C_32F"},
    {"cublasGemmEx Ctype=#-5", "R_32F", "R_32F", "none", "R_32F"},
    {"cublasGemmEx computeType=32F_PEDANTIC Ctype=C_32F", "R_32F", "R_32F", "C_32F", "C_32F"},
    {"cublasGemmEx computeType=32F_FAST_16F Ctype=C_32F", "R_32F", "R_32F", "C_32F", "C_32F"},
    {"cublasGemmEx computeType=32F_FAST_16BF", "R_32F", "R_32F", "R_32F", "R_32F"},
    {"cublasGemmEx computeType=32F_FAST_TF32", "R_32F", "R_32F", "R_32F", "R_32F"},
    {"cublasGemmEx computeType=32F_EMULATED_16BFX9", "R_32F", "R_32F", "R_32F", "R_32F"},
    {"cublasGemmEx computeType=64F Ctype=R_64F", "R_32F", "R_32F", "R_64F", "R_64F"},
    {"cublasGemmEx computeType=64F_PEDANTIC Ctype=C_64F", "R_32F", "R_32F", "C_64F", "C_64F"},
    {"cublasGemmEx computeType=64F_EMULATED_FIXEDPOINT", "R_32F", "R_32F", "R_32F", "R_64F"},
    {"cublasGemmEx computeType=#76", "R_32F", "R_32F", "R_32F", "none"},
    {"cublasGemmBatchedEx_64 computeType=64F Ctype=C_64F", "R_32F", "R_32F", "C_64F", "C_64F"},
    // The overloads make one of the compute types of a type (contract-facts 1.3).
    {"cublasGemmEx_cudaDataType", "R_32F", "R_32F", "R_32F", "R_32F"},
    {"cublasGemmEx_cudaDataType computeType=C_64F Ctype=C_64F", "R_32F", "R_32F", "C_64F", "C_64F"},
    {"cublasGemmEx_cudaDataType computeType=R_16F", "R_32F", "R_32F", "R_32F", "R_16F"},
    {"cublasGemmEx_cudaDataType computeType=R_32I", "R_32F", "R_32F", "R_32F", "R_32I"},
    {"cublasGemmEx_cudaDataType computeType=R_16BF", "R_32F", "R_32F", "R_32F", "none"},
    {"cublasGemmEx_cudaDataType computeType=#68", "R_32F", "R_32F", "R_32F", "none"},
};

TEST(TypesTest, OfOperandsAndScalars) {
  for (const Row& row : kRows) {
    const Call call = parse_call(row.line).value();
    EXPECT_EQ(name_of(element_type(call, Operand::kA)), row.a) << row.line;
    EXPECT_EQ(name_of(element_type(call, Operand::kB)), row.b) << row.line;
    EXPECT_EQ(name_of(element_type(call, Operand::kC)), row.c) << row.line;
    EXPECT_EQ(name_of(scalar_type(call)), row.scalar) << row.line;
  }
}

// contract-facts 2.4: every compute type has scalars.
TEST(TypesTest, EveryComputeTypeHasScalars) {
  for (const EnumRow& row : enum_rows(Api::kCublasGemmEx, Key::kComputeType)) {
    Call call = baseline(Api::kCublasGemmEx);
    call.computeType = row.value;
    ASSERT_NE(scalar_type(call), nullptr) << row.name;
    EXPECT_EQ(scalar_type(call)->component_bits, std::stoi(std::string(row.name))) << row.name;
    EXPECT_EQ(scalar_type(call)->kind == NumberKind::kSigned, row.name.starts_with("32I"))
        << row.name;
  }
}

TEST(TypesTest, FixedTypesAreTheApis) {
  for (const ApiInfo& info : all_apis()) {
    const TypeInfo* const type = find_type(info.type);
    ASSERT_NE(type, nullptr) << info.name;
    EXPECT_EQ(type->bits(), 8 * info.element.bytes()) << info.name;
    EXPECT_EQ(type->complex, info.element.complex) << info.name;
    EXPECT_EQ(element_type(baseline(info.api), Operand::kC), type) << info.name;
    EXPECT_EQ(scalar_type(baseline(info.api)), type) << info.name;
  }
}

TEST(TypesTest, OnlyComplexElementsAreConjugated) {
  const auto conjugated = [](std::string_view line, Operand operand) {
    return is_conjugated(parse_call(line).value(), operand);
  };
  EXPECT_TRUE(conjugated("zgemm_ transa=c", Operand::kA));
  EXPECT_FALSE(conjugated("zgemm_ transa=c", Operand::kB));
  EXPECT_FALSE(conjugated("dgemm_ transa=C", Operand::kA));
  EXPECT_TRUE(conjugated("cublasCgemm transb=C", Operand::kB));
  EXPECT_FALSE(conjugated("cublasCgemm transb=CONJG", Operand::kB));
  EXPECT_FALSE(conjugated("cublasCgemm transb=C", Operand::kC));
  EXPECT_TRUE(conjugated("cublasGemmEx transa=C Atype=C_8I", Operand::kA));
  EXPECT_FALSE(conjugated("cublasGemmEx transa=C Btype=C_8I", Operand::kA));
  EXPECT_FALSE(conjugated("cublasGemmEx transa=C Atype=#77", Operand::kA));
}

}  // namespace
}  // namespace gemmcheck
