// Changed copies of a contract: every refusal dropped, made weaker, made stricter, or moved in the
// precedence. Tests that accept such a table in place of the right one test nothing.
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "contract/clause.h"

namespace gemmcheck::testing {

/// A contract that owns its table and legal values.
struct ClauseMutant {
  std::string name;  ///< what was changed, for people
  std::vector<Clause> clauses;
  LegalSets legal;

  ClauseMutant(std::string what, const Contract& contract)
      : name(std::move(what)),
        clauses(contract.clauses.begin(), contract.clauses.end()),
        legal(*contract.legal),
        original_(contract) {}

  /// Valid as long as the mutant stays where it is.
  [[nodiscard]] Contract contract() const {
    Contract changed = original_;
    changed.clauses = clauses;
    changed.legal = &legal;
    changed.evaluate = nullptr;
    return changed;
  }

 private:
  Contract original_;
};

/// Stable addresses: contracts point into the mutants.
using ClauseMutants = std::deque<ClauseMutant>;

namespace internal {

inline void add_drop(const Contract& contract, std::size_t row, ClauseMutants& mutants) {
  ClauseMutant mutant("drop " + std::string(contract.clauses[row].id), contract);
  mutant.clauses.erase(mutant.clauses.begin() + static_cast<std::ptrdiff_t>(row));
  mutants.push_back(std::move(mutant));
}

template <typename Change>
void add_change(const Contract& contract, std::size_t row, std::string_view what, Change change,
                ClauseMutants& mutants) {
  ClauseMutant mutant(std::string(what) + " " + std::string(contract.clauses[row].id), contract);
  change(mutant.clauses[row]);
  mutants.push_back(std::move(mutant));
}

/// Bounds: one less or more, the floor 0 instead of 1, other rows.
inline void add_bounds(const Contract& contract, std::size_t row, ClauseMutants& mutants) {
  const Term& term = contract.clauses[row].terms[0];
  add_change(
      contract, row, "weaken", [](Clause& c) { c.terms[0].slack = -1; }, mutants);
  add_change(
      contract, row, "strengthen", [](Clause& c) { c.terms[0].slack = 1; }, mutants);
  if (term.right == Quantity::kZero) return;
  add_change(
      contract, row, "floor 0 in", [](Clause& c) { c.terms[0].floor = 0; }, mutants);
  add_change(
      contract, row, "only the floor of", [](Clause& c) { c.terms[0].right = Quantity::kZero; },
      mutants);
  for (const Quantity other : {Quantity::kM, Quantity::kN, Quantity::kK, Quantity::kRowsA,
                               Quantity::kRowsB, Quantity::kRowsC}) {
    if (other == term.right) continue;
    add_change(
        contract, row, "bound " + std::to_string(static_cast<int>(other)) + " in",
        [other](Clause& c) { c.terms[0].right = other; }, mutants);
  }
}

/// Legal values: one missing, a neighbour too many, in one convention.
inline void add_legal(const Contract& contract, Quantity key, Convention convention,
                      ClauseMutants& mutants) {
  const auto set_of = [&](LegalSets& sets) -> LegalSet& {
    return sets[static_cast<std::size_t>(convention)][static_cast<std::size_t>(legal_index(key))];
  };
  LegalSets sets = *contract.legal;
  const LegalSet legal = set_of(sets);
  const std::string where = " in convention " + std::to_string(static_cast<int>(convention)) +
                            " of quantity " + std::to_string(static_cast<int>(key));
  for (std::int64_t value = legal.base; value < legal.base + 64; ++value) {
    if (!legal.contains(value)) continue;
    ClauseMutant without("without " + std::to_string(value) + where, contract);
    set_of(without.legal).bits &= ~(std::uint64_t{1} << (value - legal.base));
    mutants.push_back(std::move(without));
  }
}

inline void add_extra(const Contract& contract, Quantity key, Convention convention,
                      std::int32_t value, ClauseMutants& mutants) {
  ClauseMutant with(
      "with " + std::to_string(value) + " for quantity " + std::to_string(static_cast<int>(key)),
      contract);
  LegalSet& set =
      with.legal[static_cast<std::size_t>(convention)][static_cast<std::size_t>(legal_index(key))];
  // Values below the base move it.
  if (value < set.base) {
    set.bits <<= set.base - value;
    set.base = value;
  }
  set.bits |= std::uint64_t{1} << (value - set.base);
  mutants.push_back(std::move(with));
}

/// Neighbours in the precedence exchanged, in one layout.
inline void add_orders(const Contract& contract, std::uint8_t Clause::*order, std::string_view name,
                       ClauseMutants& mutants) {
  const std::span<const Clause> clauses = contract.clauses;
  for (std::size_t x = 0; x < clauses.size(); ++x) {
    for (std::size_t y = 0; y < clauses.size(); ++y) {
      if (clauses[x].role != Role::kRefuse || clauses[y].role != Role::kRefuse) continue;
      if (clauses[x].*order + 1 != clauses[y].*order) continue;
      // A call with an illegal layout is never row-major.
      if (order == &Clause::order_row_major && clauses[x].parameter == Key::kLayout) continue;
      ClauseMutant mutant(std::string(name) + ": " + std::string(clauses[y].id) + " before " +
                              std::string(clauses[x].id),
                          contract);
      std::swap(mutant.clauses[x].*order, mutant.clauses[y].*order);
      mutants.push_back(std::move(mutant));
    }
  }
}

}  // namespace internal

/// Every refusal dropped, weakened, strengthened; every legal value missing, one too many; every
/// pair of neighbours in each precedence exchanged.
inline ClauseMutants clause_mutants(const Contract& contract) {
  ClauseMutants mutants;
  for (std::size_t row = 0; row < contract.clauses.size(); ++row) {
    const Clause& clause = contract.clauses[row];
    if (clause.role != Role::kRefuse) continue;
    internal::add_drop(contract, row, mutants);
    if (clause.terms[0].test == Test::kBelow) internal::add_bounds(contract, row, mutants);
  }
  for (const Quantity op : {Quantity::kTransa, Quantity::kTransb}) {
    internal::add_legal(contract, op, Convention::kFortran, mutants);
    internal::add_legal(contract, op, Convention::kCblas, mutants);
    internal::add_extra(contract, op, Convention::kFortran, '/', mutants);
    internal::add_extra(contract, op, Convention::kCblas, 114, mutants);
  }
  internal::add_legal(contract, Quantity::kLayout, Convention::kCblas, mutants);
  internal::add_orders(contract, &Clause::order, "column-major", mutants);
  internal::add_orders(contract, &Clause::order_row_major, "row-major", mutants);
  return mutants;
}

}  // namespace gemmcheck::testing
