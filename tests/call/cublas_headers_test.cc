// The tables of cuBLAS against the headers of the toolkit that is installed here: this builds, or
// an enumerator is wrong. No library is called.
#include <cublas_v2.h>
#include <gtest/gtest.h>
#include <library_types.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

#include "call/api.h"
#include "call/cublas_enums.h"

namespace gemmcheck {
namespace {

constexpr bool among(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const std::size_t end = words.find(' ');
    if (words.substr(0, end) == word) return true;
    if (end == std::string_view::npos) break;
    words.remove_prefix(end + 1);
  }
  return false;
}

// What stands for a name that no row has.
constexpr int kMissing = -12345;

template <std::size_t kSize>
constexpr int value_of(const std::array<EnumRow, kSize>& rows, std::string_view name) {
  for (const EnumRow& row : rows) {
    if (among(row.aliases, name)) return row.value;
  }
  return kMissing;
}

#define GEMMCHECK_SAME(table, name) \
  static_assert(value_of(cublas::table, #name) == static_cast<int>(name), #name)

GEMMCHECK_SAME(kOperations, CUBLAS_OP_N);
GEMMCHECK_SAME(kOperations, CUBLAS_OP_T);
GEMMCHECK_SAME(kOperations, CUBLAS_OP_C);
GEMMCHECK_SAME(kOperations, CUBLAS_OP_HERMITAN);
GEMMCHECK_SAME(kOperations, CUBLAS_OP_CONJG);
static_assert(cublas::kOperations.size() == 4);

GEMMCHECK_SAME(kDataTypes, CUDA_R_32F);
GEMMCHECK_SAME(kDataTypes, CUDA_R_64F);
GEMMCHECK_SAME(kDataTypes, CUDA_R_16F);
GEMMCHECK_SAME(kDataTypes, CUDA_R_8I);
GEMMCHECK_SAME(kDataTypes, CUDA_C_32F);
GEMMCHECK_SAME(kDataTypes, CUDA_C_64F);
GEMMCHECK_SAME(kDataTypes, CUDA_C_16F);
GEMMCHECK_SAME(kDataTypes, CUDA_C_8I);
GEMMCHECK_SAME(kDataTypes, CUDA_R_8U);
GEMMCHECK_SAME(kDataTypes, CUDA_C_8U);
GEMMCHECK_SAME(kDataTypes, CUDA_R_32I);
GEMMCHECK_SAME(kDataTypes, CUDA_C_32I);
GEMMCHECK_SAME(kDataTypes, CUDA_R_32U);
GEMMCHECK_SAME(kDataTypes, CUDA_C_32U);
GEMMCHECK_SAME(kDataTypes, CUDA_R_16BF);
GEMMCHECK_SAME(kDataTypes, CUDA_C_16BF);
GEMMCHECK_SAME(kDataTypes, CUDA_R_4I);
GEMMCHECK_SAME(kDataTypes, CUDA_C_4I);
GEMMCHECK_SAME(kDataTypes, CUDA_R_4U);
GEMMCHECK_SAME(kDataTypes, CUDA_C_4U);
GEMMCHECK_SAME(kDataTypes, CUDA_R_16I);
GEMMCHECK_SAME(kDataTypes, CUDA_C_16I);
GEMMCHECK_SAME(kDataTypes, CUDA_R_16U);
GEMMCHECK_SAME(kDataTypes, CUDA_C_16U);
GEMMCHECK_SAME(kDataTypes, CUDA_R_64I);
GEMMCHECK_SAME(kDataTypes, CUDA_C_64I);
GEMMCHECK_SAME(kDataTypes, CUDA_R_64U);
GEMMCHECK_SAME(kDataTypes, CUDA_C_64U);
GEMMCHECK_SAME(kDataTypes, CUDA_R_8F_E4M3);
GEMMCHECK_SAME(kDataTypes, CUDA_R_8F_E5M2);
#if CUDART_VERSION >= 12080
GEMMCHECK_SAME(kDataTypes, CUDA_R_8F_UE4M3);
GEMMCHECK_SAME(kDataTypes, CUDA_R_8F_UE8M0);
GEMMCHECK_SAME(kDataTypes, CUDA_R_6F_E2M3);
GEMMCHECK_SAME(kDataTypes, CUDA_R_6F_E3M2);
GEMMCHECK_SAME(kDataTypes, CUDA_R_4F_E2M1);
#endif
static_assert(cublas::kDataTypes.size() == 34);

GEMMCHECK_SAME(kComputeTypes, CUBLAS_COMPUTE_16F);
GEMMCHECK_SAME(kComputeTypes, CUBLAS_COMPUTE_16F_PEDANTIC);
GEMMCHECK_SAME(kComputeTypes, CUBLAS_COMPUTE_32F);
GEMMCHECK_SAME(kComputeTypes, CUBLAS_COMPUTE_32F_PEDANTIC);
GEMMCHECK_SAME(kComputeTypes, CUBLAS_COMPUTE_64F);
GEMMCHECK_SAME(kComputeTypes, CUBLAS_COMPUTE_64F_PEDANTIC);
GEMMCHECK_SAME(kComputeTypes, CUBLAS_COMPUTE_32I);
GEMMCHECK_SAME(kComputeTypes, CUBLAS_COMPUTE_32I_PEDANTIC);
GEMMCHECK_SAME(kComputeTypes, CUBLAS_COMPUTE_32F_FAST_16F);
GEMMCHECK_SAME(kComputeTypes, CUBLAS_COMPUTE_32F_FAST_16BF);
GEMMCHECK_SAME(kComputeTypes, CUBLAS_COMPUTE_32F_FAST_TF32);
#if CUBLAS_VERSION >= 120900
GEMMCHECK_SAME(kComputeTypes, CUBLAS_COMPUTE_32F_EMULATED_16BFX9);
#endif
#if CUBLAS_VERSION >= 130100
GEMMCHECK_SAME(kComputeTypes, CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT);
#endif
static_assert(cublas::kComputeTypes.size() == 13);

GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_DFALT);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_DEFAULT);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO0);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO1);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO2);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO3);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO4);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO5);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO6);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO7);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO8);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO9);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO10);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO11);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO12);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO13);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO14);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO15);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO16);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO17);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO18);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO19);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO20);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO21);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO22);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO23);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_DEFAULT_TENSOR_OP);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_DFALT_TENSOR_OP);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO0_TENSOR_OP);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO1_TENSOR_OP);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO2_TENSOR_OP);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO3_TENSOR_OP);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO4_TENSOR_OP);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO5_TENSOR_OP);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO6_TENSOR_OP);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO7_TENSOR_OP);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO8_TENSOR_OP);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO9_TENSOR_OP);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO10_TENSOR_OP);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO11_TENSOR_OP);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO12_TENSOR_OP);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO13_TENSOR_OP);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO14_TENSOR_OP);
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_ALGO15_TENSOR_OP);
#if CUBLAS_VERSION >= 130000
GEMMCHECK_SAME(kGemmAlgos, CUBLAS_GEMM_AUTOTUNE);
#endif
static_assert(cublas::kGemmAlgos.size() == 43);

