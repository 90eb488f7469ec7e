#include "call/extents.h"

#include <limits>

namespace gemmcheck {
std::optional<std::int64_t> extent_bytes(const Call& call, Operand operand) {
  const std::optional<std::int64_t> elements = extent_elements(operand_shape(call, operand));
  std::int64_t bytes = 0;
  if (!elements || __builtin_mul_overflow(*elements, api_info(call.api).element.bytes(), &bytes)) {
    return std::nullopt;
  }
  return bytes;
}

std::int64_t multiply_adds(const Call& call) {
  if (call.m <= 0 || call.n <= 0 || call.k <= 0) return 0;
  std::int64_t product = 0;
  if (__builtin_mul_overflow(call.m, call.n, &product) ||
      __builtin_mul_overflow(product, call.k, &product)) {
    return std::numeric_limits<std::int64_t>::max();
  }
  return product;
}

}  // namespace gemmcheck
