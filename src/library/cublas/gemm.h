// cuBLAS's gemm functions: their pointer types, by family, and the table of their symbols.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "library/cublas/abi.h"

namespace gemmcheck::cublas {

// `Int` is int32_t, or int64_t for the names that end in _64. What is typed in the headers (float*,
// __half* const*, ...) is void here: a pointer is a pointer to the calling convention. Strides are
// long long in both widths.

/// cublas{S,D,C,Z,H}gemm, cublas{C,Z}gemm3m.
template <typename Int>
using Gemm = Status (*)(Handle, Enum transa, Enum transb, Int m, Int n, Int k, const void* alpha,
                        const void* A, Int lda, const void* B, Int ldb, const void* beta, void* C,
                        Int ldc);

/// cublas{S,C}gemmEx, cublasCgemm3mEx.
template <typename Int>
using GemmTyped = Status (*)(Handle, Enum transa, Enum transb, Int m, Int n, Int k,
                             const void* alpha, const void* A, Enum Atype, Int lda, const void* B,
                             Enum Btype, Int ldb, const void* beta, void* C, Enum Ctype, Int ldc);

template <typename Int>
using GemmEx = Status (*)(Handle, Enum transa, Enum transb, Int m, Int n, Int k, const void* alpha,
                          const void* A, Enum Atype, Int lda, const void* B, Enum Btype, Int ldb,
                          const void* beta, void* C, Enum Ctype, Int ldc, Enum computeType,
                          Enum algo);

/// cublas{S,D,C,Z,H}gemmBatched, cublasCgemm3mBatched.
template <typename Int>
using GemmBatched = Status (*)(Handle, Enum transa, Enum transb, Int m, Int n, Int k,
                               const void* alpha, const void* const* Aarray, Int lda,
                               const void* const* Barray, Int ldb, const void* beta,
                               void* const* Carray, Int ldc, Int batchCount);

/// cublas{S,D,C,Z,H}gemmStridedBatched, cublasCgemm3mStridedBatched.
template <typename Int>
using GemmStridedBatched = Status (*)(Handle, Enum transa, Enum transb, Int m, Int n, Int k,
                                      const void* alpha, const void* A, Int lda, long long strideA,
                                      const void* B, Int ldb, long long strideB, const void* beta,
                                      void* C, Int ldc, long long strideC, Int batchCount);

template <typename Int>
using GemmBatchedEx = Status (*)(Handle, Enum transa, Enum transb, Int m, Int n, Int k,
                                 const void* alpha, const void* const* Aarray, Enum Atype, Int lda,
                                 const void* const* Barray, Enum Btype, Int ldb, const void* beta,
                                 void* const* Carray, Enum Ctype, Int ldc, Int batchCount,
                                 Enum computeType, Enum algo);

template <typename Int>
using GemmStridedBatchedEx = Status (*)(Handle, Enum transa, Enum transb, Int m, Int n, Int k,
                                        const void* alpha, const void* A, Enum Atype, Int lda,
                                        long long strideA, const void* B, Enum Btype, Int ldb,
                                        long long strideB, const void* beta, void* C, Enum Ctype,
                                        Int ldc, long long strideC, Int batchCount,
                                        Enum computeType, Enum algo);

/// Which of the pointer types above a function has.
enum class Family : std::uint8_t {
  kGemm,
  kGemmTyped,
  kGemmEx,
  kGemmBatched,
  kGemmStridedBatched,
  kGemmBatchedEx,
  kGemmStridedBatchedEx,
};

/// One function with 32-bit integers. The one with 64-bit integers has kInt64Suffix after both
/// names.
struct GemmRow {
  std::string_view name;    ///< as cublas_v2.h has it, and a program that includes it
  std::string_view symbol;  ///< `_v2` where there is one: the bare symbol then is the function of
                            ///< before 4.0, with other parameters
  Family family;
  std::string_view since;  ///< the first CUDA release that has it, "" if that is older than 7.5
                           ///< (HIPIFY's version tables)
};

inline constexpr std::string_view kInt64Suffix = "_64";
inline constexpr std::string_view kInt64Since = "12.0";

inline constexpr GemmRow kGemms[] = {
    {"cublasSgemm", "cublasSgemm_v2", Family::kGemm, ""},
    {"cublasDgemm", "cublasDgemm_v2", Family::kGemm, ""},
    {"cublasCgemm", "cublasCgemm_v2", Family::kGemm, ""},
    {"cublasZgemm", "cublasZgemm_v2", Family::kGemm, ""},
    {"cublasHgemm", "cublasHgemm", Family::kGemm, "7.5"},
    {"cublasCgemm3m", "cublasCgemm3m", Family::kGemm, "8.0"},
    {"cublasZgemm3m", "cublasZgemm3m", Family::kGemm, "8.0"},
    {"cublasSgemmEx", "cublasSgemmEx", Family::kGemmTyped, "7.5"},
    {"cublasCgemmEx", "cublasCgemmEx", Family::kGemmTyped, "8.0"},
    {"cublasCgemm3mEx", "cublasCgemm3mEx", Family::kGemmTyped, "8.0"},
    {"cublasGemmEx", "cublasGemmEx", Family::kGemmEx, "8.0"},
    {"cublasSgemmBatched", "cublasSgemmBatched", Family::kGemmBatched, ""},
    {"cublasDgemmBatched", "cublasDgemmBatched", Family::kGemmBatched, ""},
    {"cublasCgemmBatched", "cublasCgemmBatched", Family::kGemmBatched, ""},
    {"cublasZgemmBatched", "cublasZgemmBatched", Family::kGemmBatched, ""},
    {"cublasHgemmBatched", "cublasHgemmBatched", Family::kGemmBatched, "9.0"},
    {"cublasCgemm3mBatched", "cublasCgemm3mBatched", Family::kGemmBatched, "8.0"},
    {"cublasSgemmStridedBatched", "cublasSgemmStridedBatched", Family::kGemmStridedBatched, "8.0"},
    {"cublasDgemmStridedBatched", "cublasDgemmStridedBatched", Family::kGemmStridedBatched, "8.0"},
    {"cublasCgemmStridedBatched", "cublasCgemmStridedBatched", Family::kGemmStridedBatched, "8.0"},
    {"cublasZgemmStridedBatched", "cublasZgemmStridedBatched", Family::kGemmStridedBatched, "8.0"},
    {"cublasHgemmStridedBatched", "cublasHgemmStridedBatched", Family::kGemmStridedBatched, "8.0"},
    {"cublasCgemm3mStridedBatched", "cublasCgemm3mStridedBatched", Family::kGemmStridedBatched,
     "8.0"},
    {"cublasGemmBatchedEx", "cublasGemmBatchedEx", Family::kGemmBatchedEx, "9.1"},
    {"cublasGemmStridedBatchedEx", "cublasGemmStridedBatchedEx", Family::kGemmStridedBatchedEx,
     "9.1"},
};
inline constexpr int kGemmCount = static_cast<int>(sizeof kGemms / sizeof kGemms[0]);

/// One function of one width.
struct GemmName {
  int row;       ///< in kGemms
  int int_bits;  ///< 32 or 64
};

/// Reads the name of a program's call: "cublasSgemm", "cublasGemmEx_64". Nothing for a name that is
/// in no row, a `_v2` among them.
[[nodiscard]] constexpr std::optional<GemmName> find_gemm(std::string_view name) {
  const bool wide = name.ends_with(kInt64Suffix);
  if (wide) name.remove_suffix(kInt64Suffix.size());
  for (int row = 0; row < kGemmCount; ++row) {
    if (kGemms[row].name == name) return GemmName{row, wide ? 64 : 32};
  }
  return std::nullopt;
}

}  // namespace gemmcheck::cublas
