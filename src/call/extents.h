// How much memory each operand of a call spans, in overflow-checked 64-bit arithmetic.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "call/call.h"
#include "call/enums.h"

namespace gemmcheck {

/// The array of one operand as it lies in memory. A row-major operand is described as the
/// column-major one that has the same bytes: `rows` are contiguous elements, `columns` lie `ld`
/// elements apart. Negative sizes count as 0.
struct Shape {
  std::int64_t rows;
  std::int64_t columns;
  std::int64_t ld;
};

/// The stored matrix in the caller's terms, not clamped: `rows` is what bounds a column-major
/// leading dimension, `columns` a row-major one. Inline, as what follows: every call passes here
/// several times.
[[nodiscard]] inline Shape stored_matrix(const Call& call, Operand operand) {
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

[[nodiscard]] inline Shape operand_shape(const Call& call, Operand operand) {
  Shape matrix = stored_matrix(call, operand);
  if (is_row_major(call.api, call.layout)) std::swap(matrix.rows, matrix.columns);
  return {std::max<std::int64_t>(0, matrix.rows), std::max<std::int64_t>(0, matrix.columns),
          matrix.ld};
}

/// Rows of the stored operand, in the sense of its leading dimension's bound `ld >= max(1, rows)`;
/// not clamped.
[[nodiscard]] inline std::int64_t ld_rows(const Call& call, Operand operand) {
  const Shape matrix = stored_matrix(call, operand);
  return is_row_major(call.api, call.layout) ? matrix.columns : matrix.rows;
}

/// The call of the other layout that takes the same memory for the same matrices: C's transposed is
/// op(B)'s times op(A)'s, so A and B, m and n, and what belongs to them change places. Only for
/// APIs with a layout that is RowMajor or ColMajor.
[[nodiscard]] Call mirrored(const Call& call);

/// Elements from the first to one past the last: 0 if rows or columns is 0, else ld * (columns - 1)
/// + rows; nullopt if that overflows 64 bits or several columns would overlap because ld < rows.
[[nodiscard]] inline std::optional<std::int64_t> extent_elements(const Shape& shape) {
  if (shape.rows <= 0 || shape.columns <= 0) return 0;
  if (shape.ld < shape.rows && shape.columns > 1) return std::nullopt;
  std::int64_t elements = 0;
  if (__builtin_mul_overflow(shape.ld, shape.columns - 1, &elements)) return std::nullopt;
  if (__builtin_add_overflow(elements, shape.rows, &elements)) return std::nullopt;
  return elements;
}

/// The bytes from `begin` to before `end`, counted from wherever the user says.
struct Stretch {
  std::int64_t begin = 0;
  std::int64_t end = 0;

  std::int64_t bytes() const { return end - begin; }
  friend bool operator==(const Stretch&, const Stretch&) = default;
};

/// The bytes of one operand from its lowest to its highest, counted from its pointer: of all
/// matrices of a strided batch, which a negative stride puts before the pointer; of one matrix
/// where pointer arrays say where each is. Empty if no matrix has an element. nullopt if 64 bits do
/// not hold them, columns would overlap, or the element type is unknown.
[[nodiscard]] std::optional<Stretch> operand_bytes(const Call& call, Operand operand);
/// How many those are.
[[nodiscard]] std::optional<std::int64_t> extent_bytes(const Call& call, Operand operand);

/// m * n * k of an accepted call, of all products of a batch, saturated at INT64_MAX; 0 if any is
/// <= 0.
[[nodiscard]] std::int64_t multiply_adds(const Call& call);

}  // namespace gemmcheck
