// Netlib's argument checks and quick returns once more, written as its sources write them, for
// comparison with the table.
#pragma once

#include <algorithm>
#include <utility>

#include "contract/predict.h"

namespace gemmcheck::testing {

struct PlainAnswer {
  Key refused = Key::kNone;  ///< the reported parameter
  Access access{};           ///< if it is accepted
};

/// DGEMM with its IF chain and the branches that follow. `real` scalars as the routine sees them.
inline PlainAnswer plain_fortran(char transa, char transb, std::int64_t m, std::int64_t n,
                                 std::int64_t k, bool alpha_is_zero, std::int64_t lda,
                                 std::int64_t ldb, bool beta_is_zero, bool beta_is_one,
                                 std::int64_t ldc) {
  const auto same = [](char op, char letter) { return op == letter || op == letter + 32; };
  const bool nota = same(transa, 'N');
  const bool notb = same(transb, 'N');
  const std::int64_t nrowa = nota ? m : k;
  const std::int64_t nrowb = notb ? k : n;
  PlainAnswer answer;
  if (!nota && !same(transa, 'C') && !same(transa, 'T')) {
    answer.refused = Key::kTransa;
  } else if (!notb && !same(transb, 'C') && !same(transb, 'T')) {
    answer.refused = Key::kTransb;
  } else if (m < 0) {
    answer.refused = Key::kM;
  } else if (n < 0) {
    answer.refused = Key::kN;
  } else if (k < 0) {
    answer.refused = Key::kK;
  } else if (lda < std::max<std::int64_t>(1, nrowa)) {
    answer.refused = Key::kLda;
  } else if (ldb < std::max<std::int64_t>(1, nrowb)) {
    answer.refused = Key::kLdb;
  } else if (ldc < std::max<std::int64_t>(1, m)) {
    answer.refused = Key::kLdc;
  }
  if (answer.refused != Key::kNone) return answer;
  if (m == 0 || n == 0 || ((alpha_is_zero || k == 0) && beta_is_one)) return answer;
  answer.access.writes_c = true;
  answer.access.reads_c = !beta_is_zero;
  answer.access.reads_ab = !alpha_is_zero && k != 0;
  return answer;
}

/// cblas_dgemm: its own checks, the swap, and the numbers mapped back.
inline PlainAnswer plain_cblas(int layout, int transa, int transb, std::int64_t m, std::int64_t n,
                               std::int64_t k, bool alpha_is_zero, std::int64_t lda,
                               std::int64_t ldb, bool beta_is_zero, bool beta_is_one,
                               std::int64_t ldc) {
  const auto letter = [](int op) {
    return op == 112 ? 'T' : op == 113 ? 'C' : op == 111 ? 'N' : '\0';
  };
  PlainAnswer answer;
  if (layout != 101 && layout != 102) {
    answer.refused = Key::kLayout;
  } else if (letter(transa) == '\0') {
    answer.refused = Key::kTransa;
  } else if (letter(transb) == '\0') {
    answer.refused = Key::kTransb;
  }
  if (answer.refused != Key::kNone) return answer;
  if (layout == 102) {
    return plain_fortran(letter(transa), letter(transb), m, n, k, alpha_is_zero, lda, ldb,
                         beta_is_zero, beta_is_one, ldc);
  }
  answer = plain_fortran(letter(transb), letter(transa), n, m, k, alpha_is_zero, ldb, lda,
                         beta_is_zero, beta_is_one, ldc);
  if (answer.refused == Key::kM) {
    answer.refused = Key::kN;
  } else if (answer.refused == Key::kN) {
    answer.refused = Key::kM;
  } else if (answer.refused == Key::kLda) {
    answer.refused = Key::kLdb;
  } else if (answer.refused == Key::kLdb) {
    answer.refused = Key::kLda;
  }
  return answer;
}

inline PlainAnswer plain_netlib(const Call& call) {
  const ApiInfo& info = api_info(call.api);
  const auto equals = [&info](const Scalar& scalar, double value) {
    if (scalar.null && (info.element.complex || info.convention == Convention::kFortran)) {
      return false;
    }
    const bool real = !info.element.complex;
    if (info.element.component_bytes == 4) {
      return static_cast<float>(scalar.re) == static_cast<float>(value) &&
             (real || static_cast<float>(scalar.im) == 0);
    }
    return scalar.re == value && (real || scalar.im == 0);
  };
  const bool alpha_is_zero = equals(call.alpha, 0);
  const bool beta_is_zero = equals(call.beta, 0);
  const bool beta_is_one = equals(call.beta, 1);
  if (info.convention == Convention::kFortran) {
    return plain_fortran(static_cast<char>(call.transa), static_cast<char>(call.transb), call.m,
                         call.n, call.k, alpha_is_zero, call.lda, call.ldb, beta_is_zero,
                         beta_is_one, call.ldc);
  }
  return plain_cblas(call.layout, call.transa, call.transb, call.m, call.n, call.k, alpha_is_zero,
                     call.lda, call.ldb, beta_is_zero, beta_is_one, call.ldc);
}

}  // namespace gemmcheck::testing
