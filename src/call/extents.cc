#include "call/extents.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "call/enums.h"

namespace gemmcheck {
namespace {

// The stored matrix in the caller's terms: (rows, columns) as the API counts them, before looking
// at the layout.
struct Stored {
  std::int64_t rows;
  std::int64_t columns;
  std::int64_t ld;
};

Stored stored(const Call& call, Operand operand) {
  switch (operand) {
    case Operand::kA:
      if (is_transposed(call.api, call.transa)) return {call.k, call.m, call.lda};
      return {call.m, call.k, call.lda};
    case Operand::kB:
      if (is_transposed(call.api, call.transb)) return {call.n, call.k, call.ldb};
      return {call.k, call.n, call.ldb};
    default:
      return {call.m, call.n, call.ldc};
  }
}

}  // namespace

Shape operand_shape(const Call& call, Operand operand) {
  Stored matrix = stored(call, operand);
  if (is_row_major(call.api, call.layout)) std::swap(matrix.rows, matrix.columns);
  return {std::max<std::int64_t>(0, matrix.rows), std::max<std::int64_t>(0, matrix.columns),
          matrix.ld};
}

std::int64_t ld_rows(const Call& call, Operand operand) {
  const Stored matrix = stored(call, operand);
  return is_row_major(call.api, call.layout) ? matrix.columns : matrix.rows;
}

std::optional<std::int64_t> extent_elements(const Shape& shape) {
  if (shape.rows <= 0 || shape.columns <= 0) return 0;
  if (shape.ld < shape.rows && shape.columns > 1) return std::nullopt;
  std::int64_t elements = 0;
  if (__builtin_mul_overflow(shape.ld, shape.columns - 1, &elements)) return std::nullopt;
  if (__builtin_add_overflow(elements, shape.rows, &elements)) return std::nullopt;
  return elements;
}

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
