// Keys of a disagreement: coarse (known before reduction), signature (after it), cause (for
// people).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "verdict/verdict.h"

namespace gemmcheck {

/// Stands for a clause in the key of the one finding a library that says that its messages number
/// parameters by another scheme than its dialect's. Written "numbering".
inline constexpr std::uint8_t kNumberingClause = 0xfe;

/// Added to an exit status so that it is no signal in CoarseKey::code.
inline constexpr std::int32_t kExitCode = 256;

/// Library, API, kind, deciding clause, predicted, observed, operand. The reducer preserves it.
struct CoarseKey {
  Api api;
  Kind kind;
  std::uint8_t clause;  ///< deciding clause, kNoClause if the call is legal
  StatusSet predicted;
  StatusSet observed;  ///< 0 for kFootprint and for an effect on A or B, come back or not
  Operand operand;
  Key reported;          ///< kParameter: which parameter was named instead; else kNone
  std::int32_t code;     ///< kCrash: the signal, or kExitCode + the exit status; else 0
  std::uint32_t effect;  ///< kEffect, kFootprint: the lowest effect bit; kResult: kResultEffects,
                         ///< whichever was seen; else 0

  friend bool operator==(const CoarseKey&, const CoarseKey&) = default;
  friend auto operator<=>(const CoarseKey&, const CoarseKey&) = default;
};

/// Precondition: the verdict is kDisagree.
[[nodiscard]] CoarseKey coarse_key(const Call& call, const Prediction& prediction,
                                   const Observation& observation, const Verdict& verdict);
/// "dgemm_/status/netlib.lda/refused/accepted/-": stable text of a key, for files and sorting. "-"
/// stands for no clause (a legal call), no status (the call did not come back) and no operand;
/// kinds that need it have one more part: "signal-11", "exit-255", "a-changed", the reported
/// parameter. Equal texts mean equal keys.
[[nodiscard]] std::string to_string(const CoarseKey& key, const Contract& contract);

/// Names of the fields that are off baseline, in canonical order: "layout,transa,lda". Leading
/// dimensions are so when they are not tight. "" for the baseline itself.
[[nodiscard]] std::string off_baseline_names(const Call& call);

/// Coarse key of the reduced call plus the names of its fields off baseline ("-" for none), library
/// name first: "openblas/dgemm_/status/netlib.lda/refused/accepted/-/m,lda". A kNumberingClause key
/// is one finding a library, so its signature depends on no call: "openblas/parameter/numbering".
/// Calls that set the stage follow: ".../m,lda/after/dgemm_/k".
[[nodiscard]] std::string signature(std::string_view library, const CoarseKey& key,
                                    const Contract& contract, const Call& reduced,
                                    std::span<const Call> stage = {});
/// Library, clause family ("-" for legal calls) and kind: "openblas/ld/status".
[[nodiscard]] std::string cause(std::string_view library, const CoarseKey& key,
                                const Contract& contract);
/// The first 12 hex digits of the 64-bit FNV-1a hash of a signature's bytes: the finding's folder
/// name, the same on every machine and in every run.
[[nodiscard]] std::string short_hash(std::string_view text);

}  // namespace gemmcheck
