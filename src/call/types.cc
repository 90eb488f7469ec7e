#include "call/types.h"

#include "call/enums.h"

namespace gemmcheck {
namespace {

constexpr bool rows_stand_at_their_number() {
  for (std::size_t i = 0; i < kTypes.size(); ++i) {
    if (static_cast<std::size_t>(kTypes[i].type) != i) return false;
  }
  return true;
}
static_assert(rows_stand_at_their_number());

// The scalars' type for real and for complex C. What computes in half precision or in integers has
// real scalars whatever C is.
struct ScaleRow {
  std::int32_t compute;
  DataType real;
  DataType complex;
};

// cublasComputeType_t (cuBLAS 13.1, cublas_api.h).
constexpr std::array kScales = {
    ScaleRow{64, kR16F, kR16F},  // 16F
    ScaleRow{65, kR16F, kR16F},  // 16F_PEDANTIC
    ScaleRow{68, kR32F, kC32F},  // 32F
    ScaleRow{69, kR32F, kC32F},  // 32F_PEDANTIC
    ScaleRow{70, kR64F, kC64F},  // 64F
    ScaleRow{71, kR64F, kC64F},  // 64F_PEDANTIC
    ScaleRow{72, kR32I, kR32I},  // 32I
    ScaleRow{73, kR32I, kR32I},  // 32I_PEDANTIC
    ScaleRow{74, kR32F, kC32F},  // 32F_FAST_16F
    ScaleRow{75, kR32F, kC32F},  // 32F_FAST_16BF
    ScaleRow{77, kR32F, kC32F},  // 32F_FAST_TF32
    ScaleRow{78, kR32F, kC32F},  // 32F_EMULATED_16BFX9
    ScaleRow{79, kR64F, kC64F},  // 64F_EMULATED_FIXEDPOINT
};

// cudaDataType in its place: cublas_api.h, cublasMigrateComputeType, makes one of the above of
// these, and refuses the others.
constexpr std::array kMigratedScales = {
    ScaleRow{kR16F, kR16F, kR16F}, ScaleRow{kR32F, kR32F, kC32F}, ScaleRow{kC32F, kR32F, kC32F},
    ScaleRow{kR64F, kR64F, kC64F}, ScaleRow{kC64F, kR64F, kC64F}, ScaleRow{kR32I, kR32I, kR32I},
};

template <std::size_t kSize>
const TypeInfo* find_scale(const std::array<ScaleRow, kSize>& rows, const Call& call) {
  const TypeInfo* const c = find_type(call.Ctype);
  for (const ScaleRow& row : rows) {
    if (row.compute == call.computeType)
      return find_type(c != nullptr && c->complex ? row.complex : row.real);
  }
  return nullptr;
}

}  // namespace

const TypeInfo* element_type(const Call& call, Operand operand) {
  const ApiInfo& info = api_info(call.api);
  if (!info.typed()) return find_type(info.type);
  return find_type(operand == Operand::kA   ? call.Atype
                   : operand == Operand::kB ? call.Btype
                                            : call.Ctype);
}

const TypeInfo* scalar_type(const Call& call) {
  const ApiInfo& info = api_info(call.api);
  switch (info.compute) {
    case Compute::kFixed:
      return find_type(info.type);
    case Compute::kComputeType:
      return find_scale(kScales, call);
    case Compute::kDataType:
      return find_scale(kMigratedScales, call);
  }
  return nullptr;
}

bool is_conjugated(const Call& call, Operand operand) {
  if (operand != Operand::kA && operand != Operand::kB) return false;
  const TypeInfo* const type = element_type(call, operand);
  return type != nullptr && type->complex &&
         is_conjugate_transposed(call.api, operand == Operand::kA ? call.transa : call.transb);
}

}  // namespace gemmcheck
