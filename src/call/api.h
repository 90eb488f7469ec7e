// The APIs under test as a table: one row a function, with its prototype's parameters in order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "call/data_type.h"
#include "call/key.h"

namespace gemmcheck {

/// The dialects one after the other. cuBLAS: each function, then its form with 64-bit sizes; the
/// C++ overloads, which exist for 32-bit sizes only, at the end.
enum class Api : std::uint16_t {
  kSgemm,
  kDgemm,
  kCgemm,
  kZgemm,
  kCblasSgemm,
  kCblasDgemm,
  kCblasCgemm,
  kCblasZgemm,
  kCublasGemmEx,
  kCublasGemmEx64,
  kCublasSgemm,
  kCublasSgemm64,
  kCublasDgemm,
  kCublasDgemm64,
  kCublasCgemm,
  kCublasCgemm64,
  kCublasZgemm,
  kCublasZgemm64,
  kCublasHgemm,
  kCublasHgemm64,
  kCublasCgemm3m,
  kCublasCgemm3m64,
  kCublasZgemm3m,
  kCublasZgemm3m64,
  kCublasSgemmEx,
  kCublasSgemmEx64,
  kCublasCgemmEx,
  kCublasCgemmEx64,
  kCublasGemmStridedBatchedEx,
  kCublasGemmStridedBatchedEx64,
  kCublasGemmBatchedEx,
  kCublasGemmBatchedEx64,
  kCublasSgemmStridedBatched,
  kCublasSgemmStridedBatched64,
  kCublasDgemmStridedBatched,
  kCublasDgemmStridedBatched64,
  kCublasCgemmStridedBatched,
  kCublasCgemmStridedBatched64,
  kCublasZgemmStridedBatched,
  kCublasZgemmStridedBatched64,
  kCublasHgemmStridedBatched,
  kCublasHgemmStridedBatched64,
  kCublasSgemmBatched,
  kCublasSgemmBatched64,
  kCublasDgemmBatched,
  kCublasDgemmBatched64,
  kCublasCgemmBatched,
  kCublasCgemmBatched64,
  kCublasZgemmBatched,
  kCublasZgemmBatched64,
  kCublasHgemmBatched,
  kCublasHgemmBatched64,
  kCublasGemmExDataType,
  kCublasGemmStridedBatchedExDataType,
  kCublasGemmBatchedExDataType,
  kCount,
};
inline constexpr int kApiCount = static_cast<int>(Api::kCount);
/// Those of the Netlib dialect, which are the first.
inline constexpr int kNetlibApiCount = static_cast<int>(Api::kCublasGemmEx);

/// A set of APIs, one bit each.
using ApiSet = std::uint64_t;
constexpr ApiSet api_bit(Api api) {
  return ApiSet{1} << static_cast<int>(api);
}
static_assert(kApiCount < 64);
inline constexpr ApiSet kAllApis = (ApiSet{1} << kApiCount) - 1;
inline constexpr ApiSet kNetlibApis = (ApiSet{1} << kNetlibApiCount) - 1;
inline constexpr ApiSet kCublasApis = kAllApis & ~kNetlibApis;

/// Which family of rules an API belongs to.
enum class Dialect : std::uint8_t { kNetlib, kCublas };

/// How an API takes its arguments, which also decides how its enums are encoded.
enum class Convention : std::uint8_t { kFortran, kCblas, kCublas };
inline constexpr int kConventionCount = 3;

/// How many products a call makes, and where their matrices are.
enum class Batch : std::uint8_t {
  kSingle,
  kStrided,       ///< batchCount of them, strideA, strideB and strideC elements apart
  kPointerArray,  ///< batchCount of them, where arrays of pointers say
};

/// What says how the product is computed, and so the type of the scalars.
enum class Compute : std::uint8_t {
  kFixed,        ///< the API
  kComputeType,  ///< computeType, a cublasComputeType_t
  kDataType,     ///< computeType, a cudaDataType
};

/// The type of a matrix element: a float or double, or a pair of them.
struct ElementType {
  std::uint8_t component_bytes;  ///< 4 or 8; 2 of the H functions of cuBLAS
  bool complex;
  constexpr int bytes() const { return complex ? 2 * component_bytes : component_bytes; }
};

struct ApiInfo {
  Api api;
  std::string_view name;  ///< as in the text form; of Netlib's, the symbol of the 32-bit interface
  Dialect dialect;
  Convention convention;
  /// Of the matrices. Where the call says it (`typed()`), that of the baseline: ask element_type()
  /// of call/types.h.
  ElementType element;
  bool reports_status;  ///< false: a void function, whose statuses are "accepted" and "refused"
  KeySet keys;          ///< every key of the text form: parameters and circumstances
  /// In the prototype's order. The first is number 1 of scheme `cblas`; a handle is not counted in
  /// numbers.
  std::span<const Key> parameters;
  DataType type;  ///< `element` as a number
  Batch batch;
  Compute compute;
  bool wide;             ///< sizes and leading dimensions are 64-bit integers whatever the library
  bool complex_scalars;  ///< scalars may have an imaginary part; where calls say the type, always

  /// Whether Atype, Btype and Ctype say what the matrices' elements are.
  constexpr bool typed() const { return (keys & key_bit(Key::kAtype)) != 0; }
};

/// The table, in the order of Api. Use api_info.
extern const std::array<ApiInfo, kApiCount> kApiTable;
[[nodiscard]] inline const ApiInfo& api_info(Api api) {
  return kApiTable[static_cast<std::size_t>(api)];
}
[[nodiscard]] std::span<const ApiInfo> all_apis();
[[nodiscard]] std::span<const ApiInfo> apis_of(Dialect dialect);
/// nullptr if no API has that name.
[[nodiscard]] const ApiInfo* find_api(std::string_view name);
[[nodiscard]] inline bool has_key(Api api, Key key) {
  return (api_info(api).keys & key_bit(key)) != 0;
}

}  // namespace gemmcheck
