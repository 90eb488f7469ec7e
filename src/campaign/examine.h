// One call through the whole chain: predict, observe, judge; and what follows a disagreement:
// reduce, confirm.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "findings/finding.h"
#include "minimize/minimize.h"
#include "sandbox/sandbox.h"
#include "verdict/key.h"

namespace gemmcheck {

/// A call with all that is known of it.
struct Examined {
  Prediction prediction{};
  Observation observation{};
  Verdict verdict{};
  /// Set for a disagreement; also, with kNumberingClause, for a call that agrees only by the
  /// library's own numbering.
  std::optional<CoarseKey> key;
};

/// Judges calls on one library by one contract. Keeps references: sandbox and contract must outlive
/// it.
class Examiner {
 public:
  Examiner(Sandbox& sandbox, const Contract& contract, Numbering numbering)
      : sandbox_(sandbox), contract_(contract), numbering_(numbering) {}

  /// Prediction and observation judged; nothing is run.
  [[nodiscard]] Examined judge(const Call& call, const Prediction& prediction,
                               const Observation& observation) const;

  /// Makes the calls in order.
  [[nodiscard]] Expected<std::vector<Examined>> examine(std::span<const Call> calls,
                                                        Lives lives = Lives::kShared);

  /// Which calls a reduction may pass through; empty: all.
  using Belongs = std::function<bool(const Call& call)>;

  /// Whether a reduction that keeps the key may pass through this call, by its prediction.
  [[nodiscard]] bool may_show(const Call& call, const CoarseKey& key,
                              const Belongs& belongs = {}) const;

  /// The smallest call with this key that belongs. Precondition: `start` has it and belongs.
  [[nodiscard]] Expected<Reduction> reduce(const Call& start, const CoarseKey& key,
                                           const Belongs& belongs = {});

  /// How many of kConfirmations fresh lives show the key.
  [[nodiscard]] Expected<int> confirm(const Call& call, const CoarseKey& key);

  /// Reduces, confirms and describes a disagreement. `confirmed` tells whether it may be filed.
  [[nodiscard]] Expected<Finding> investigate(const Call& start, const CoarseKey& key,
                                              const Belongs& belongs = {});

  /// A finding that says what was seen of its call; `stage` was made before it.
  [[nodiscard]] Finding describe(const CoarseKey& key, const Call& original, const Call& call,
                                 std::vector<Call> stage, const Examined& examined) const;

  const Contract& contract() const { return contract_; }
  const Numbering& numbering() const { return numbering_; }
  const LibraryInfo& library() const { return sandbox_.library(); }

 private:
  Sandbox& sandbox_;
  const Contract& contract_;
  Numbering numbering_;
};

/// Learns how the library numbers parameters in its messages, from calls that violate one clause
/// each.
[[nodiscard]] Expected<Numbering> learn_numbering(Sandbox& sandbox, const Contract& contract);

/// Processor and system, for a finding's environment: "Linux 6.1.0 x86_64, AMD EPYC 9654".
[[nodiscard]] std::string environment_text();

}  // namespace gemmcheck
