#include "generate/coverage.h"

#include <algorithm>
#include <bit>

#include "generate/draft.h"

namespace gemmcheck {
namespace {

constexpr std::uint64_t bit(std::size_t clause) {
  return std::uint64_t{1} << clause;
}

void add_pairs(std::uint64_t violated, std::array<std::uint64_t, kMaxClauses>& pairs) {
  for (std::uint64_t rest = violated; rest != 0; rest &= rest - 1) {
    pairs[static_cast<std::size_t>(std::countr_zero(rest))] |= violated;
  }
}

// Each pair stands in two masks, and each clause in its own.
int count_pairs(const std::array<std::uint64_t, kMaxClauses>& pairs) {
  int both = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) both += std::popcount(pairs[i] & ~bit(i));
  return both / 2;
}

}  // namespace

Coverage::Coverage(const Contract& contract) : contract_(&contract) {
  for (std::size_t i = 0; i < contract.clauses.size(); ++i) {
    const Clause& clause = contract.clauses[i];
    if (clause.role != Role::kRefuse) continue;
    if (clause.terms[0].test == Test::kBelow) bounds_ |= bit(i);
    for (std::size_t api = 0; api < kNetlibApiCount; ++api) {
      if (has_key(static_cast<Api>(api), clause.parameter)) clauses_of_[api] |= bit(i);
    }
  }
  // What can be violated together is found by trying: one call a pair.
  for (std::size_t api = 0; api < kNetlibApiCount; ++api) {
    const ApiTable& table = api_table(static_cast<Api>(api));
    for (std::size_t i = 0; i < table.fault_count; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        Call call = table.baseline;
        Draft draft(call, table);
        break_both(draft, table.faults[i], table.faults[j]);
        add_pairs(predict(call, contract).violated, possible_of_[api]);
      }
    }
  }
}

void Coverage::add(const Call& call, const Prediction& prediction) {
  ++calls_;
  seen_ |= api_bit(call.api);
  const ClauseMask violated = prediction.violated;
  if (violated == 0) {
    if (prediction.standing == Standing::kUndefined) return;
    ++accepted_;
    // Looking at every bound costs more than a prediction, so it ends once all have been met.
    if ((bounds_ & ~met_) != 0) add_just_met(call);
    return;
  }
  if (std::has_single_bit(violated)) {
    alone_ |= violated;
  } else {
    add_pairs(violated, pairs_);
  }
}

void Coverage::add_just_met(const Call& call) {
  for (ClauseMask rest = bounds_ & ~met_; rest != 0; rest &= rest - 1) {
    const auto index = static_cast<std::size_t>(std::countr_zero(rest));
    const Clause& clause = contract_->clauses[index];
    if (!has_key(call.api, clause.parameter)) continue;
    if (quantity(call, clause.terms[0].left, *contract_) == bound_of(call, clause)) {
      met_ |= bit(index);
    }
  }
}

void Coverage::merge(const Coverage& other) {
  seen_ |= other.seen_;
  alone_ |= other.alone_;
  met_ |= other.met_;
  for (std::size_t i = 0; i < pairs_.size(); ++i) pairs_[i] |= other.pairs_[i];
  accepted_ += other.accepted_;
  calls_ += other.calls_;
}

std::vector<std::uint64_t> Coverage::state() const {
  std::vector<std::uint64_t> state = {seen_, alone_, met_, accepted_, calls_};
  state.insert(state.end(), pairs_.begin(), pairs_.end());
  return state;
}

bool Coverage::restore(std::span<const std::uint64_t> state) {
  constexpr std::size_t kCounters = 5;
  if (state.size() != kCounters + pairs_.size() || (state[0] & ~kNetlibApis) != 0) return false;
  seen_ = state[0];
  alone_ = state[1];
  met_ = state[2];
  accepted_ = state[3];
  calls_ = state[4];
  std::copy(state.begin() + kCounters, state.end(), pairs_.begin());
  return true;
}

ApiSet Coverage::apis() const {
  return seen_ != 0 ? seen_ : kNetlibApis;
}

Coverage::ClauseMask Coverage::clauses() const {
  ClauseMask mask = 0;
  for (std::size_t api = 0; api < kNetlibApiCount; ++api) {
    if ((apis() & api_bit(static_cast<Api>(api))) != 0) mask |= clauses_of_[api];
  }
  return mask;
}

Coverage::Summary Coverage::summary() const {
  PairMasks possible{};
  for (std::size_t api = 0; api < kNetlibApiCount; ++api) {
    if ((apis() & api_bit(static_cast<Api>(api))) == 0) continue;
    for (std::size_t i = 0; i < possible.size(); ++i) possible[i] |= possible_of_[api][i];
  }
  Summary summary;
  summary.clauses = std::popcount(clauses());
  summary.violated_alone = std::popcount(alone_);
  summary.just_met = std::popcount(met_);
  summary.bounds = std::popcount(bounds_ & clauses());
  summary.pairs = count_pairs(pairs_);
  summary.possible_pairs = count_pairs(possible);
  summary.accepted = accepted_;
  summary.calls = calls_;
  return summary;
}

std::vector<std::string> Coverage::missing() const {
  std::vector<std::string> ids;
  for (ClauseMask rest = clauses() & ~alone_; rest != 0; rest &= rest - 1) {
    ids.emplace_back(contract_->clauses[static_cast<std::size_t>(std::countr_zero(rest))].id);
  }
  return ids;
}

}  // namespace gemmcheck
