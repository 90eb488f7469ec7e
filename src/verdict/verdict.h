// Prediction against observation.
#pragma once

#include <cstdint>
#include <string_view>

#include "call/observation.h"
#include "contract/numbering.h"
#include "contract/predict.h"

namespace gemmcheck {

/// In order of precedence: a call that shows several is filed under the first.
enum class Kind : std::uint8_t {
  kCrash,  ///< a signal, an abort, or an exit without a parameter report
  kHang,
  kFootprint,  ///< memory outside the operands was touched
  kStatus,     ///< accepted what must be refused (or died at work on it), refused what must be
               ///< accepted
  kEffect,     ///< a refused call wrote to C, or A or B changed, or C's gaps did
  kResult,     ///< accepted, but C is wrong or partly unwritten
  kParameter,  ///< refused, but another parameter was reported
  kCount,
};
/// "crash", ...; "" for kCount.
[[nodiscard]] std::string_view kind_name(Kind kind);

/// The effects that make a call kFootprint, kEffect and kResult.
inline constexpr std::uint32_t kFootprintEffects = kEffectOutsideRead | kEffectOutsideWrite;
inline constexpr std::uint32_t kForbiddenEffects =
    kEffectRefusedWroteC | kEffectAChanged | kEffectBChanged | kEffectGapChanged;
inline constexpr std::uint32_t kResultEffects = kEffectWrongC | kEffectUnwrittenC;
/// The lowest bit of a mask of effects, 0 for none: which of several a verdict is about.
constexpr std::uint32_t lowest_effect(std::uint32_t effects) {
  return effects & (~effects + 1);
}

enum class Judgement : std::uint8_t { kAgree, kDisagree, kUnsettled, kNotJudged };
/// "agree", "disagree", "unsettled", "not judged".
[[nodiscard]] std::string_view judgement_name(Judgement judgement);

struct Verdict {
  Judgement judgement;
  Kind kind;           ///< kCount unless kDisagree
  Operand operand;     ///< concerned by footprint, effect, result; else kNone
  StatusSet observed;  ///< the one status seen (kAccepted, kRefused, ...); 0 if the call did not
                       ///< come back
  Key reported;  ///< parameter named by the first message, through the numbering; kNone if none or
                 ///< unknown
};

/// The status that an observation amounts to. Void APIs: a parameter report (returned or exited) is
/// a refusal, whether or not its number could be read; a return without one is an acceptance.
/// Status-returning APIs: bit status + 2, or bit 31 for a status that no set can hold. 0 if the
/// call did not come back or was not made.
[[nodiscard]] StatusSet observed_status(const Call& call, const Observation& observation);

/// A fault at a guard page or at a read-only operand is kFootprint or kEffect where the worker
/// could name the operand; every other death is kCrash or kHang. The named parameter is judged only
/// where the message could be read and either one clause is violated or the contract's precedence
/// is settled; where it is not, another parameter than the predicted ones is kUnsettled. Effects
/// and deaths are disagreements for unsettled predictions too. Allocates nothing.
[[nodiscard]] Verdict judge_closely(const Call& call, const Prediction& prediction,
                                    const Observation& observation, const Contract& contract,
                                    const Numbering& numbering);

/// The same, inline where a call was accepted as it should be: most calls of a run are.
[[nodiscard]] inline Verdict judge(const Call& call, const Prediction& prediction,
                                   const Observation& observation, const Contract& contract,
                                   const Numbering& numbering) {
  // kAccepted is in the sets of void APIs only.
  if (prediction.standing == Standing::kSettled && (prediction.statuses & kAccepted) != 0 &&
      observation.outcome == Outcome::kReturned && observation.messages == 0 &&
      observation.effects == 0) {
    return {Judgement::kAgree, Kind::kCount, Operand::kNone, kAccepted, Key::kNone};
  }
  return judge_closely(call, prediction, observation, contract, numbering);
}

}  // namespace gemmcheck
