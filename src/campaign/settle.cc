#include "campaign/settle.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <thread>
#include <utility>

#include "campaign/sequence.h"

namespace gemmcheck {
namespace {

struct Disagreement {
  Group group;
  Hit hit;
};

// The disagreement as a finding of one call or, where it takes others before it, of several.
Expected<std::optional<Finding>> investigate(Examiner& examiner, const CoarseKey& key,
                                             const Hit& hit, const Examiner::Belongs& belongs,
                                             const CallsBefore& before) {
  auto alone = examiner.confirm(hit.call, key);
  if (!alone) return tl::make_unexpected(alone.error());
  if (*alone > 0) {
    auto finding = examiner.investigate(hit.call, key, belongs);
    if (!finding) return tl::make_unexpected(finding.error());
    if (finding->confirmed == kConfirmations) return std::optional(std::move(*finding));
  }
  return investigate_sequence(examiner, before(hit.index), hit.call, key, belongs);
}

// One disagreement's way to a finding; nothing if it did not repeat.
Expected<std::optional<Filed>> settle_one(Examiner& examiner, const Lists& lists,
                                          const Disagreement& one, std::uint64_t seed,
                                          const CallsBefore& before, const FileFinding& file) {
  const auto& [group, hit] = one;
  const auto belongs = [&](const Call& call) {
    return lists.find(examiner.library(), call, group.key, examiner.contract()) == group.entry;
  };
  auto finding = investigate(examiner, group.key, hit, belongs, before);
  if (!finding) return tl::make_unexpected(finding.error());
  if (!*finding) return std::nullopt;
  Filed filed{std::move(**finding), group.entry, ""};
  filed.finding.seed = seed;
  filed.finding.index = hit.index;
  filed.finding.count = hit.count;
  if (file) {
    auto folder = file(filed.finding, examiner);
    if (!folder) return tl::make_unexpected(folder.error());
    filed.folder = std::move(*folder);
  }
  return filed;
}

// The first call of the self-check that agrees only by the library's own numbering: one finding a
// library.
Expected<std::optional<Disagreement>> numbering_disagreement(Examiner& examiner,
                                                             const Lists& lists) {
  std::vector<Call> calls;
  numbering_calls(examiner.library().apis, calls);
  auto examined = examiner.examine(calls);
  if (!examined) return tl::make_unexpected(examined.error());
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const auto& key = (*examined)[i].key;
    if (!key || key->clause != kNumberingClause) continue;
    const Group group{*key, lists.find(examiner.library(), calls[i], *key, examiner.contract())};
    return Disagreement{group, Hit{calls[i], 0, 1}};
  }
  return std::nullopt;
}

}  // namespace

Expected<Settled> settle(std::vector<Examiner>& examiners, const Lists& lists,
                         const std::map<Group, Hit>& hits, std::uint64_t seed,
                         const CallsBefore& before, const FileFinding& file) {
  std::vector<Disagreement> disagreements;
  disagreements.reserve(hits.size() + 1);
  for (const auto& [group, hit] : hits) disagreements.push_back({group, hit});
  auto numbering = numbering_disagreement(examiners.front(), lists);
  if (!numbering) return tl::make_unexpected(numbering.error());
  if (*numbering) disagreements.push_back(**numbering);

  using Outcome = Expected<std::optional<Filed>>;
  std::vector<Outcome> outcomes(disagreements.size());
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  const auto work = [&](Examiner& examiner) {
    while (!failed) {
      const std::size_t i = next++;
      if (i >= disagreements.size()) return;
      outcomes[i] = settle_one(examiner, lists, disagreements[i], seed, before, file);
      if (!outcomes[i]) failed = true;
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < examiners.size(); ++i) {
    threads.emplace_back(work, std::ref(examiners[i]));
  }
  work(examiners.front());
  for (std::thread& thread : threads) thread.join();

  Settled settled;
  for (Outcome& outcome : outcomes) {
    if (!outcome) return tl::make_unexpected(outcome.error());
    if (*outcome) {
      settled.findings.push_back(std::move(**outcome));
    } else {
      ++settled.unconfirmed;
    }
  }
  std::sort(settled.findings.begin(), settled.findings.end(), [](const Filed& x, const Filed& y) {
    return x.finding.signature < y.finding.signature;
  });
  return settled;
}

Expected<std::vector<const ListEntry*>> gone_entries(Examiner& examiner, const Lists& lists) {
  std::vector<const ListEntry*> gone;
  for (const ListEntry* entry : lists.for_library(examiner.library())) {
    if ((examiner.library().apis & api_bit(entry->example.api)) == 0) continue;
    auto examined = examiner.examine({&entry->example, 1}, Lives::kOwn);
    if (!examined) return tl::make_unexpected(examined.error());
    const auto& key = examined->front().key;
    if (!key || !entry->pattern.matches(entry->example, *key, examiner.contract()))
      gone.push_back(entry);
  }
  return gone;
}

}  // namespace gemmcheck
