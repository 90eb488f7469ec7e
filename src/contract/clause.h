// A contract as data: one row a rule. The table is an argument of predict(), so that a changed
// table (a mutant) runs without a rebuild; explanations, reports, coverage and lists are made from
// the same rows.
#pragma once

#include <array>
#include <bit>
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
  // Circumstances of pointers, all 0 in an ordinary call.
  kAlphaIsNull,
  kBetaIsNull,  // 0 or 1; 0 where the API takes the scalar by value
  kAIsNull,
  kBIsNull,
  kCIsNull,
  kAIsMisaligned,
  kBIsMisaligned,
  kCIsMisaligned,  // 0 or 1: not a multiple of the size of a component (4 or 8 bytes)
  kCOverlapsA,
  kCOverlapsB,  // 0 or 1: by the aliases both lie in one memory object, whatever the offset
  kAlphaIsZero,
  kBetaIsZero,
  kBetaIsOne,  // 0 or 1, of the value converted to the call's scalar type; 0 if the pointer is null
  // What the access rows of the contract say of the call; 0 or 1.
  kReadsAB,
  kReadsC,
  kWritesC,
  kCount,
};
inline constexpr int kQuantityCount = static_cast<int>(Quantity::kCount);
constexpr bool is_circumstance(Quantity quantity) {
  return quantity >= Quantity::kAlphaIsNull && quantity <= Quantity::kCOverlapsB;
}
constexpr bool is_scalar(Quantity quantity) {
  return quantity >= Quantity::kAlphaIsZero && quantity <= Quantity::kBetaIsOne;
}
constexpr bool is_access(Quantity quantity) {
  return quantity >= Quantity::kReadsAB && quantity <= Quantity::kWritesC;
}

/// kTransa for Quantity::kTransa and so on: the parameter that a quantity is the value of; kNone if
/// it is derived.
[[nodiscard]] Key key_of(Quantity quantity);

enum class Test : std::uint8_t {
  kBelow,     ///< left < max(floor, right) + slack
  kEqual,     ///< left == floor + slack
  kNotAmong,  ///< left (kLayout, kTransa or kTransb) is not in the convention's LegalSet
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
  kQuick,      ///< an accepted call touches no operand at all
  kNoReadAB,   ///< an accepted call does not read A and B
  kNoReadC,    ///< an accepted call does not read C (it only writes)
  kUndefined,  ///< the call has no defined meaning (a null operand that is used): it is not judged
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

/// The values of an enum that an API accepts, all within 64 of each other.
struct LegalSet {
  std::int32_t base = 0;  ///< the value that bit 0 stands for
  std::uint64_t bits = 0;

  constexpr bool contains(std::int64_t value) const {
    const std::uint64_t bit =
        static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(std::int64_t{base});
    const bool is_run = (bits & (bits + 1)) == 0;  // base and what follows it
    if (is_run) return bit < static_cast<std::uint64_t>(std::bit_width(bits));
    return (bit < 64) & (((bits >> (bit & 63)) & 1) != 0);
  }
};
inline constexpr int kLegalSetCount = 3;
/// The legal values of layout, transa, transb (in this order) by convention.
using LegalSets = std::array<std::array<LegalSet, kLegalSetCount>, kConventionCount>;
/// Where the legal values of kLayout, kTransa or kTransb stand in a row of LegalSets.
constexpr int legal_index(Quantity quantity) {
  return static_cast<int>(quantity) - static_cast<int>(Quantity::kLayout);
}

struct Prediction;

/// A contract: the clauses of one dialect.
struct Contract {
  std::string_view name;  ///< "netlib"
  std::span<const Clause> clauses;
  const LegalSets* legal;
  bool precedence_settled;  ///< whether the reported parameter is judged when several clauses are
                            ///< violated
  Basis precedence_basis;
  std::string_view precedence_source;
  /// predict() for this very table, unrolled at compile time (contract/evaluate.h); nullptr: the
  /// table is interpreted. A changed table or set of legal values is interpreted in any case.
  Prediction (*evaluate)(const Call& call, const Contract& contract) = nullptr;
};
inline constexpr int kMaxClauses = 64;

/// What predict() relies on in a table, or "": at most kMaxClauses rows, orders of refusals unique,
/// terms counted, legal values asked for layout and ops only, access quantities in undefined rows
/// only. Changed tables (mutants) must keep to it.
[[nodiscard]] std::string_view check_contract(const Contract& contract);

/// The contract of Netlib's xGEMM and its CBLAS (BLAS/SRC/dgemm.f, CBLAS/src/cblas_dgemm.c,
/// version 3.11).
[[nodiscard]] const Contract& netlib_contract();
/// The default contract for the API's dialect.
[[nodiscard]] const Contract& contract_for(Api api);

}  // namespace gemmcheck
