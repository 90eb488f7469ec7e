// A contract as data: one row a rule. The table is an argument of predict(), so that a changed
// table (a mutant) runs without a rebuild; explanations, reports, coverage and lists are made from
// the same rows.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "call/api.h"
#include "call/call.h"
#include "call/key.h"

namespace gemmcheck {

/// How well a clause is known (contract-facts: local and src count as observed).
enum class Basis : std::uint8_t { kDocumented, kObserved, kRecorded, kInferred };
[[nodiscard]] std::string_view basis_name(Basis basis);

/// A number that a condition speaks of, computed from the call once a prediction.
enum class Quantity : std::uint8_t {
  kZero,
  kLayout,
  kTransa,
  kTransb,  // raw enum values
  kM,
  kN,
  kK,
  kLda,
  kLdb,
  kLdc,
  kRowsA,
  kRowsB,
  kRowsC,  // stored rows (row-major: stored columns), the bound of the leading dimension
  kAlphaIsZero,
  kBetaIsZero,
  kBetaIsOne,  // 0 or 1; false if the scalar's pointer is null
  kAlphaIsNull,
  kBetaIsNull,
  kAIsNull,
  kBIsNull,
  kCIsNull,  // 0 or 1
  kCOverlapsA,
  kCOverlapsB,  // 0 or 1, by the pointers' aliases
  kMisaligned,  // 0 or 1: some operand is not aligned to its component type
  kCount,
};

enum class Test : std::uint8_t {
  kBelow,     ///< left < max(floor, right) + slack
  kEqual,     ///< left == floor + slack
  kNotAmong,  ///< left is not one of the legal values of the API's enum (`legal` of the convention)
};

struct Term {
  Test test = Test::kEqual;
  Quantity left = Quantity::kZero;
  Quantity right = Quantity::kZero;
  std::int32_t floor = 0;
  std::int32_t slack = 0;
};

/// What holds of a call when all terms of a row hold.
enum class Role : std::uint8_t {
  kRefuse,     ///< the call must be refused
  kUndefined,  ///< the call has no defined meaning (a null operand that is used): it is not judged
  kQuick,      ///< an accepted call touches no operand at all
  kNoReadAB,   ///< an accepted call does not read A and B
  kNoReadC,    ///< an accepted call does not read C (it only writes)
};

/// Statuses as a set, one bit each. Void APIs: accepted and refused; status-returning ones: bit =
/// status value + 2.
using StatusSet = std::uint32_t;
inline constexpr StatusSet kAccepted = 1u << 0;
inline constexpr StatusSet kRefused = 1u << 1;

struct Clause {
  std::string_view id;      ///< "netlib.lda"
  std::string_view family;  ///< clauses that are one rule for several parameters share it: "ld"
  Role role;
  Key parameter;  ///< which parameter is at fault (kRefuse, kUndefined), else kNone
  std::array<Term, 4>
      terms;  ///< all must hold; unused ones come last and are kEqual kZero 0 (always true)
  std::uint8_t term_count;
  std::uint8_t order;  ///< precedence among the violated, lowest first; unique in a table
  std::uint8_t
      order_row_major;  ///< the same when the call is row-major (judged after the swap); unique too
  StatusSet statuses;   ///< allowed when this clause decides
  Basis basis;
  std::string_view source;  ///< document and section
  std::string_view rule;    ///< for people: "lda must be at least max(1, rows of A)"
};

/// Which values of an enum an API of some convention accepts; up to 8, unused ones repeat the
/// first.
struct LegalValues {
  Convention convention;
  Key key;
  std::array<std::int32_t, 8> values;
};

/// A contract: the clauses of one dialect. At most 64 clauses.
struct Contract {
  std::string_view name;  ///< "netlib"
  std::span<const Clause> clauses;
  std::span<const LegalValues> legal;
  bool precedence_settled;  ///< whether the reported parameter is judged when several clauses are
                            ///< violated
};

/// The contract of Netlib's xGEMM and its CBLAS (BLAS/SRC/dgemm.f, CBLAS/src/cblas_dgemm.c,
/// version 3.11).
[[nodiscard]] const Contract& netlib_contract();
/// The default contract for the API's dialect.
[[nodiscard]] const Contract& contract_for(Api api);

}  // namespace gemmcheck
