// The lies that the library of this folder tells, and what a campaign must make of each.
#pragma once

#include <string_view>

namespace gemmcheck::doubles {

/// The environment variable that names the lie to be told; without it the library is honest.
inline constexpr char kLieVariable[] = "GEMMCHECK_LIE";

enum class Lie {
#define LIE(id, name, where, clause, key, line) id,
#include "doubles/lies.def"
#undef LIE
  kNone,
};

enum class Where {
  kAll,
  kFortran,
  kCblas,
  kComplex,     ///< c and z
  kDgemm,       ///< dgemm_ and cblas_dgemm
  kDgemmAlone,  ///< dgemm_
};

struct LieRow {
  Lie lie;
  std::string_view name;
  Where where;
  std::string_view clause;
  std::string_view key;
  std::string_view line;
};

/// In the order of Lie. The columns are described in lies.def.
inline constexpr LieRow kLies[] = {
#define LIE(id, name, where, clause, key, line) {Lie::id, name, Where::where, clause, key, line},
#include "doubles/lies.def"
#undef LIE
};

}  // namespace gemmcheck::doubles
