// predict() for one table, unrolled at compile time: every row becomes the few comparisons that it
// stands for. Changed tables, and the rare calls with circumstances (null, aliased or offset
// pointers), go to interpret().
#pragma once

#include <utility>

#include "contract/quantities.h"

namespace gemmcheck {

/// The statuses that any of the clauses allows.
[[nodiscard]] StatusSet statuses_of(std::uint64_t clauses, const Contract& contract);

/// The prediction for a call that `violated` refuses, `deciding` first. Field by field, as in
/// accept(): a struct that is put together in memory and copied from there costs as much as ten
/// clauses.
inline void refuse(std::uint64_t violated, std::uint8_t deciding, const Contract& contract,
                   Prediction& prediction) {
  prediction.statuses = contract.precedence_settled ? contract.clauses[deciding].statuses
                                                    : statuses_of(violated, contract);
  prediction.standing = Standing::kSettled;
  prediction.deciding = deciding;
  prediction.access.reads_ab = false;
  prediction.access.reads_c = false;
  prediction.access.writes_c = false;
  prediction.violated = violated;
  prediction.reportable =
      contract.precedence_settled ? std::uint64_t{1} << (deciding & 63) : violated;
  prediction.undefined = 0;
}
/// The prediction for a call that nothing refuses.
inline void accept(bool reads_ab, bool reads_c, bool writes_c, std::uint64_t undefined,
                   Prediction& prediction) {
  prediction.statuses = kAccepted;
  prediction.standing = undefined != 0 ? Standing::kUndefined : Standing::kSettled;
  prediction.deciding = kNoClause;
  prediction.access.reads_ab = reads_ab;
  prediction.access.reads_c = reads_c;
  prediction.access.writes_c = writes_c;
  prediction.violated = 0;
  prediction.reportable = 0;
  prediction.undefined = undefined;
}

/// The table row by row and term by term.
[[nodiscard]] Prediction interpret(const Call& call, const Contract& contract);

// Answers are 0 or 1 and combined without branches.
namespace unrolled {

template <const auto& kTable, std::size_t kRow, std::size_t kIndex>
[[gnu::always_inline]] inline std::uint64_t term(const Quantities& q, const LegalRow& legal) {
  constexpr Term kTerm = kTable[kRow].terms[kIndex];  // a copy, so that it is folded
  return term_holds(kTerm, q, legal);
}

template <const auto& kTable, std::size_t kRow, std::size_t... kTerm>
[[gnu::always_inline]] inline std::uint64_t terms(const Quantities& q, const LegalRow& legal,
                                                  std::index_sequence<kTerm...>) {
  return (... & term<kTable, kRow, kTerm>(q, legal));
}

/// 1 if this row has the role and holds.
template <const auto& kTable, Role kRole, std::size_t kRow>
[[gnu::always_inline]] inline std::uint64_t row(const Quantities& q, const LegalRow& legal) {
  if constexpr (kTable[kRow].role == kRole) {
    constexpr auto kTerms = std::make_index_sequence<kTable[kRow].term_count>();
    return terms<kTable, kRow>(q, legal, kTerms);
  }
  return 0;
}

/// The rows of a role that hold, as a mask by index.
template <const auto& kTable, Role kRole, std::size_t... kRow>
[[gnu::always_inline]] inline std::uint64_t mask(const Quantities& q, const LegalRow& legal,
                                                 std::index_sequence<kRow...>) {
  return (... | (row<kTable, kRole, kRow>(q, legal) << kRow));
}
template <const auto& kTable, Role kRole, std::size_t... kRow>
[[gnu::always_inline]] inline bool any(const Quantities& q, const LegalRow& legal,
                                       std::index_sequence<kRow...>) {
  return (... | row<kTable, kRole, kRow>(q, legal)) != 0;
}

/// By row: the refusals that take precedence over it.
template <const auto& kTable>
constexpr auto preceding(std::uint8_t Clause::*order) {
  std::array<std::uint64_t, kTable.size()> rows{};
  for (std::size_t row = 0; row < kTable.size(); ++row) {
    for (std::size_t other = 0; other < kTable.size(); ++other) {
      const bool precedes =
          kTable[other].role == Role::kRefuse && kTable[other].*order < kTable[row].*order;
      rows[row] |= std::uint64_t{precedes} << other;
    }
  }
  return rows;
}
/// By layout: column-major, row-major.
template <const auto& kTable>
inline constexpr std::array kPreceding = {preceding<kTable>(&Clause::order),
                                          preceding<kTable>(&Clause::order_row_major)};

/// The violated clause with the lowest order. Tables stand nearly in order, so the first guess is
/// nearly always right. Precondition: violated != 0.
template <const auto& kTable>
std::uint8_t deciding_clause(std::uint64_t violated, bool row_major) {
  const auto& preceding = kPreceding<kTable>[row_major];
  int best = std::countr_zero(violated);
  for (std::uint64_t rest; (rest = violated & preceding[static_cast<std::size_t>(best)]) != 0;) {
    best = std::countr_zero(rest);
  }
  return static_cast<std::uint8_t>(best);
}

/// Whether a refusal depends on the values of alpha or beta.
template <const auto& kTable>
constexpr bool refusals_ask_scalars() {
  for (const Clause& clause : kTable) {
    if (clause.role != Role::kRefuse) continue;
    for (const Term& term : clause.terms) {
      if (is_scalar(term.left) || is_scalar(term.right)) return true;
    }
  }
  return false;
}

}  // namespace unrolled

/// The answer for an ordinary call of one convention.
template <const auto& kTable, const LegalSets& kLegal, Convention kConvention>
[[gnu::always_inline]] inline Prediction evaluate_as(const Call& call, const ApiInfo& info,
                                                     const Contract& contract) {
  constexpr auto kRows = std::make_index_sequence<kTable.size()>();
  constexpr LegalRow kLegalRow = legal_row(kLegal, kConvention);  // a copy, so that it is folded
  Quantities q;
  set_numbers(call, kConvention, q);
  // Not earlier than needed: the compiler would keep them in memory meanwhile.
  constexpr bool kLateScalars = !unrolled::refusals_ask_scalars<kTable>();
  if constexpr (!kLateScalars) set_scalars(call, info, q);
  const std::uint64_t violated = unrolled::mask<kTable, Role::kRefuse>(q, kLegalRow, kRows);
  Prediction prediction;
  if (violated != 0) {
    const bool row_major = is_row_major(call, kConvention);
    refuse(violated, unrolled::deciding_clause<kTable>(violated, row_major), contract, prediction);
    return prediction;
  }
  if constexpr (kLateScalars) set_scalars(call, info, q);
  const bool quick = unrolled::any<kTable, Role::kQuick>(q, kLegalRow, kRows);
  const bool reads_ab = !(unrolled::any<kTable, Role::kNoReadAB>(q, kLegalRow, kRows) | quick);
  const bool reads_c = !(unrolled::any<kTable, Role::kNoReadC>(q, kLegalRow, kRows) | quick);
  set_access(reads_ab, reads_c, !quick, q);
  accept(reads_ab, reads_c, !quick, unrolled::mask<kTable, Role::kUndefined>(q, kLegalRow, kRows),
         prediction);
  return prediction;
}

/// A Contract's `evaluate`. It is called through a pointer; `noinline` keeps the compiler from
/// splitting it in two.
template <const auto& kTable, const LegalSets& kLegal>
[[gnu::noinline]] Prediction evaluate(const Call& call, const Contract& contract) {
  if (contract.clauses.data() != kTable.data() || contract.legal != &kLegal ||
      has_circumstances(call)) {
    return interpret(call, contract);
  }
  const ApiInfo& info = api_info(call.api);
  if (info.convention == Convention::kCblas) {
    return evaluate_as<kTable, kLegal, Convention::kCblas>(call, info, contract);
  }
  return evaluate_as<kTable, kLegal, Convention::kFortran>(call, info, contract);
}

}  // namespace gemmcheck
