#include "campaign/settle.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <utility>

#include "campaign/consequence.h"
#include "campaign/crew.h"
#include "campaign/sequence.h"

namespace gemmcheck {
namespace {

struct Disagreement {
  Group group;
  Hit hit;
};

// What becomes of a disagreement: it is filed, or another says the same, or it did not repeat, or
// there was no time for it.
struct Fate {
  std::optional<Filed> filed;
  std::optional<Disagreement> same;
  bool left = false;
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

// The disagreement that stands behind one that a call shows.
Expected<std::optional<Disagreement>> stands_behind(Examiner& examiner, const Lists& lists,
                                                    const Call& shown, const CoarseKey& shown_key,
                                                    const Hit& hit) {
  auto behind = disagreement_behind(examiner, shown, shown_key);
  if (!behind) return tl::make_unexpected(behind.error());
  if (!*behind) return std::nullopt;
  const auto& [call, key] = **behind;
  const Group group{key, lists.find(examiner.library(), call, key, examiner.contract())};
  return Disagreement{group, Hit{call, hit.index, hit.count}};
}

// One disagreement's way to a finding.
Expected<Fate> settle_one(Examiner& examiner, const Lists& lists, const Disagreement& one,
                          std::uint64_t seed, const SettleHooks& hooks) {
  const Group& group = one.group;
  const Hit& hit = one.hit;
  const auto belongs = [&](const Call& call) {
    return lists.find(examiner.library(), call, group.key, examiner.contract()) == group.entry;
  };
  // Asked of the reduced call as a rule, so that the answer does not depend on the seed. An overrun
  // of shared memory is told at once: its reduction may have to search the whole box.
  if (group.key.kind == Kind::kFootprint) {
    auto behind = stands_behind(examiner, lists, hit.call, group.key, hit);
    if (!behind) return tl::make_unexpected(behind.error());
    if (*behind) return Fate{std::nullopt, std::move(*behind)};
  }
  auto finding = investigate(examiner, group.key, hit, belongs, hooks.before);
  if (!finding) return tl::make_unexpected(finding.error());
  if (!*finding) return Fate{};
  if ((*finding)->stage.empty()) {
    auto behind = stands_behind(examiner, lists, (*finding)->call, group.key, hit);
    if (!behind) return tl::make_unexpected(behind.error());
    if (*behind) return Fate{std::nullopt, std::move(*behind)};
  }
  Filed filed{std::move(**finding), group.entry, ""};
  filed.finding.seed = seed;
  filed.finding.index = hit.index;
  filed.finding.count = hit.count;
  if (hooks.file) {
    auto folder = hooks.file(filed.finding, examiner);
    if (!folder) return tl::make_unexpected(folder.error());
    filed.folder = std::move(*folder);
  }
  return Fate{std::move(filed), std::nullopt};
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

using SettleOne = std::function<Expected<Fate>(Examiner& examiner, const Disagreement& one)>;

// Shares the disagreements out among the examiners, until `go_on` says no. Fates in the order of
// the disagreements.
Expected<std::vector<Fate>> settle_all(std::vector<Examiner>& examiners,
                                       std::span<const Disagreement> disagreements,
                                       const SettleOne& settle_one,
                                       const std::function<bool()>& go_on) {
  std::vector<Expected<Fate>> outcomes(disagreements.size(),
                                       Fate{std::nullopt, std::nullopt, true});
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stop = !go_on();
  const auto work = [&](std::size_t who) {
    while (!stop) {
      const std::size_t i = next++;
      if (i >= disagreements.size()) return;
      outcomes[i] = settle_one(examiners[who], disagreements[i]);
      if (!outcomes[i]) stop = true;
    }
  };
  run_crew(examiners.size(), work, [&] {
    if (!go_on()) stop = true;
  });

  std::vector<Fate> fates;
  for (Expected<Fate>& outcome : outcomes) {
    if (!outcome) return tl::make_unexpected(outcome.error());
    fates.push_back(std::move(*outcome));
  }
  return fates;
}

}  // namespace

Expected<Settled> settle(std::vector<Examiner>& examiners, const Lists& lists,
                         const std::map<Group, Hit>& hits, std::uint64_t seed,
                         const SettleHooks& hooks) {
  std::vector<Disagreement> disagreements;
  disagreements.reserve(hits.size() + 1);
  for (const auto& [group, hit] : hits) disagreements.push_back({group, hit});
  auto numbering = numbering_disagreement(examiners.front(), lists);
  if (!numbering) return tl::make_unexpected(numbering.error());
  if (*numbering) disagreements.push_back(**numbering);

  Settled settled;
  while (!disagreements.empty()) {
    auto fates = settle_all(
        examiners, disagreements,
        [&](Examiner& examiner, const Disagreement& one) {
          return settle_one(examiner, lists, one, seed, hooks);
        },
        hooks.go_on);
    if (!fates) return tl::make_unexpected(fates.error());
    std::map<Group, Hit> unseen;  // what no call of the run has shown by itself
    for (Fate& fate : *fates) {
      if (fate.filed) {
        settled.findings.push_back(std::move(*fate.filed));
      } else if (fate.left) {
        ++settled.not_reduced;
      } else if (!fate.same) {
        ++settled.unconfirmed;
      } else if (hits.count(fate.same->group) == 0) {
        unseen.insert({fate.same->group, fate.same->hit});
      }
    }
    disagreements.clear();
    for (const auto& [group, hit] : unseen) disagreements.push_back({group, hit});
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
