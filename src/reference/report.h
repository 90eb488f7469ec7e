// Writes what is seen into an observation. Private to this folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "call/api.h"
#include "call/call.h"
#include "call/observation.h"
#include "reference/check.h"
#include "reference/problem.h"

namespace gemmcheck::reference {

/// Collects every effect, and position and values of the first.
class Report {
 public:
  Report(const Call& call, Observation& observation);

  ElementType element() const { return element_; }
  bool row_major() const { return row_major_; }

  /// An element that should be as it was. Row and column of the stored operand; `index` is the
  /// element's distance from the operand's start, where `now` and `before` point.
  void changed(Effect effect, Operand operand, std::int64_t row, std::int64_t column,
               std::int64_t index, const std::byte* now, const std::byte* before);
  /// An element of C that should hold something else.
  void wrong(Effect effect, std::int64_t row, std::int64_t column, std::int64_t index,
             const std::byte* now, const Judged& judged);

 private:
  bool first(Effect effect, Operand operand, std::int64_t row, std::int64_t column);
  double component(const std::byte* data, std::int64_t index, int part) const;

  ElementType element_;
  bool row_major_;
  Observation& observation_;
};

/// Element index of the first bytewise difference, -1 if there is none.
[[nodiscard]] std::int64_t first_difference(const std::byte* x, const std::byte* y,
                                            std::int64_t bytes, int element_bytes);

/// The same of bytes of which only `parts` can be read; empty: all.
[[nodiscard]] std::int64_t first_difference(const std::byte* x, const std::byte* y,
                                            std::int64_t bytes, int element_bytes,
                                            std::span<const Part> parts);

/// What an accepted call left in C, its gaps included.
void check_accepted(const Call& call, const Operands& operands, Report& report);

/// Whether A or B uses C's memory.
[[nodiscard]] bool shares_with_c(const Call& call, Operand operand);

}  // namespace gemmcheck::reference
