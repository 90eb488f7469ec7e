// The arguments of a gemm call as both interfaces have them, and what is wrong with them.
#pragma once

namespace gemmcheck::doubles {

/// By number in the Fortran interface; CBLAS counts one more, since layout comes first there.
enum Parameter {
  kNothing = -1,
  kLayout,
  kTransa,
  kTransb,
  kM,
  kN,
  kK,
  kAlpha,
  kA,
  kLda,
  kB,
  kLdb,
  kBeta,
  kC,
  kLdc,
};

enum class Layout { kColMajor, kRowMajor, kIllegal };
enum class Op { kNone, kTrans, kConjTrans, kIllegal };

[[nodiscard]] Layout cblas_layout(int value);
[[nodiscard]] Op cblas_op(int value);
[[nodiscard]] Op fortran_op(char letter);

struct Arguments {
  char type;  ///< S, D, C or Z
  bool cblas;
  Layout layout;
  Op transa, transb;
  int m, n, k;
  int lda, ldb, ldc;
};

/// An operand as it lies in memory: `columns` runs of `rows` elements that are `ld` apart.
struct Stored {
  long rows;
  long columns;
  long ld;
  /// From the first element to one past the last.
  long elements() const { return rows <= 0 || columns <= 0 ? 0 : ld * (columns - 1) + rows; }
};
/// Precondition: operand is kA, kB or kC.
[[nodiscard]] Stored stored(const Arguments& call, Parameter operand);

/// The parameter that the call must be refused for; kNothing if it is legal.
[[nodiscard]] Parameter first_wrong(const Arguments& call);

}  // namespace gemmcheck::doubles
