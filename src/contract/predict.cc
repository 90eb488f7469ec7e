#include "contract/predict.h"

#include <bit>

#include "contract/quantities.h"

namespace gemmcheck {
namespace {

constexpr std::array<std::string_view, 3> kStandingNames = {"settled", "unsettled", "undefined"};

const std::array<LegalSet, kLegalSetCount>& legal_of(const Contract& contract,
                                                     const ApiInfo& info) {
  return contract.legal[static_cast<std::size_t>(info.convention)];
}

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

Prediction refused(std::uint64_t violated, const Contract& contract, bool row_major) {
  Prediction prediction{};
  prediction.standing = Standing::kSettled;
  prediction.violated = violated;
  prediction.deciding = deciding_clause(violated, contract, row_major);
  if (contract.precedence_settled) {
    prediction.statuses = contract.clauses[prediction.deciding].statuses;
    prediction.reportable = std::uint64_t{1} << prediction.deciding;
  } else {
    for (std::uint64_t rest = violated; rest != 0; rest &= rest - 1) {
      prediction.statuses |=
          contract.clauses[static_cast<std::size_t>(std::countr_zero(rest))].statuses;
    }
    prediction.reportable = violated;
  }
  return prediction;
}

// All quantities, access ones included, for callers that look at one clause at a time.
Quantities all_quantities(const Call& call, const Contract& contract) {
  const ApiInfo& info = api_info(call.api);
  Quantities q;
  set_plain_quantities(call, info, is_row_major(call.api, call.layout), q);
  set_circumstances(call, info, q);
  set_access_quantities({}, q);
  std::uint32_t holding = 0;
  for (const Clause& clause : contract.clauses) {
    if (is_access_role(clause.role) && clause_holds(clause, q, legal_of(contract, info))) {
      holding |= 1u << static_cast<int>(clause.role);
    }
  }
  set_access_quantities(access_of(holding), q);
  return q;
}

}  // namespace

std::string_view standing_name(Standing standing) {
  return kStandingNames[static_cast<std::size_t>(standing)];
}

Prediction predict(const Call& call, const Contract& contract) {
  const ApiInfo& info = api_info(call.api);
  const bool row_major = is_row_major(call.api, call.layout);
  const auto& legal = legal_of(contract, info);
  Quantities q;
  set_plain_quantities(call, info, row_major, q);
  const bool circumstances = has_circumstances(call);
  if (circumstances) {
    set_circumstances(call, info, q);
  } else {
    clear_circumstances(q);
  }

  const Clause* const begin = contract.clauses.data();
  const Clause* const end = begin + contract.clauses.size();
  const Clause* row = begin;
  std::uint64_t bit = 1;
  std::uint64_t violated = 0;
  for (; row != end && row->role == Role::kRefuse; ++row, bit <<= 1) {
    violated |= clause_holds(*row, q, legal) ? bit : 0;
  }
  if (violated != 0) return refused(violated, contract, row_major);

  std::uint32_t holding = 0;
  for (; row != end && is_access_role(row->role); ++row, bit <<= 1) {
    holding |= std::uint32_t{clause_holds(*row, q, legal)} << static_cast<int>(row->role);
  }
  Prediction prediction{kAccepted, Standing::kSettled, kNoClause, access_of(holding), 0, 0, 0};
  // Every undefined row asks for a circumstance.
  if (!circumstances) return prediction;
  set_access_quantities(prediction.access, q);
  for (; row != end; ++row, bit <<= 1) {
    prediction.undefined |= clause_holds(*row, q, legal) ? bit : 0;
  }
  if (prediction.undefined != 0) prediction.standing = Standing::kUndefined;
  return prediction;
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
                      legal_of(contract, api_info(call.api)));
}

std::int64_t bound_of(const Call& call, const Clause& clause) {
  return bound_of(clause.terms[0], all_quantities(call, contract_for(call.api)));
}

}  // namespace gemmcheck
