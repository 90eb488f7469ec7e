#include "verdict/verdict.h"

#include <array>
#include <bit>
#include <csignal>
#include <optional>

#include "call/extents.h"

namespace gemmcheck {
namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(Kind::kCount) + 1> kKindNames = {
    "crash", "hang", "footprint", "status", "effect", "result", "parameter", ""};
constexpr std::array<std::string_view, 4> kJudgementNames = {"agree", "disagree", "unsettled",
                                                             "not judged"};

// Of a status-returning API, status 0 is success in every library under test.
constexpr int kFirstStatusBit = 2;
constexpr StatusSet kAcceptances = kAccepted | 1u << kFirstStatusBit;
constexpr StatusSet kUnknownStatus = 1u << 31;

StatusSet status_bit(std::int32_t status) {
  return status >= 0 && status < 31 - kFirstStatusBit ? 1u << (status + kFirstStatusBit)
                                                      : kUnknownStatus;
}

// A message whose number could be read; what the number means is the numbering's business.
bool names_a_parameter(const Observation& observation) {
  return observation.messages > 0 && observation.format != MessageFormat::kNone &&
         observation.format != MessageFormat::kUnread;
}

bool may_report(const Prediction& prediction, const Contract& contract, Key reported) {
  std::uint64_t reportable = prediction.reportable;
  for (; reportable != 0; reportable &= reportable - 1) {
    const auto index = static_cast<std::size_t>(std::countr_zero(reportable));
    if (index < contract.clauses.size() && contract.clauses[index].parameter == reported)
      return true;
  }
  return false;
}

Operand operand_of(std::uint32_t effect) {
  switch (effect) {
    case kEffectAChanged:
      return Operand::kA;
    case kEffectBChanged:
      return Operand::kB;
    default:
      return Operand::kC;
  }
}

Verdict disagree(Kind kind, Operand operand, StatusSet observed, Key reported) {
  return {Judgement::kDisagree, kind, operand, observed, reported};
}

// Memory that a worker surely put behind an operand of a call that says nothing true of its own.
constexpr std::int64_t kSurelyBacked = std::int64_t{1} << 12;

bool says_nothing_true(const Call& call, const Pointer& pointer, Operand operand) {
  const std::optional<std::int64_t> bytes = extent_bytes(call, operand);
  return pointer.kind == PointerKind::kNull || !bytes || *bytes > kSurelyBacked;
}

// A call that had to be refused and died of its operands instead was accepted: the library went to
// work on arguments that say nothing true of the memory behind them. What it hit first depends on
// that memory, not on the library, so all of these are the one disagreement that the call was
// accepted.
bool went_to_work(const Call& call, const Prediction& prediction, const Observation& observation,
                  const Contract& contract) {
  if ((prediction.statuses & kAcceptances) != 0 || observation.messages > 0) return false;
  // SIGBUS as well: what lies beyond may be a file's mapping.
  const bool fault = observation.code == SIGSEGV || observation.code == SIGBUS;
  if (observation.outcome != Outcome::kCrash || !fault) return false;
  // How much memory an operand spans is the library's own idea where an op or the layout is not one
  // of the contract's.
  const bool shapeless = prediction.deciding < contract.clauses.size() &&
                         (contract.clauses[prediction.deciding].parameter == Key::kLayout ||
                          contract.clauses[prediction.deciding].parameter == Key::kTransa ||
                          contract.clauses[prediction.deciding].parameter == Key::kTransb);
  return shapeless || observation.operand != Operand::kNone || call.alpha.null || call.beta.null ||
         says_nothing_true(call, call.A, Operand::kA) ||
         says_nothing_true(call, call.B, Operand::kB) ||
         says_nothing_true(call, call.C, Operand::kC);
}

// Calls that died. A fault that was traced to an operand says more than its signal.
Verdict judge_death(const Observation& observation) {
  if (observation.outcome == Outcome::kHang)
    return disagree(Kind::kHang, Operand::kNone, 0, Key::kNone);
  if (observation.operand != Operand::kNone) {
    if (observation.effects & kFootprintEffects)
      return disagree(Kind::kFootprint, observation.operand, 0, Key::kNone);
    if (const std::uint32_t effect = lowest_effect(observation.effects & kForbiddenEffects))
      return disagree(Kind::kEffect, operand_of(effect), 0, Key::kNone);
  }
  return disagree(Kind::kCrash, Operand::kNone, 0, Key::kNone);
}

bool came_back(const Observation& observation) {
  return observation.outcome == Outcome::kReturned ||
         (observation.outcome == Outcome::kExit && observation.messages > 0);
}

// Settled, in the set and no effects: what is left is which parameter was named.
Judgement judge_parameter(const Prediction& prediction, const Observation& observation,
                          const Contract& contract, Key reported) {
  if (prediction.reportable == 0 || !names_a_parameter(observation)) return Judgement::kAgree;
  if (may_report(prediction, contract, reported)) return Judgement::kAgree;
  const bool settled = contract.precedence_settled || std::has_single_bit(prediction.violated);
  return settled ? Judgement::kDisagree : Judgement::kUnsettled;
}

}  // namespace

std::string_view kind_name(Kind kind) {
  return kKindNames[static_cast<std::size_t>(kind)];
}

std::string_view judgement_name(Judgement judgement) {
  return kJudgementNames[static_cast<std::size_t>(judgement)];
}

StatusSet observed_status(const Call& call, const Observation& observation) {
  if (!came_back(observation)) return 0;
  if (observation.outcome == Outcome::kReturned && api_info(call.api).reports_status)
    return status_bit(observation.status);
  return observation.messages > 0 ? kRefused : kAccepted;
}

Verdict judge_closely(const Call& call, const Prediction& prediction,
                      const Observation& observation, const Contract& contract,
                      const Numbering& numbering) {
  if (prediction.standing == Standing::kUndefined || observation.outcome == Outcome::kNotMade)
    return {Judgement::kNotJudged, Kind::kCount, Operand::kNone, 0, Key::kNone};
  if (went_to_work(call, prediction, observation, contract))
    return disagree(Kind::kStatus, Operand::kNone, kAccepted, Key::kNone);
  if (!came_back(observation)) return judge_death(observation);

  const StatusSet observed = observed_status(call, observation);
  Key reported = Key::kNone;
  if (names_a_parameter(observation)) {
    reported =
        parameter_of(call, numbering.scheme(call.api, observation.format), observation.number);
  }

  if (observation.effects & kFootprintEffects)
    return disagree(Kind::kFootprint, observation.operand, observed, reported);
  if ((observed & prediction.statuses) == 0)
    return disagree(Kind::kStatus, Operand::kNone, observed, reported);
  if (const std::uint32_t effect = lowest_effect(observation.effects & kForbiddenEffects))
    return disagree(Kind::kEffect, operand_of(effect), observed, reported);
  if ((observation.effects & kResultEffects) != 0 && (observed & kAcceptances) != 0)
    return disagree(Kind::kResult, Operand::kC, observed, reported);

  if (prediction.standing == Standing::kUnsettled)
    return {Judgement::kUnsettled, Kind::kCount, Operand::kNone, observed, reported};
  const Judgement judgement = judge_parameter(prediction, observation, contract, reported);
  const Kind kind = judgement == Judgement::kDisagree ? Kind::kParameter : Kind::kCount;
  return {judgement, kind, Operand::kNone, observed, reported};
}

}  // namespace gemmcheck
