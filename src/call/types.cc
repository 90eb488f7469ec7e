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

// cublas_api.h, cublasMigrateComputeType: what the overloads make of a cudaDataType. They refuse
// the others.
struct MigratedRow {
  DataType type;
  std::int32_t compute;
};
constexpr std::array kMigrated = {
    MigratedRow{kR32F, 68}, MigratedRow{kC32F, 68}, MigratedRow{kR64F, 70},
    MigratedRow{kC64F, 70}, MigratedRow{kR16F, 64}, MigratedRow{kR32I, 72},
};

}  // namespace

const TypeInfo* element_type(const Call& call, Operand operand) {
  const ApiInfo& info = api_info(call.api);
  if (!info.typed()) return find_type(info.type);
  return find_type(operand == Operand::kA   ? call.Atype
                   : operand == Operand::kB ? call.Btype
                                            : call.Ctype);
}

std::int32_t compute_type(const Call& call) {
  switch (api_info(call.api).compute) {
    case Compute::kComputeType:
      return call.computeType;
    case Compute::kDataType:
      for (const MigratedRow& row : kMigrated) {
        if (row.type == call.computeType) return row.compute;
      }
      return -1;
    case Compute::kFixed:
      break;
  }
  return -1;
}

const TypeInfo* scalar_type(const Call& call) {
  const ApiInfo& info = api_info(call.api);
  if (info.compute == Compute::kFixed) return find_type(info.type);
  const TypeInfo* const c = find_type(call.Ctype);
  const std::int32_t compute = compute_type(call);
  for (const ScaleRow& row : kScales) {
    if (row.compute == compute) {
      return find_type(c != nullptr && c->complex ? row.complex : row.real);
    }
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
