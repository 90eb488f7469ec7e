// The quantities of a call and the evaluation of terms over them: the inner loop of predict().
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "call/call.h"
#include "call/enums.h"
#include "contract/predict.h"

namespace gemmcheck {

/// One value per Quantity.
class Quantities {
 public:
  std::int64_t& operator[](Quantity which) { return values_[static_cast<std::size_t>(which)]; }
  std::int64_t operator[](Quantity which) const { return values_[static_cast<std::size_t>(which)]; }

 private:
  std::array<std::int64_t, kQuantityCount> values_;
};

/// The bound of each leading dimension for given ops and layout.
struct StoredRows {
  std::int64_t a;
  std::int64_t b;
  std::int64_t c;
};
inline StoredRows stored_rows(const Call& call, bool transposed_a, bool transposed_b,
                              bool row_major) {
  return {transposed_a != row_major ? call.k : call.m, transposed_b != row_major ? call.n : call.k,
          row_major ? call.n : call.m};
}

/// Sets every quantity but the circumstances and the access ones.
inline void set_plain_quantities(const Call& call, const ApiInfo& info, bool row_major,
                                 Quantities& q) {
  using enum Quantity;
  q[kZero] = 0;
  q[kLayout] = call.layout;
  q[kTransa] = call.transa;
  q[kTransb] = call.transb;
  q[kM] = call.m;
  q[kN] = call.n;
  q[kK] = call.k;
  q[kLda] = call.lda;
  q[kLdb] = call.ldb;
  q[kLdc] = call.ldc;
  const StoredRows rows = stored_rows(call, is_transposed(call.api, call.transa),
                                      is_transposed(call.api, call.transb), row_major);
  q[kRowsA] = rows.a;
  q[kRowsB] = rows.b;
  q[kRowsC] = rows.c;
  // The library compares what it was given: 1e-60 is 0 in single precision.
  const bool narrow = info.element.component_bytes == 4;
  const auto given = [narrow](double value) {
    return narrow ? static_cast<double>(static_cast<float>(value)) : value;
  };
  const bool real = !info.element.complex;
  const bool real_alpha = real | (given(call.alpha.im) == 0);
  const bool real_beta = real | (given(call.beta.im) == 0);
  const double alpha = given(call.alpha.re);
  const double beta = given(call.beta.re);
  q[kAlphaIsZero] = (alpha == 0) & real_alpha;
  q[kBetaIsZero] = (beta == 0) & real_beta;
  q[kBetaIsOne] = (beta == 1) & real_beta;
}

/// Whether a pointer of the call is anything but ordinary, so that circumstances must be computed.
inline bool has_circumstances(const Call& call) {
  const auto special = [](const Pointer& pointer) {
    return (pointer.kind != PointerKind::kValid) | (pointer.offset != 0);
  };
  return static_cast<bool>(special(call.A) | special(call.B) | special(call.C) | call.alpha.null |
                           call.beta.null);
}
inline void clear_circumstances(Quantities& q) {
  for (int i = static_cast<int>(Quantity::kAlphaIsNull);
       i <= static_cast<int>(Quantity::kCOverlapsB); ++i) {
    q[static_cast<Quantity>(i)] = 0;
  }
}
/// Sets the circumstances, and corrects the plain quantities of a scalar that is null.
void set_circumstances(const Call& call, const ApiInfo& info, Quantities& q);

inline std::int64_t bound_of(const Term& term, const Quantities& q) {
  const std::int64_t most = std::max<std::int64_t>(term.floor, q[term.right]);
  std::int64_t bound = 0;
  if (__builtin_add_overflow(most, std::int64_t{term.slack}, &bound)) {
    return term.slack < 0 ? std::numeric_limits<std::int64_t>::min()
                          : std::numeric_limits<std::int64_t>::max();
  }
  return bound;
}

/// `legal` is the row of the contract's LegalSets for the API's convention.
inline bool term_holds(const Term& term, const Quantities& q,
                       const std::array<LegalSet, kLegalSetCount>& legal) {
  const std::int64_t left = q[term.left];
  switch (term.test) {
    case Test::kBelow:
      return left < bound_of(term, q);
    case Test::kEqual:
      return left == std::int64_t{term.floor} + term.slack;
    case Test::kNotAmong:
      return !legal[static_cast<std::size_t>(legal_index(term.left))].contains(left);
  }
  return false;
}

inline bool clause_holds(const Clause& clause, const Quantities& q,
                         const std::array<LegalSet, kLegalSetCount>& legal) {
  bool all = true;
  for (int i = 0; i < clause.term_count; ++i) {
    all &= term_holds(clause.terms[static_cast<std::size_t>(i)], q, legal);
  }
  return all;
}

inline constexpr bool is_access_role(Role role) {
  return role >= Role::kQuick && role <= Role::kNoReadC;
}

/// What the access rows that hold leave of the accesses. `holding` has bit `role` set for each.
inline Access access_of(std::uint32_t holding) {
  const auto bit = [holding](Role role) { return ((holding >> static_cast<int>(role)) & 1) != 0; };
  const bool quick = bit(Role::kQuick);
  return {!quick && !bit(Role::kNoReadAB), !quick && !bit(Role::kNoReadC), !quick};
}
inline void set_access_quantities(const Access& access, Quantities& q) {
  q[Quantity::kReadsAB] = access.reads_ab;
  q[Quantity::kReadsC] = access.reads_c;
  q[Quantity::kWritesC] = access.writes_c;
}

}  // namespace gemmcheck
