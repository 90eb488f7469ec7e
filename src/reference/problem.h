// One accepted call as arithmetic sees it: column-major, ops as strides. Private to this folder.
#pragma once

#include <cstddef>
#include <cstdint>

#include "call/call.h"
#include "reference/check.h"

namespace gemmcheck::reference {

/// A component in memory that need not be aligned and whose bytes were written as any type.
template <typename T>
struct __attribute__((packed, may_alias)) Loose {
  T value;
};

/// op(A) or op(B): element (i, j) lies at (i * row_stride + j * column_stride) elements.
struct Factor {
  const std::byte* data;
  std::int64_t row_stride;
  std::int64_t column_stride;
  bool conjugate;
  bool across;  ///< stored as the transposed of what it is here
};

/// What can be said of an element before looking at it.
enum class Arithmetic : std::uint8_t {
  kExact,    ///< every intermediate result of every order of operations is exact
  kBounded,  ///< rounding errors only
  kExtreme,  ///< a scalar is NaN, Inf, or so large that partial results may overflow
};

/// C (m x n) = alpha A (m x k) B (k x n) + beta C. A row-major call is the column-major one of the
/// same memory with A and B, m and n exchanged.
template <typename T>
struct Problem {
  std::int64_t m, n;
  std::int64_t k;  ///< 0 where A and B are not read, be it that alpha is 0
  Factor a, b;
  const std::byte* c_before;
  const std::byte* c;
  std::int64_t ldc;
  T alpha[2], beta[2];  ///< converted; the imaginary part is 0 for a real call
  bool reads_c;         ///< beta is not 0
  bool integers;        ///< the components are small integers (or NaN, Inf)
  Arithmetic arithmetic;
};

template <typename T>
const Loose<T>* components(const std::byte* data, std::int64_t elements, bool complex) {
  return reinterpret_cast<const Loose<T>*>(data) + (complex ? 2 * elements : elements);
}

/// Which arithmetic the call's scalars and k make of components of at most 4 in magnitude.
template <typename T>
[[nodiscard]] Arithmetic classify(const Problem<T>& problem);

/// Whether all of C is as it must be, for every arithmetic but kExtreme: a vectorised yes. A no
/// means that some element needs `judge_element`, which may still find nothing wrong (complex
/// infinities).
template <typename T, bool kComplex>
[[nodiscard]] bool all_fit(const Problem<T>& problem);

struct Judged {
  bool fits;
  double expected[2];  ///< as the plain formula has it
};
/// One element in wider arithmetic, with every special case.
template <typename T, bool kComplex>
[[nodiscard]] Judged judge_element(const Problem<T>& problem, std::int64_t row,
                                   std::int64_t column);

}  // namespace gemmcheck::reference
