// The numbers of element types, those of cudaDataType (CUDA 13.0, library_types.h), whatever the
// library.
#pragma once

#include <cstdint>

namespace gemmcheck {

/// R: real, C: complex, then the bits of a component and what it is. A call may hold any other
/// number, so that it is kept as an integer there.
enum DataType : std::int32_t {
  kR32F = 0,
  kR64F = 1,
  kR16F = 2,
  kR8I = 3,
  kC32F = 4,
  kC64F = 5,
  kC16F = 6,
  kC8I = 7,
  kR8U = 8,
  kC8U = 9,
  kR32I = 10,
  kC32I = 11,
  kR32U = 12,
  kC32U = 13,
  kR16BF = 14,
  kC16BF = 15,
  kR4I = 16,
  kC4I = 17,
  kR4U = 18,
  kC4U = 19,
  kR16I = 20,
  kC16I = 21,
  kR16U = 22,
  kC16U = 23,
  kR64I = 24,
  kC64I = 25,
  kR64U = 26,
  kC64U = 27,
  kR8FE4M3 = 28,
  kR8FE5M2 = 29,
  kR8FUE8M0 = 30,
  kR6FE2M3 = 31,
  kR6FE3M2 = 32,
  kR4FE2M1 = 33,
};

}  // namespace gemmcheck
