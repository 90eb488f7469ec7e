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
  kStatus,     ///< accepted what must be refused, refused what must be accepted
  kEffect,     ///< a refused call wrote to C, or A or B changed, or C's gaps did
  kResult,     ///< accepted, but C is wrong or partly unwritten
  kParameter,  ///< refused, but another parameter was reported
  kCount,
};
[[nodiscard]] std::string_view kind_name(Kind kind);

enum class Judgement : std::uint8_t { kAgree, kDisagree, kUnsettled, kNotJudged };
[[nodiscard]] std::string_view judgement_name(Judgement judgement);

struct Verdict {
  Judgement judgement;
  Kind kind;           ///< meaningful for kDisagree
  Operand operand;     ///< concerned by footprint, effect, result; else kNone
  StatusSet observed;  ///< the one status seen (kAccepted, kRefused, ...); 0 if the call did not
                       ///< come back
  Key reported;  ///< parameter named by the first message, through the numbering; kNone if none or
                 ///< unknown
};

/// The status that an observation amounts to: a parameter report (returned or exited) is a refusal.
[[nodiscard]] StatusSet observed_status(const Call& call, const Observation& observation);

/// The fast path allocates nothing and reads only the observation's head.
[[nodiscard]] Verdict judge(const Call& call, const Prediction& prediction,
                            const Observation& observation, const Contract& contract,
                            const Numbering& numbering);

}  // namespace gemmcheck
