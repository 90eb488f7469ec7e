#include "campaign/tally.h"

namespace gemmcheck {

Counts& Counts::operator+=(const Counts& other) {
  calls += other.calls;
  skipped += other.skipped;
  undefined += other.undefined;
  not_made += other.not_made;
  unsettled += other.unsettled;
  return *this;
}

void Tally::add(const Call& call, std::uint64_t index, const Examined& examined,
                const ListEntry* entry) {
  ++counts.calls;
  coverage.add(call, examined.prediction);
  if (examined.observation.outcome == Outcome::kNotMade) {
    ++counts.not_made;
  } else if (examined.verdict.judgement == Judgement::kNotJudged) {
    ++counts.undefined;
  }
  if (examined.verdict.judgement == Judgement::kUnsettled) ++counts.unsettled;
  // The numbering is one finding a library, made from the self-check and not from the stream.
  if (!examined.key || examined.key->clause == kNumberingClause) return;
  add(Group{*examined.key, entry}, Hit{call, index, 1});
}

void Tally::add(const Group& group, const Hit& hit) {
  const auto [at, inserted] = hits.try_emplace(group, hit);
  if (inserted) return;
  const std::uint64_t count = at->second.count + hit.count;
  if (hit.index < at->second.index) at->second = hit;
  at->second.count = count;
}

void Tally::merge(const Tally& other) {
  counts += other.counts;
  coverage.merge(other.coverage);
  for (const auto& [group, hit] : other.hits) add(group, hit);
}

}  // namespace gemmcheck
