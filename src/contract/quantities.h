// The quantities of a call and the evaluation of terms over them. All inline, so that a table known
// at compile time leaves only what it asks for.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
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
  std::array<std::int64_t, kQuantityCount> values_{};
};

/// The legal values that hold for an API of this convention.
using LegalRow = std::array<LegalSet, kLegalSetCount>;
constexpr const LegalRow& legal_row(const LegalSets& legal, Convention convention) {
  return legal[static_cast<std::size_t>(convention)];
}

/// The same as is_row_major() and is_transposed() of call/enums.h (a test compares them), without a
/// call each.
inline bool is_row_major(const Call& call, Convention convention) {
  return static_cast<int>(convention == Convention::kCblas) & static_cast<int>(call.layout == 101);
}
inline bool is_transposed(std::int32_t op, Convention convention) {
  const auto& no_trans = kNoTrans[static_cast<std::size_t>(convention)];
  return (op != no_trans[0]) & (op != no_trans[1]);
}

/// The bound of each leading dimension for given ops and layout.
struct StoredRows {
  std::int64_t a;
  std::int64_t b;
  std::int64_t c;
};
inline StoredRows stored_rows(const Call& call, bool transposed_a, bool transposed_b,
                              bool row_major) {
  // Without branches: in a stream of mixed calls none of them could be foreseen.
  const auto choose = [](bool second, std::int64_t one, std::int64_t other) {
    return one ^ ((one ^ other) & -std::int64_t{second});
  };
  return {choose(transposed_a != row_major, call.m, call.k),
          choose(transposed_b != row_major, call.k, call.n), choose(row_major, call.m, call.n)};
}

inline void set_numbers(const Call& call, Convention convention, Quantities& q) {
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
  const StoredRows rows =
      stored_rows(call, is_transposed(call.transa, convention),
                  is_transposed(call.transb, convention), is_row_major(call, convention));
  q[kRowsA] = rows.a;
  q[kRowsB] = rows.b;
  q[kRowsC] = rows.c;
}

/// Which doubles become 0 and 1 when converted to a scalar type, as ranges of their bits: the
/// library compares what it was given, and 1e-60 is 0 in single precision.
struct ScalarRanges {
  std::uint64_t zero;  ///< the largest magnitude that becomes 0, shifted left by one
  std::uint64_t one_first;
  std::uint64_t one_last;
};
constexpr ScalarRanges scalar_ranges(double zero, double one_first, double one_last) {
  return {std::bit_cast<std::uint64_t>(zero) << 1, std::bit_cast<std::uint64_t>(one_first),
          std::bit_cast<std::uint64_t>(one_last)};
}
inline constexpr ScalarRanges kDoubleRanges = scalar_ranges(0, 1, 1);
// Half of the smallest subnormal, and half a unit in the last place around 1; ties go to even.
inline constexpr ScalarRanges kFloatRanges = scalar_ranges(0x1p-150, 1 - 0x1p-25, 1 + 0x1p-24);

inline void set_scalars(const Call& call, const ApiInfo& info, Quantities& q) {
  const ScalarRanges& ranges = info.element.component_bytes == 4 ? kFloatRanges : kDoubleRanges;
  const std::uint64_t imaginary = -std::uint64_t{info.element.complex};
  const auto zero = [&ranges](std::uint64_t bits) { return (bits << 1) <= ranges.zero; };
  const std::uint64_t beta = std::bit_cast<std::uint64_t>(call.beta.re);
  const bool real_beta = zero(std::bit_cast<std::uint64_t>(call.beta.im) & imaginary);
  const bool real_alpha = zero(std::bit_cast<std::uint64_t>(call.alpha.im) & imaginary);
  q[Quantity::kAlphaIsZero] = zero(std::bit_cast<std::uint64_t>(call.alpha.re)) & real_alpha;
  q[Quantity::kBetaIsZero] = zero(beta) & real_beta;
  q[Quantity::kBetaIsOne] =
      (beta - ranges.one_first <= ranges.one_last - ranges.one_first) & real_beta;
}

/// Whether a pointer of the call is anything but ordinary; if not, every circumstance is 0.
inline bool has_circumstances(const Call& call) {
  // Few words instead of many fields: this is asked of every call.
  const auto first_word = [](const Pointer& pointer) {
    return std::bit_cast<std::array<std::uint64_t, 2>>(pointer)[0];
  };
  // Kind and offset; whose alias it is matters with the kind only.
  constexpr Pointer kAllBits = {PointerKind{0xff}, Operand{}, PointerKind{}, 0, -1, 0, 0};
  constexpr std::uint64_t kSpecial = std::bit_cast<std::array<std::uint64_t, 2>>(kAllBits)[0];
  static_assert(static_cast<int>(PointerKind::kValid) == 0);
  const std::uint64_t words = first_word(call.A) | first_word(call.B) | first_word(call.C);
  return (words & kSpecial) != 0 || call.alpha.null || call.beta.null;
}
/// How far an operand starts past an aligned address, after all aliases.
[[nodiscard]] std::int64_t offset_of(const Call& call, Operand operand);
/// Sets the circumstances, and corrects what set_scalars() said of a scalar that is null.
void set_circumstances(const Call& call, const ApiInfo& info, Quantities& q);

inline void set_access(bool reads_ab, bool reads_c, bool writes_c, Quantities& q) {
  q[Quantity::kReadsAB] = reads_ab;
  q[Quantity::kReadsC] = reads_c;
  q[Quantity::kWritesC] = writes_c;
}

[[gnu::always_inline]] inline std::int64_t bound_of(const Term& term, const Quantities& q) {
  const std::int64_t most = std::max<std::int64_t>(term.floor, q[term.right]);
  std::int64_t bound = 0;
  if (__builtin_add_overflow(most, std::int64_t{term.slack}, &bound)) {
    return term.slack < 0 ? std::numeric_limits<std::int64_t>::min()
                          : std::numeric_limits<std::int64_t>::max();
  }
  return bound;
}

[[gnu::always_inline]] inline bool term_holds(const Term& term, const Quantities& q,
                                              const LegalRow& legal) {
  switch (term.test) {
    case Test::kBelow:
      return q[term.left] < bound_of(term, q);
    case Test::kEqual:
      return q[term.left] == std::int64_t{term.floor} + term.slack;
    case Test::kNotAmong:
      return !legal[static_cast<std::size_t>(legal_index(term.left))].contains(q[term.left]);
  }
  return false;
}

inline bool clause_holds(const Clause& clause, const Quantities& q, const LegalRow& legal) {
  bool all = true;
  for (std::size_t i = 0; i < clause.term_count; ++i) all &= term_holds(clause.terms[i], q, legal);
  return all;
}

constexpr bool is_access_role(Role role) {
  return role >= Role::kQuick && role <= Role::kNoReadC;
}

/// All quantities, the access ones by the contract's access rows.
[[nodiscard]] Quantities all_quantities(const Call& call, const Contract& contract);

}  // namespace gemmcheck
