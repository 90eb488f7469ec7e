// How much memory each operand of a call spans, in overflow-checked 64-bit arithmetic.
#pragma once

#include <cstdint>
#include <optional>

#include "call/call.h"

namespace gemmcheck {

/// The array of one operand as it lies in memory. A row-major operand is described as the
/// column-major one that has the same bytes: `rows` are contiguous elements, `columns` lie `ld`
/// elements apart. Negative sizes count as 0.
struct Shape {
  std::int64_t rows;
  std::int64_t columns;
  std::int64_t ld;
};
[[nodiscard]] Shape operand_shape(const Call& call, Operand operand);

/// Rows of the stored operand, in the sense of its leading dimension's bound `ld >= max(1, rows)`;
/// not clamped.
[[nodiscard]] std::int64_t ld_rows(const Call& call, Operand operand);

/// Elements from the first to one past the last: 0 if rows or columns is 0, else ld * (columns - 1)
/// + rows; nullopt if that overflows 64 bits or several columns would overlap because ld < rows.
[[nodiscard]] std::optional<std::int64_t> extent_elements(const Shape& shape);
/// The same in bytes for one operand of the call.
[[nodiscard]] std::optional<std::int64_t> extent_bytes(const Call& call, Operand operand);

/// m * n * k of an accepted call, saturated at INT64_MAX; 0 if any is <= 0.
[[nodiscard]] std::int64_t multiply_adds(const Call& call);

}  // namespace gemmcheck
