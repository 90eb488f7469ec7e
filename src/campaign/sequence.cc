#include "campaign/sequence.h"

#include <algorithm>

namespace gemmcheck {
namespace {

// What needs more calls than this before it is nothing that a person can read.
constexpr std::size_t kLongestStage = 8;
// How candidates of a reduction are made: all in one life is fast, but what one leaves behind may
// lead the next astray; that comes out when the result is confirmed.
struct Trial {
  Lives lives;
  std::uint64_t budget;  // candidates a call of the sequence
};
constexpr Trial kTrials[] = {{Lives::kShared, 50'000}, {Lives::kOne, 3'000}};

struct Sequence {
  std::vector<Call> stage;  // to be made before, in order
  Call call;                // the judged one
};

// Whether the calls, made in a new life, end with the key.
Expected<bool> ends_with(Examiner& examiner, std::span<const Call> calls, const CoarseKey& key) {
  auto examined = examiner.examine(calls, Lives::kOne);
  if (!examined) return tl::make_unexpected(examined.error());
  return examined->back().key == key;
}

std::vector<Call> joined(std::span<const Call> head, std::span<const Call> rest, const Call& last) {
  std::vector<Call> calls(head.begin(), head.end());
  calls.insert(calls.end(), rest.begin(), rest.end());
  calls.push_back(last);
  return calls;
}

// For each candidate, whether the sequence with it as call number `which` ends with the key.
Expected<std::vector<bool>> show(Examiner& examiner, std::vector<Call> calls, std::size_t which,
                                 std::span<const Call> candidates, const CoarseKey& key,
                                 Lives lives) {
  std::vector<bool> answers;
  std::vector<Call> made;
  for (const Call& candidate : candidates) {
    calls[which] = candidate;
    if (lives == Lives::kShared) {
      made.insert(made.end(), calls.begin(), calls.end());
      continue;
    }
    auto shown = ends_with(examiner, calls, key);
    if (!shown) return tl::make_unexpected(shown.error());
    answers.push_back(*shown);
  }
  if (made.empty()) return answers;
  auto examined = examiner.examine(made);
  if (!examined) return tl::make_unexpected(examined.error());
  for (std::size_t i = calls.size() - 1; i < examined->size(); i += calls.size()) {
    answers.push_back((*examined)[i].key == key);
  }
  return answers;
}

// Reduces call number `which` of the sequence, while the others stay.
Expected<Call> reduce_one(Examiner& examiner, const Sequence& sequence, std::size_t which,
                          const CoarseKey& key, const MayShow& may_show, const Trial& trial) {
  const std::vector<Call> calls = joined(sequence.stage, {}, sequence.call);
  const Shows shows = [&](std::span<const Call> candidates) {
    return show(examiner, calls, which, candidates, key, trial.lives);
  };
  ReduceOptions options;
  options.budget = trial.budget;
  if (trial.lives != Lives::kShared) options.batch = 16;
  auto reduction = reduce(calls[which], may_show, shows, options);
  if (!reduction) return tl::make_unexpected(reduction.error());
  return reduction->call;
}

// Which of the calls made before have to be made for `call` to show the key in a new process.
Expected<std::optional<Sequence>> find_sequence(Examiner& examiner, std::span<const Call> before,
                                                const Call& call, const CoarseKey& key) {
  std::vector<Call> needed;
  std::span<const Call> rest = before;
  for (bool first = true;; first = false) {
    auto enough = ends_with(examiner, joined(needed, {}, call), key);
    if (!enough) return tl::make_unexpected(enough.error());
    if (*enough) return Sequence{std::move(needed), call};
    if (needed.size() == kLongestStage) return std::nullopt;
    if (first) {
      auto all = ends_with(examiner, joined({}, rest, call), key);
      if (!all) return tl::make_unexpected(all.error());
      if (!*all) return std::nullopt;
    }
    // The last place from which on the rest still leads there: the call at it is needed.
    std::size_t low = 0;
    std::size_t high = rest.size();  // from here on it is not enough
    while (high - low > 1) {
      const std::size_t middle = low + (high - low) / 2;
      auto leads = ends_with(examiner, joined(needed, rest.subspan(middle), call), key);
      if (!leads) return tl::make_unexpected(leads.error());
      (*leads ? low : high) = middle;
    }
    if (rest.empty()) return std::nullopt;
    needed.push_back(rest[low]);
    rest = rest.subspan(low + 1);
  }
}

// The same with simpler calls.
Expected<Sequence> reduce_sequence(Examiner& examiner, const Sequence& start, const CoarseKey& key,
                                   const Examiner::Belongs& belongs, const Trial& trial) {
  Sequence sequence = start;
  const auto keeps = [&](const Call& call) { return examiner.may_show(call, key, belongs); };
  auto call = reduce_one(examiner, sequence, sequence.stage.size(), key, keeps, trial);
  if (!call) return tl::make_unexpected(call.error());
  sequence.call = *call;
  const auto defined = [&](const Call& candidate) {
    return predict(candidate, examiner.contract()).standing != Standing::kUndefined;
  };
  for (std::size_t i = 0; i < sequence.stage.size(); ++i) {
    auto reduced = reduce_one(examiner, sequence, i, key, defined, trial);
    if (!reduced) return tl::make_unexpected(reduced.error());
    sequence.stage[i] = *reduced;
  }
  return sequence;
}

// What the last call showed, if every one of kConfirmations new lives ends with the key.
Expected<std::optional<Examined>> confirm(Examiner& examiner, const Sequence& sequence,
                                          const CoarseKey& key) {
  const std::vector<Call> calls = joined(sequence.stage, {}, sequence.call);
  std::optional<Examined> last;
  for (int i = 0; i < kConfirmations; ++i) {
    auto examined = examiner.examine(calls, Lives::kOne);
    if (!examined) return tl::make_unexpected(examined.error());
    if (examined->back().key != key) return std::nullopt;
    last = examined->back();
  }
  return last;
}

}  // namespace

Expected<std::optional<Finding>> investigate_sequence(Examiner& examiner,
                                                      std::span<const Call> before,
                                                      const Call& call, const CoarseKey& key,
                                                      const Examiner::Belongs& belongs) {
  auto found = find_sequence(examiner, before, call, key);
  if (!found) return tl::make_unexpected(found.error());
  if (!*found || (*found)->stage.empty()) return std::nullopt;
  const auto finding_of = [&](const Sequence& sequence) -> Expected<std::optional<Finding>> {
    auto seen = confirm(examiner, sequence, key);
    if (!seen) return tl::make_unexpected(seen.error());
    if (!*seen) return std::nullopt;
    Finding finding = examiner.describe(key, call, sequence.call, sequence.stage, **seen);
    finding.minimal = false;
    finding.confirmed = kConfirmations;
    return finding;
  };
  for (const Trial& trial : kTrials) {
    auto reduced = reduce_sequence(examiner, **found, key, belongs, trial);
    if (!reduced) return tl::make_unexpected(reduced.error());
    auto finding = finding_of(*reduced);
    if (!finding || *finding) return finding;
  }
  return finding_of(**found);
}

}  // namespace gemmcheck
