#include "contract/type_table.h"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "call/types.h"

namespace gemmcheck {
namespace {

// cublasComputeType_t (cublas_api.h): its enumerators lie between these.
constexpr std::int32_t kFirstCompute = 64;
constexpr std::int32_t kLastCompute = 79;

constexpr std::uint32_t computes(std::initializer_list<std::int32_t> list) {
  std::uint32_t bits = 0;
  for (const std::int32_t compute : list) bits |= 1u << (compute - kFirstCompute);
  return bits;
}
constexpr std::uint32_t k16F = computes({64, 65});
constexpr std::uint32_t k32F = computes({68, 69});
constexpr std::uint32_t k64F = computes({70, 71});
constexpr std::uint32_t k32I = computes({72, 73});
constexpr std::uint32_t kFast16F = computes({74});
constexpr std::uint32_t kFast = computes({74, 75, 77, 78});
constexpr std::uint32_t kFixedPoint = computes({79});
constexpr std::uint32_t kAny = ~std::uint32_t{0};

constexpr ApiSet kEx =
    api_bit(Api::kCublasGemmEx) | api_bit(Api::kCublasGemmEx64) |
    api_bit(Api::kCublasGemmExDataType) | api_bit(Api::kCublasGemmStridedBatchedEx) |
    api_bit(Api::kCublasGemmStridedBatchedEx64) |
    api_bit(Api::kCublasGemmStridedBatchedExDataType) | api_bit(Api::kCublasGemmBatchedEx) |
    api_bit(Api::kCublasGemmBatchedEx64) | api_bit(Api::kCublasGemmBatchedExDataType);
constexpr ApiSet kSgemmEx = api_bit(Api::kCublasSgemmEx) | api_bit(Api::kCublasSgemmEx64);
constexpr ApiSet kCgemmEx = api_bit(Api::kCublasCgemmEx) | api_bit(Api::kCublasCgemmEx64);

constexpr std::string_view kManual =
    "cuBLAS 13.2 documentation, cublasGemmEx, table of supported types";

constexpr TypeRow listed(std::uint32_t computes, DataType ab, DataType c) {
  return {kEx, computes, ab, c, true, Basis::kDocumented, kManual};
}
constexpr TypeRow disputed(std::uint32_t computes, DataType ab, DataType c,
                           std::string_view source) {
  return {kEx, computes, ab, c, false, Basis::kObserved, source};
}
constexpr TypeRow recalled(ApiSet apis, DataType ab, DataType c) {
  return {apis,
          kAny,
          ab,
          c,
          false,
          Basis::kInferred,
          "no document at hand lists them; by what the function is for"};
}

constexpr std::string_view kEmulation =
    "the manual lists it for cublasLtMatmul only, CUDA.jl calls cublasGemmEx with it from cuBLAS "
    "13.1 on";
constexpr std::string_view kHalfRuns =
    "not in the manual's table, but reported to run through cublasGemmEx";

constexpr std::array kRows = {
    listed(k16F, kR16F, kR16F),
    listed(k32I, kR8I, kR32I),
    listed(k32F, kR16BF, kR16BF),
    listed(k32F, kR16F, kR16F),
    listed(k32F, kR8I, kR32F),
    listed(k32F, kR16BF, kR32F),
    listed(k32F, kR16F, kR32F),
    listed(k32F, kR32F, kR32F),
    listed(k32F, kC8I, kC32F),
    listed(k32F, kC32F, kC32F),
    listed(kFast, kR32F, kR32F),
    listed(kFast, kC32F, kC32F),
    listed(k64F, kR64F, kR64F),
    listed(k64F, kC64F, kC64F),
    disputed(kFast16F, kR16F, kR16F, kHalfRuns),
    disputed(kFast16F, kR16F, kR32F, kHalfRuns),
    disputed(kFixedPoint, kR64F, kR64F, kEmulation),
    disputed(kFixedPoint, kC64F, kC64F, kEmulation),
    recalled(kSgemmEx, kR16BF, kR16BF),
    recalled(kSgemmEx, kR16F, kR16F),
    recalled(kSgemmEx, kR16F, kR32F),
    recalled(kSgemmEx, kR8I, kR32F),
    recalled(kSgemmEx, kR16BF, kR32F),
    recalled(kSgemmEx, kR32F, kR32F),
    recalled(kCgemmEx, kC8I, kC32F),
    recalled(kCgemmEx, kC32F, kC32F),
};

// What a row says of a call, part by part.
struct Match {
  bool ab;
  bool c;
  bool compute;
};
Match match(const TypeRow& row, const Call& call, std::uint32_t compute) {
  return {call.Atype == row.ab && call.Btype == row.ab, call.Ctype == row.c,
          (row.computes & compute) != 0};
}

// The functions without a computeType have all that there are.
std::uint32_t computes_of(const Call& call) {
  return has_key(call.api, Key::kComputeType) ? compute_bit(compute_type(call)) : kAny;
}

}  // namespace

std::uint32_t compute_bit(std::int32_t compute) {
  constexpr std::uint32_t kEnumerators = k16F | k32F | k64F | k32I | kFast | kFixedPoint;
  if (compute < kFirstCompute || compute > kLastCompute) return 0;
  return (1u << (compute - kFirstCompute)) & kEnumerators;
}

std::span<const TypeRow> type_rows() {
  return kRows;
}

const TypeRow* find_type_row(const Call& call) {
  const std::uint32_t compute = computes_of(call);
  for (const TypeRow& row : kRows) {
    if ((row.apis & api_bit(call.api)) == 0) continue;
    const Match is = match(row, call, compute);
    if (is.ab && is.c && is.compute) return &row;
  }
  return nullptr;
}

std::vector<const TypeRow*> near_type_rows(const Call& call) {
  std::vector<const TypeRow*> near;
  const std::uint32_t compute = computes_of(call);
  for (const TypeRow& row : kRows) {
    if ((row.apis & api_bit(call.api)) == 0) continue;
    const Match is = match(row, call, compute);
    if (int{is.ab} + int{is.c} + int{is.compute} == 2) near.push_back(&row);
  }
  return near;
}

}  // namespace gemmcheck