GEMMCHECK_SAME(kPointerModes, CUBLAS_POINTER_MODE_HOST);
GEMMCHECK_SAME(kPointerModes, CUBLAS_POINTER_MODE_DEVICE);
static_assert(cublas::kPointerModes.size() == 2);

GEMMCHECK_SAME(kMathModes, CUBLAS_DEFAULT_MATH);
GEMMCHECK_SAME(kMathModes, CUBLAS_TENSOR_OP_MATH);
GEMMCHECK_SAME(kMathModes, CUBLAS_PEDANTIC_MATH);
GEMMCHECK_SAME(kMathModes, CUBLAS_TF32_TENSOR_OP_MATH);
GEMMCHECK_SAME(kMathModes, CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION);
#if CUBLAS_VERSION >= 120900
GEMMCHECK_SAME(kMathModes, CUBLAS_FP32_EMULATED_BF16X9_MATH);
#endif
#if CUBLAS_VERSION >= 130100
GEMMCHECK_SAME(kMathModes, CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH);
#endif
static_assert(cublas::kMathModes.size() == 7);

#undef GEMMCHECK_SAME

// What a parameter of that C type is, as far as the tables say it.
template <typename T>
void expect_parameter(const ApiInfo& info, Key key) {
  using Target = std::remove_pointer_t<T>;
  switch (key) {
    case Key::kHandle:
      EXPECT_TRUE((std::is_same_v<T, cublasHandle_t>));
      break;
    case Key::kM:
    case Key::kN:
    case Key::kK:
    case Key::kLda:
    case Key::kLdb:
    case Key::kLdc:
    case Key::kBatchCount:
      EXPECT_TRUE(std::is_integral_v<T>);
      EXPECT_EQ(sizeof(T), info.wide ? 8u : 4u);
      break;
    case Key::kStrideA:
    case Key::kStrideB:
    case Key::kStrideC:
      EXPECT_TRUE((std::is_same_v<T, long long>));
      break;
    case Key::kAlpha:
    case Key::kBeta:
      EXPECT_TRUE(std::is_pointer_v<T>);
      if constexpr (!std::is_void_v<Target> && !std::is_same_v<T, cublasHandle_t>) {
        EXPECT_EQ(static_cast<int>(sizeof(Target)), info.element.bytes());
      }
      break;
    case Key::kA:
    case Key::kB:
    case Key::kC:
      EXPECT_TRUE(std::is_pointer_v<T>);
      EXPECT_EQ(std::is_pointer_v<Target>, info.batch == Batch::kPointerArray);
      EXPECT_EQ(std::is_void_v<std::remove_pointer_t<Target>>, info.typed());
      break;
    default:
      EXPECT_TRUE(std::is_enum_v<T>);
  }
}

