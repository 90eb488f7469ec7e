// What C must hold after a call, and whether it does. Runs in the worker, beside the operands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "call/call.h"
#include "call/observation.h"

namespace gemmcheck {

/// Memory that can be read.
struct Part {
  const std::byte* begin = nullptr;
  const std::byte* end = nullptr;
};

/// The operands of one call as they lie in memory, with C's contents from before the call. None
/// need be aligned.
struct Operands {
  const std::byte* a = nullptr;
  const std::byte* b = nullptr;
  std::byte* c = nullptr;
  const std::byte* c_before = nullptr;  ///< same extent as C
  const std::byte* a_before =
      nullptr;  ///< nullptr: A cannot have changed (its pages are read-only)
  const std::byte* b_before = nullptr;
  // How many bytes lie there (and at x_before); -1: `extent_bytes` of the call. For calls whose
  // extents mean nothing (refused ones), where the memory is what was provided, not what was asked
  // for.
  std::int64_t a_bytes = -1;
  std::int64_t b_bytes = -1;
  std::int64_t c_bytes = -1;
  // Where an operand's columns lie far apart: what of the memory is there (at x_before as well), in
  // order. Empty: all of it.
  std::span<const Part> a_parts{};
  std::span<const Part> b_parts{};
  std::span<const Part> c_parts{};
};

/// Judges the memory after a call and sets `effects`, `operand`, `row`, `column`, `expected`,
/// `actual` of the observation (which must be reset before). Row and column are those of the matrix
/// as the call's layout names them; one past the matrix's own is in a gap. A call shows several
/// effects at once; the position is that of the first of A, B, C's gaps, C's elements that has one.
///
/// refused: C must be bitwise as before. Accepted: every element of C equals alpha op(A) op(B) +
/// beta C: exactly for integer fills (+0 equals -0), within the usual bound of rounding for random
/// fills or scalars that are not small integers; where NaN or Inf come in, an element must be NaN
/// or Inf where the formula says so, but which of the two, and the other component of a complex
/// number, is not judged when that depends on the order of operations. alpha = 0 or k = 0: A and B
/// are not read; beta = 0: C is not read (a NaN there must vanish); m = 0 or n = 0, or no product
/// and beta = 1: nothing is touched. Elements between C's columns must be bitwise as before.
///
/// alpha and beta are judged as converted to the call's component type: 1e-300 is 0 for sgemm.
/// Not judged: C where it shares memory with an operand that is read or where its columns overlap
/// (ldc too short), and everything where an operand that is needed is null.
///
/// Elements checked: all up to `kExactCap` multiply-adds, a sample above.
void check_memory(const Call& call, const Operands& operands, bool refused,
                  Observation& observation);

inline constexpr long kExactCap = 1L << 22;

/// Whether an accepted call writes C without reading it (beta, converted, is 0): then C is filled
/// with the sentinel beforehand.
[[nodiscard]] bool wants_sentinel(const Call& call);

}  // namespace gemmcheck
