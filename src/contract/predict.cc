#include "contract/predict.h"

#include <bit>

#include "contract/evaluate.h"

namespace gemmcheck {
namespace {

constexpr std::array<std::string_view, 3> kStandingNames = {"settled", "unsettled", "undefined"};

// The violated clause with the lowest order. Precondition: violated != 0.
std::uint8_t deciding_clause(std::uint64_t violated, const Contract& contract, bool row_major) {
  const auto order = row_major ? &Clause::order_row_major : &Clause::order;
  std::uint8_t best = static_cast<std::uint8_t>(std::countr_zero(violated));
  for (std::uint64_t rest = violated & (violated - 1); rest != 0; rest &= rest - 1) {
    const auto next = static_cast<std::uint8_t>(std::countr_zero(rest));
    if (contract.clauses[next].*order < contract.clauses[best].*order) best = next;
  }
  return best;
}

}  // namespace

Quantities all_quantities(const Call& call, const Contract& contract) {
  const ApiInfo& info = api_info(call.api);
  const LegalRow& legal = legal_row(*contract.legal, info.convention);
  Quantities q;
  set_numbers(call, info.convention, q);
  set_scalars(call, info, q);
  set_circumstances(call, info, q);
  std::array<bool, 5> role{};
  for (const Clause& clause : contract.clauses) {
    if (!is_access_role(clause.role)) continue;
    role[static_cast<std::size_t>(clause.role)] |= clause_holds(clause, q, legal);
  }
  const auto some = [&role](Role which) { return role[static_cast<std::size_t>(which)]; };
  const bool touches = !some(Role::kQuick);
  set_access(touches && !some(Role::kNoReadAB), touches && !some(Role::kNoReadC), touches, q);
  return q;
}

std::string_view standing_name(Standing standing) {
  return kStandingNames[static_cast<std::size_t>(standing)];
}

StatusSet statuses_of(std::uint64_t clauses, const Contract& contract) {
  StatusSet statuses = 0;
  for (std::uint64_t rest = clauses; rest != 0; rest &= rest - 1) {
    statuses |= contract.clauses[static_cast<std::size_t>(std::countr_zero(rest))].statuses;
  }
  return statuses;
}

Prediction interpret(const Call& call, const Contract& contract) {
  const ApiInfo& info = api_info(call.api);
  const LegalRow& legal = legal_row(*contract.legal, info.convention);
  const Quantities q = all_quantities(call, contract);
  std::uint64_t violated = 0;
  std::uint64_t undefined = 0;
  for (std::size_t i = 0; i < contract.clauses.size(); ++i) {
    const Clause& clause = contract.clauses[i];
    if (is_access_role(clause.role) || !clause_holds(clause, q, legal)) continue;
    (clause.role == Role::kRefuse ? violated : undefined) |= std::uint64_t{1} << i;
  }
  Prediction prediction;
  if (violated != 0) {
    const bool row_major = is_row_major(call, info.convention);
    refuse(violated, deciding_clause(violated, contract, row_major), contract, prediction);
    return prediction;
  }
  accept(q[Quantity::kReadsAB] != 0, q[Quantity::kReadsC] != 0, q[Quantity::kWritesC] != 0,
         undefined, prediction);
  return prediction;
}

Prediction predict(const Call& call, const Contract& contract) {
  return contract.evaluate != nullptr ? contract.evaluate(call, contract)
                                      : interpret(call, contract);
}

Prediction predict(const Call& call) {
  return predict(call, contract_for(call.api));
}

std::int64_t quantity(const Call& call, Quantity which, const Contract& contract) {
  return all_quantities(call, contract)[which];
}

std::int64_t quantity(const Call& call, Quantity which) {
  return quantity(call, which, contract_for(call.api));
}

bool holds(const Call& call, const Clause& clause, const Contract& contract) {
  return clause_holds(clause, all_quantities(call, contract),
                      legal_row(*contract.legal, api_info(call.api).convention));
}

std::int64_t bound_of(const Call& call, const Clause& clause) {
  return bound_of(clause.terms[0], all_quantities(call, contract_for(call.api)));
}

}  // namespace gemmcheck
