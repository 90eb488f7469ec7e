// A confirmed disagreement with everything needed to act on it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "call/call.h"
#include "call/observation.h"
#include "contract/numbering.h"
#include "contract/predict.h"
#include "library/info.h"
#include "library/spec.h"
#include "verdict/key.h"

namespace gemmcheck {

struct Finding {
  std::string signature;
  std::string cause;
  CoarseKey key;
  Call call;            ///< minimized
  /// Calls that must be made before it in the same process, or it does not show; mostly none.
  std::vector<Call> stage;
  Call original;        ///< as generated
  bool minimal = true;  ///< first in the total order; false: 1-minimal only
  LibraryInfo library;
  Prediction prediction;
  Observation observation;
  Verdict verdict;
  int confirmed = 0;  ///< of kConfirmations
  std::uint64_t seed = 0;
  std::uint64_t index = 0;
  std::uint64_t count = 0;  ///< calls of the run with the same coarse key
  std::string environment;  ///< "x86_64 Linux, AMD EPYC"
};
inline constexpr int kConfirmations = 3;

/// The same disagreement in two or three lines for people: expected, observed, why.
[[nodiscard]] std::string expected_text(const Finding& finding);
[[nodiscard]] std::string observed_text(const Finding& finding);
[[nodiscard]] std::string explanation_text(const Finding& finding);

/// Source of a standalone C program that makes the call and exits 0 (behaves), 1 (deviates) or 2
/// (another library, or cannot run). Its first comment is the build line.
[[nodiscard]] std::string reproducer_source(const Finding& finding, const Contract& contract,
                                            const Numbering& numbering, const LibrarySpec& spec);

}  // namespace gemmcheck
