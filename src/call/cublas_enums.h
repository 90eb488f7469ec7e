// The enumerators of cuBLAS and their values (cuBLAS 13.1: cublas_api.h; CUDA 13.0:
// library_types.h), each with the first CUDA that has it: from HIPIFY's tables of CUDA APIs, and
// for what is newer than those from the release notes of CUDA. Inferred are the versions of the
// 16BF types, of the types since 12.8 and of the math modes before 12.9.
#pragma once

#include <array>

#include "call/enums.h"

namespace gemmcheck::cublas {

/// cublasOperation_t. The header calls CONJG a placeholder that is not supported.
inline constexpr std::array kOperations = {
    EnumRow{"N", 0, "CUBLAS_OP_N"},
    EnumRow{"T", 1, "CUBLAS_OP_T"},
    EnumRow{"C", 2, "CUBLAS_OP_C HERMITAN CUBLAS_OP_HERMITAN"},
    EnumRow{"CONJG", 3, "CUBLAS_OP_CONJG", {10, 1}},
};

/// cudaDataType.
inline constexpr std::array kDataTypes = {
    EnumRow{"R_32F", kR32F, "CUDA_R_32F", {8, 0}},
    EnumRow{"R_64F", kR64F, "CUDA_R_64F", {8, 0}},
    EnumRow{"R_16F", kR16F, "CUDA_R_16F", {8, 0}},
    EnumRow{"R_8I", kR8I, "CUDA_R_8I", {8, 0}},
    EnumRow{"C_32F", kC32F, "CUDA_C_32F", {8, 0}},
    EnumRow{"C_64F", kC64F, "CUDA_C_64F", {8, 0}},
    EnumRow{"C_16F", kC16F, "CUDA_C_16F", {8, 0}},
    EnumRow{"C_8I", kC8I, "CUDA_C_8I", {8, 0}},
    EnumRow{"R_8U", kR8U, "CUDA_R_8U", {8, 0}},
    EnumRow{"C_8U", kC8U, "CUDA_C_8U", {8, 0}},
    EnumRow{"R_32I", kR32I, "CUDA_R_32I", {8, 0}},
    EnumRow{"C_32I", kC32I, "CUDA_C_32I", {8, 0}},
    EnumRow{"R_32U", kR32U, "CUDA_R_32U", {8, 0}},
    EnumRow{"C_32U", kC32U, "CUDA_C_32U", {8, 0}},
    EnumRow{"R_16BF", kR16BF, "CUDA_R_16BF", {11, 0}},
    EnumRow{"C_16BF", kC16BF, "CUDA_C_16BF", {11, 0}},
    EnumRow{"R_4I", kR4I, "CUDA_R_4I", {11, 0}},
    EnumRow{"C_4I", kC4I, "CUDA_C_4I", {11, 0}},
    EnumRow{"R_4U", kR4U, "CUDA_R_4U", {11, 0}},
    EnumRow{"C_4U", kC4U, "CUDA_C_4U", {11, 0}},
    EnumRow{"R_16I", kR16I, "CUDA_R_16I", {11, 0}},
    EnumRow{"C_16I", kC16I, "CUDA_C_16I", {11, 0}},
    EnumRow{"R_16U", kR16U, "CUDA_R_16U", {11, 0}},
    EnumRow{"C_16U", kC16U, "CUDA_C_16U", {11, 0}},
    EnumRow{"R_64I", kR64I, "CUDA_R_64I", {11, 0}},
    EnumRow{"C_64I", kC64I, "CUDA_C_64I", {11, 0}},
    EnumRow{"R_64U", kR64U, "CUDA_R_64U", {11, 0}},
    EnumRow{"C_64U", kC64U, "CUDA_C_64U", {11, 0}},
    EnumRow{"R_8F_E4M3", kR8FE4M3, "CUDA_R_8F_E4M3 R_8F_UE4M3 CUDA_R_8F_UE4M3", {11, 8}},
    EnumRow{"R_8F_E5M2", kR8FE5M2, "CUDA_R_8F_E5M2", {11, 8}},
    EnumRow{"R_8F_UE8M0", kR8FUE8M0, "CUDA_R_8F_UE8M0", {12, 8}},
    EnumRow{"R_6F_E2M3", kR6FE2M3, "CUDA_R_6F_E2M3", {12, 8}},
    EnumRow{"R_6F_E3M2", kR6FE3M2, "CUDA_R_6F_E3M2", {12, 8}},
    EnumRow{"R_4F_E2M1", kR4FE2M1, "CUDA_R_4F_E2M1", {12, 8}},
};

/// cublasComputeType_t.
inline constexpr std::array kComputeTypes = {
    EnumRow{"16F", 64, "CUBLAS_COMPUTE_16F", {11, 0}},
    EnumRow{"16F_PEDANTIC", 65, "CUBLAS_COMPUTE_16F_PEDANTIC", {11, 0}},
    EnumRow{"32F", 68, "CUBLAS_COMPUTE_32F", {11, 0}},
    EnumRow{"32F_PEDANTIC", 69, "CUBLAS_COMPUTE_32F_PEDANTIC", {11, 0}},
    EnumRow{"64F", 70, "CUBLAS_COMPUTE_64F", {11, 0}},
    EnumRow{"64F_PEDANTIC", 71, "CUBLAS_COMPUTE_64F_PEDANTIC", {11, 0}},
    EnumRow{"32I", 72, "CUBLAS_COMPUTE_32I", {11, 0}},
    EnumRow{"32I_PEDANTIC", 73, "CUBLAS_COMPUTE_32I_PEDANTIC", {11, 0}},
    EnumRow{"32F_FAST_16F", 74, "CUBLAS_COMPUTE_32F_FAST_16F", {11, 0}},
    EnumRow{"32F_FAST_16BF", 75, "CUBLAS_COMPUTE_32F_FAST_16BF", {11, 0}},
    EnumRow{"32F_FAST_TF32", 77, "CUBLAS_COMPUTE_32F_FAST_TF32", {11, 0}},
    EnumRow{"32F_EMULATED_16BFX9", 78, "CUBLAS_COMPUTE_32F_EMULATED_16BFX9", {12, 9}},
    EnumRow{"64F_EMULATED_FIXEDPOINT", 79, "CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT", {13, 0, 2}},
};

/// cublasGemmAlgo_t.
inline constexpr std::array kGemmAlgos = {
    EnumRow{"DEFAULT", -1, "CUBLAS_GEMM_DEFAULT DFALT CUBLAS_GEMM_DFALT", {8, 0}},
    EnumRow{"ALGO0", 0, "CUBLAS_GEMM_ALGO0", {8, 0}},
    EnumRow{"ALGO1", 1, "CUBLAS_GEMM_ALGO1", {8, 0}},
    EnumRow{"ALGO2", 2, "CUBLAS_GEMM_ALGO2", {8, 0}},
    EnumRow{"ALGO3", 3, "CUBLAS_GEMM_ALGO3", {8, 0}},
    EnumRow{"ALGO4", 4, "CUBLAS_GEMM_ALGO4", {8, 0}},
    EnumRow{"ALGO5", 5, "CUBLAS_GEMM_ALGO5", {8, 0}},
    EnumRow{"ALGO6", 6, "CUBLAS_GEMM_ALGO6", {8, 0}},
    EnumRow{"ALGO7", 7, "CUBLAS_GEMM_ALGO7", {8, 0}},
    EnumRow{"ALGO8", 8, "CUBLAS_GEMM_ALGO8", {9, 0}},
    EnumRow{"ALGO9", 9, "CUBLAS_GEMM_ALGO9", {9, 0}},
    EnumRow{"ALGO10", 10, "CUBLAS_GEMM_ALGO10", {9, 0}},
    EnumRow{"ALGO11", 11, "CUBLAS_GEMM_ALGO11", {9, 0}},
    EnumRow{"ALGO12", 12, "CUBLAS_GEMM_ALGO12", {9, 0}},
    EnumRow{"ALGO13", 13, "CUBLAS_GEMM_ALGO13", {9, 0}},
    EnumRow{"ALGO14", 14, "CUBLAS_GEMM_ALGO14", {9, 0}},
    EnumRow{"ALGO15", 15, "CUBLAS_GEMM_ALGO15", {9, 0}},
    EnumRow{"ALGO16", 16, "CUBLAS_GEMM_ALGO16", {9, 0}},
    EnumRow{"ALGO17", 17, "CUBLAS_GEMM_ALGO17", {9, 0}},
    EnumRow{"ALGO18", 18, "CUBLAS_GEMM_ALGO18", {9, 2}},
    EnumRow{"ALGO19", 19, "CUBLAS_GEMM_ALGO19", {9, 2}},
    EnumRow{"ALGO20", 20, "CUBLAS_GEMM_ALGO20", {9, 2}},
    EnumRow{"ALGO21", 21, "CUBLAS_GEMM_ALGO21", {9, 2}},
    EnumRow{"ALGO22", 22, "CUBLAS_GEMM_ALGO22", {9, 2}},
    EnumRow{"ALGO23", 23, "CUBLAS_GEMM_ALGO23", {9, 2}},
    EnumRow{"DEFAULT_TENSOR_OP",
            99,
            "CUBLAS_GEMM_DEFAULT_TENSOR_OP DFALT_TENSOR_OP CUBLAS_GEMM_DFALT_TENSOR_OP",
            {9, 0}},
    EnumRow{"ALGO0_TENSOR_OP", 100, "CUBLAS_GEMM_ALGO0_TENSOR_OP", {9, 0}},
    EnumRow{"ALGO1_TENSOR_OP", 101, "CUBLAS_GEMM_ALGO1_TENSOR_OP", {9, 0}},
    EnumRow{"ALGO2_TENSOR_OP", 102, "CUBLAS_GEMM_ALGO2_TENSOR_OP", {9, 0}},
    EnumRow{"ALGO3_TENSOR_OP", 103, "CUBLAS_GEMM_ALGO3_TENSOR_OP", {9, 0}},
    EnumRow{"ALGO4_TENSOR_OP", 104, "CUBLAS_GEMM_ALGO4_TENSOR_OP", {9, 0}},
    EnumRow{"ALGO5_TENSOR_OP", 105, "CUBLAS_GEMM_ALGO5_TENSOR_OP", {9, 2}},
    EnumRow{"ALGO6_TENSOR_OP", 106, "CUBLAS_GEMM_ALGO6_TENSOR_OP", {9, 2}},
    EnumRow{"ALGO7_TENSOR_OP", 107, "CUBLAS_GEMM_ALGO7_TENSOR_OP", {9, 2}},
    EnumRow{"ALGO8_TENSOR_OP", 108, "CUBLAS_GEMM_ALGO8_TENSOR_OP", {9, 2}},
    EnumRow{"ALGO9_TENSOR_OP", 109, "CUBLAS_GEMM_ALGO9_TENSOR_OP", {9, 2}},
    EnumRow{"ALGO10_TENSOR_OP", 110, "CUBLAS_GEMM_ALGO10_TENSOR_OP", {9, 2}},
    EnumRow{"ALGO11_TENSOR_OP", 111, "CUBLAS_GEMM_ALGO11_TENSOR_OP", {9, 2}},
    EnumRow{"ALGO12_TENSOR_OP", 112, "CUBLAS_GEMM_ALGO12_TENSOR_OP", {9, 2}},
    EnumRow{"ALGO13_TENSOR_OP", 113, "CUBLAS_GEMM_ALGO13_TENSOR_OP", {9, 2}},
    EnumRow{"ALGO14_TENSOR_OP", 114, "CUBLAS_GEMM_ALGO14_TENSOR_OP", {9, 2}},
    EnumRow{"ALGO15_TENSOR_OP", 115, "CUBLAS_GEMM_ALGO15_TENSOR_OP", {9, 2}},
    EnumRow{"AUTOTUNE", 999, "CUBLAS_GEMM_AUTOTUNE", {13, 0}},
};

/// cublasPointerMode_t.
inline constexpr std::array kPointerModes = {
    EnumRow{"HOST", 0, "CUBLAS_POINTER_MODE_HOST"},
    EnumRow{"DEVICE", 1, "CUBLAS_POINTER_MODE_DEVICE"},
};

/// cublasMath_t. The last is a flag that any of the others may be combined with.
inline constexpr std::array kMathModes = {
    EnumRow{"DEFAULT_MATH", 0, "CUBLAS_DEFAULT_MATH", {9, 0}},
    EnumRow{"TENSOR_OP_MATH", 1, "CUBLAS_TENSOR_OP_MATH", {9, 0}},
    EnumRow{"PEDANTIC_MATH", 2, "CUBLAS_PEDANTIC_MATH", {11, 0}},
    EnumRow{"TF32_TENSOR_OP_MATH", 3, "CUBLAS_TF32_TENSOR_OP_MATH", {11, 0}},
    EnumRow{"FP32_EMULATED_BF16X9_MATH", 4, "CUBLAS_FP32_EMULATED_BF16X9_MATH", {12, 9}},
    EnumRow{"FP64_EMULATED_FIXEDPOINT_MATH", 8, "CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH", {13, 0, 2}},
    EnumRow{"MATH_DISALLOW_REDUCED_PRECISION_REDUCTION",
            16,
            "CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION",
            {11, 0}},
};

}  // namespace gemmcheck::cublas
