// predict() for one table, unrolled at compile time: every row becomes the few comparisons that it
// stands for. Changed tables, and the rare calls with circumstances (null, aliased or offset
// pointers), go to interpret().
#pragma once

#include <utility>

#include "contract/quantities.h"

namespace gemmcheck {

/// The prediction for a call that `violated` (not 0) refuses.
[[nodiscard]] Prediction refused(std::uint64_t violated, const Contract& contract, bool row_major);
/// The prediction for a call that nothing refuses. Field by field: a struct of bools that is put
/// together in memory and copied from there costs as much as ten clauses.
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
  if (violated != 0) return refused(violated, contract, is_row_major(call, kConvention));
  if constexpr (kLateScalars) set_scalars(call, info, q);
  const bool quick = unrolled::any<kTable, Role::kQuick>(q, kLegalRow, kRows);
  const bool reads_ab = !(unrolled::any<kTable, Role::kNoReadAB>(q, kLegalRow, kRows) || quick);
  const bool reads_c = !(unrolled::any<kTable, Role::kNoReadC>(q, kLegalRow, kRows) || quick);
  set_access(reads_ab, reads_c, !quick, q);
  Prediction prediction;
  accept(reads_ab, reads_c, !quick, unrolled::mask<kTable, Role::kUndefined>(q, kLegalRow, kRows),
         prediction);
  return prediction;
}

/// A Contract's `evaluate`.
template <const auto& kTable, const LegalSets& kLegal>
Prediction evaluate(const Call& call, const Contract& contract) {
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
