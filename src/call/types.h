// The types of matrix elements and scalars, numbered as cudaDataType numbers them (CUDA 13.1,
// library_types.h), and which type each operand of a call has.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "call/call.h"

namespace gemmcheck {

enum class NumberKind : std::uint8_t { kFloat, kSigned, kUnsigned };

/// One row a type.
struct TypeInfo {
  DataType type;
  std::uint8_t component_bits;  ///< of a complex number: of each of its two parts
  bool complex;
  NumberKind kind;

  /// Of an element. Types of 4 and 6 bits are packed: several elements share a byte.
  constexpr int bits() const { return complex ? 2 * component_bits : component_bits; }
};

inline constexpr std::array kTypes = {
    TypeInfo{kR32F, 32, false, NumberKind::kFloat},
    TypeInfo{kR64F, 64, false, NumberKind::kFloat},
    TypeInfo{kR16F, 16, false, NumberKind::kFloat},
    TypeInfo{kR8I, 8, false, NumberKind::kSigned},
    TypeInfo{kC32F, 32, true, NumberKind::kFloat},
    TypeInfo{kC64F, 64, true, NumberKind::kFloat},
    TypeInfo{kC16F, 16, true, NumberKind::kFloat},
    TypeInfo{kC8I, 8, true, NumberKind::kSigned},
    TypeInfo{kR8U, 8, false, NumberKind::kUnsigned},
    TypeInfo{kC8U, 8, true, NumberKind::kUnsigned},
    TypeInfo{kR32I, 32, false, NumberKind::kSigned},
    TypeInfo{kC32I, 32, true, NumberKind::kSigned},
    TypeInfo{kR32U, 32, false, NumberKind::kUnsigned},
    TypeInfo{kC32U, 32, true, NumberKind::kUnsigned},
    TypeInfo{kR16BF, 16, false, NumberKind::kFloat},
    TypeInfo{kC16BF, 16, true, NumberKind::kFloat},
    TypeInfo{kR4I, 4, false, NumberKind::kSigned},
    TypeInfo{kC4I, 4, true, NumberKind::kSigned},
    TypeInfo{kR4U, 4, false, NumberKind::kUnsigned},
    TypeInfo{kC4U, 4, true, NumberKind::kUnsigned},
    TypeInfo{kR16I, 16, false, NumberKind::kSigned},
    TypeInfo{kC16I, 16, true, NumberKind::kSigned},
    TypeInfo{kR16U, 16, false, NumberKind::kUnsigned},
    TypeInfo{kC16U, 16, true, NumberKind::kUnsigned},
    TypeInfo{kR64I, 64, false, NumberKind::kSigned},
    TypeInfo{kC64I, 64, true, NumberKind::kSigned},
    TypeInfo{kR64U, 64, false, NumberKind::kUnsigned},
    TypeInfo{kC64U, 64, true, NumberKind::kUnsigned},
    TypeInfo{kR8FE4M3, 8, false, NumberKind::kFloat},
    TypeInfo{kR8FE5M2, 8, false, NumberKind::kFloat},
    TypeInfo{kR8FUE8M0, 8, false, NumberKind::kFloat},
    TypeInfo{kR6FE2M3, 6, false, NumberKind::kFloat},
    TypeInfo{kR6FE3M2, 6, false, NumberKind::kFloat},
    TypeInfo{kR4FE2M1, 4, false, NumberKind::kFloat},
};

/// nullptr if no type has that number.
[[nodiscard]] constexpr const TypeInfo* find_type(std::int32_t type) {
  const auto index = static_cast<std::size_t>(type);
  return type >= 0 && index < kTypes.size() ? &kTypes[index] : nullptr;
}

/// What the elements of A, B or C are: the API's own type, or what Atype, Btype or Ctype say.
/// nullptr if that is no type.
[[nodiscard]] const TypeInfo* element_type(const Call& call, Operand operand);

/// The cublasComputeType_t that a call comes to: its own, or the one that the C++ overloads make of
/// a cudaDataType (cublas_api.h, cublasMigrateComputeType). -1: these refuse it, or the API has
/// none.
[[nodiscard]] std::int32_t compute_type(const Call& call);

/// What alpha and beta point to: the API's own type, or the one that computeType prescribes, which
/// is complex where C is (cuBLAS 13.2 documentation, cublasGemmEx, the column "Scale Type").
/// nullptr where computeType prescribes none.
[[nodiscard]] const TypeInfo* scalar_type(const Call& call);

/// Whether the call conjugates the matrix: ConjTrans of complex elements. False for C.
[[nodiscard]] bool is_conjugated(const Call& call, Operand operand);

}  // namespace gemmcheck