template <typename... Parameters>
void expect_prototype(std::string_view name, cublasStatus_t (*)(Parameters...)) {
  SCOPED_TRACE(std::string(name));
  const ApiInfo* const info = find_api(name);
  ASSERT_NE(info, nullptr);
  ASSERT_EQ(info->parameters.size(), sizeof...(Parameters));
  std::size_t at = 0;
  (expect_parameter<Parameters>(*info, info->parameters[at++]), ...);
}

#define GEMMCHECK_PROTOTYPE(name) expect_prototype(#name, static_cast<decltype(&name)>(nullptr))

// Without the three names that C++ overloads: they are as their 64-bit forms, which it does not.
TEST(CublasHeadersTest, PrototypesHaveTheParameters) {
  GEMMCHECK_PROTOTYPE(cublasSgemm);
  GEMMCHECK_PROTOTYPE(cublasDgemm);
  GEMMCHECK_PROTOTYPE(cublasCgemm);
  GEMMCHECK_PROTOTYPE(cublasZgemm);
  GEMMCHECK_PROTOTYPE(cublasHgemm);
  GEMMCHECK_PROTOTYPE(cublasCgemm3m);
  GEMMCHECK_PROTOTYPE(cublasZgemm3m);
  GEMMCHECK_PROTOTYPE(cublasSgemmEx);
  GEMMCHECK_PROTOTYPE(cublasCgemmEx);
  GEMMCHECK_PROTOTYPE(cublasSgemmStridedBatched);
  GEMMCHECK_PROTOTYPE(cublasDgemmStridedBatched);
  GEMMCHECK_PROTOTYPE(cublasCgemmStridedBatched);
  GEMMCHECK_PROTOTYPE(cublasZgemmStridedBatched);
  GEMMCHECK_PROTOTYPE(cublasHgemmStridedBatched);
  GEMMCHECK_PROTOTYPE(cublasSgemmBatched);
  GEMMCHECK_PROTOTYPE(cublasDgemmBatched);
  GEMMCHECK_PROTOTYPE(cublasCgemmBatched);
  GEMMCHECK_PROTOTYPE(cublasZgemmBatched);
  GEMMCHECK_PROTOTYPE(cublasHgemmBatched);
#if CUBLAS_VERSION >= 120000
  GEMMCHECK_PROTOTYPE(cublasGemmEx_64);
  GEMMCHECK_PROTOTYPE(cublasGemmStridedBatchedEx_64);
  GEMMCHECK_PROTOTYPE(cublasGemmBatchedEx_64);
  GEMMCHECK_PROTOTYPE(cublasSgemm_64);
  GEMMCHECK_PROTOTYPE(cublasDgemm_64);
  GEMMCHECK_PROTOTYPE(cublasCgemm_64);
  GEMMCHECK_PROTOTYPE(cublasZgemm_64);
  GEMMCHECK_PROTOTYPE(cublasHgemm_64);
  GEMMCHECK_PROTOTYPE(cublasCgemm3m_64);
  GEMMCHECK_PROTOTYPE(cublasZgemm3m_64);
  GEMMCHECK_PROTOTYPE(cublasSgemmEx_64);
  GEMMCHECK_PROTOTYPE(cublasCgemmEx_64);
  GEMMCHECK_PROTOTYPE(cublasSgemmStridedBatched_64);
  GEMMCHECK_PROTOTYPE(cublasDgemmStridedBatched_64);
  GEMMCHECK_PROTOTYPE(cublasCgemmStridedBatched_64);
  GEMMCHECK_PROTOTYPE(cublasZgemmStridedBatched_64);
  GEMMCHECK_PROTOTYPE(cublasHgemmStridedBatched_64);
  GEMMCHECK_PROTOTYPE(cublasSgemmBatched_64);
  GEMMCHECK_PROTOTYPE(cublasDgemmBatched_64);
  GEMMCHECK_PROTOTYPE(cublasCgemmBatched_64);
  GEMMCHECK_PROTOTYPE(cublasZgemmBatched_64);
  GEMMCHECK_PROTOTYPE(cublasHgemmBatched_64);
#endif
}
#undef GEMMCHECK_PROTOTYPE

}  // namespace
}  // namespace gemmcheck
