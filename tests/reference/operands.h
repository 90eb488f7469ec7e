// Operands of a call in ordinary memory, and conforming implementations to fill C with.
#pragma once

#include <cstddef>
#include <vector>

#include "call/call.h"
#include "reference/check.h"

namespace gemmcheck::testing {

/// The three operands as the worker would lay them out, with copies from before the call.
struct Memory {
  explicit Memory(const Call& call);
  /// with_before: A and B are compared too.
  Operands operands(bool with_before);

  std::vector<std::byte> a, b, c, a_before, b_before, c_before;
};

/// Ways in which conforming implementations differ.
struct Style {
  bool backwards = false;     ///< order of summation
  bool fused = false;         ///< multiply-adds are fused
  bool alpha_on_a = false;    ///< alpha is applied to A's elements, not to the product
  bool alpha_on_b = false;    ///< or to B's
  bool pairwise = false;      ///< two interleaved partial sums
  bool real_scalars = false;  ///< complex calls: alpha and beta with imaginary part 0 taken as real
};

/// Makes the call in C's memory, element by element.
void conform(const Call& call, Memory& memory, const Style& style = {});

}  // namespace gemmcheck::testing
