// Libraries against each other: the same calls on each, and what they answer differently. None of
// them is right beforehand. The contract is asked only what can be compared: whether a call means
// anything, and whether memory and results do.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "campaign/campaign.h"

namespace gemmcheck {

enum class AnswerKind : std::uint8_t {
  kMissing,  ///< the library has no such function
  kAccepted,
  kRefused,
  kCrashed,  ///< a signal or an abort
  kExited,   ///< without a parameter report
  kHung,
};
/// "accepted", "refused", ...
[[nodiscard]] std::string_view answer_name(AnswerKind kind);

/// What of an observation can be compared between libraries: not texts, numbers or signals.
struct Answer {
  AnswerKind kind = AnswerKind::kMissing;
  /// kRefused: the one that was named, through the library's numbering.
  Key parameter = Key::kNone;
  /// Mask of Effect. C is wrong and C is unwritten are one: which of them shows depends on what C
  /// held.
  std::uint32_t effects = 0;
  Operand operand = Operand::kNone;  ///< that the effects are about
  /// For readers only, answers are the same without it: a refusal may return or exit.
  Outcome outcome = Outcome::kReturned;

  friend bool operator==(const Answer& x, const Answer& y) { return (x <=> y) == 0; }
  friend std::strong_ordering operator<=>(const Answer& x, const Answer& y) {
    return std::tie(x.kind, x.parameter, x.effects, x.operand) <=>
           std::tie(y.kind, y.parameter, y.effects, y.operand);
  }
};
/// "refused, lda", "accepted (c-wrong)", "crashed (outside-read of A)".
[[nodiscard]] std::string to_string(const Answer& answer);
[[nodiscard]] Answer answer_of(const Call& call, const Observation& observation,
                               const Numbering& numbering);

/// A call on which the libraries do not agree.
struct Difference {
  Call call;                    ///< reduced, with the same answers
  Call original;                ///< as generated
  std::vector<Answer> answers;  ///< by library
  bool minimal = true;          ///< first in the reducer's total order; false: 1-minimal only
  std::uint64_t index = 0;
  std::uint64_t count = 0;  ///< calls of the run with these answers
};

/// Differences that are one for people: which libraries say what, over APIs and operands.
struct DifferenceCause {
  std::string name;                     ///< "accepted | refused, ld | refused, ld"
  std::vector<Difference> differences;  ///< the simplest call first
  /// The one library that says something else than all others; nothing with two libraries, or if
  /// there is none.
  std::optional<std::size_t> odd_one;
};

struct Comparison {
  std::vector<LibraryInfo> libraries;
  std::uint64_t seed = 0;
  std::uint64_t calls = 0;        ///< made on at least two libraries
  std::uint64_t skipped = 0;      ///< by --only, undefined, or known to fewer than two libraries
  std::uint64_t not_made = 0;     ///< need more memory than a worker gives
  std::uint64_t unconfirmed = 0;  ///< differences that did not repeat 3 of 3 in new processes
  std::uint64_t not_reduced = 0;  ///< differences left when it was interrupted
  std::uint64_t restarts = 0;
  double seconds = 0;
  bool interrupted = false;
  std::vector<DifferenceCause> causes;  ///< sorted by their simplest call
  [[nodiscard]] std::size_t differences() const;
};

/// Calls of the stream that all libraries have made before the next.
inline constexpr std::uint64_t kComparedAtOnce = 4096;

/// Of `options`, seed, cases, time, shard, apis and only count. One sandbox a library, at least
/// two. `progress` as in CampaignHooks, called after each `chunk` calls of the stream and before
/// each few of a reduction, until it says no; may be empty. The result does not depend on `chunk`,
/// which must not be 0.
[[nodiscard]] Expected<Comparison> compare(std::span<const std::unique_ptr<Sandbox>> sandboxes,
                                           const CampaignOptions& options,
                                           const std::function<bool(const Progress&)>& progress,
                                           std::uint64_t chunk = kComparedAtOnce);

}  // namespace gemmcheck
