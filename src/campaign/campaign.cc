#include "campaign/campaign.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <utility>

namespace gemmcheck {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kProgressInterval{100};

// What is reduced and filed once. Calls that a list entry covers are kept apart from those that
// none does: else a well-known difference would hide a new one with the same key.
struct Group {
  CoarseKey key;
  const ListEntry* entry;

  friend bool operator<(const Group& x, const Group& y) {
    if (x.key != y.key) return x.key < y.key;
    return std::less<>{}(x.entry, y.entry);
  }
};

// The first call of the run that showed a key, and how many did.
struct Hit {
  Call call;
  std::uint64_t index;
  std::uint64_t count;
};

// The judged stream: generates on one side, collects disagreements on the other.
class Hunt {
 public:
  Hunt(Examiner& examiner, const Lists& lists, const CampaignOptions& options,
       CampaignResult& result, const std::function<bool(const Progress&)>& progress,
       const Sandbox& sandbox)
      : examiner_(examiner),
        lists_(lists),
        options_(options),
        result_(result),
        progress_(progress),
        sandbox_(sandbox),
        generator_(options.seed, options.apis),
        coverage_(examiner.contract()),
        start_(Clock::now()),
        next_report_(start_) {}

  std::size_t fill(std::span<Call> calls, std::span<std::uint8_t> own_life) {
    std::size_t filled = 0;
    if (options_.time && Clock::now() - start_ >= *options_.time) return 0;
    while (filled < calls.size()) {
      const std::uint64_t index = options_.shard + position_ * options_.shards;
      if (options_.cases && index >= *options_.cases) break;
      ++position_;
      const Call call = generator_.call(index);
      if (!wanted(call)) {
        ++result_.skipped;
        continue;
      }
      const Prediction prediction = predict(call, examiner_.contract());
      own_life[filled] = prediction.standing == Standing::kUndefined ? 1 : 0;
      calls[filled++] = call;
      in_flight_.push_back({index, prediction});
    }
    return filled;
  }

  bool take(std::span<const Call> calls, std::span<const Observation> observations) {
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const auto [index, prediction] = in_flight_.front();
      in_flight_.pop_front();
      count(calls[i], index, examiner_.judge(calls[i], prediction, observations[i]));
    }
    return report();
  }

  const std::map<Group, Hit>& hits() const { return hits_; }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  const Coverage& coverage() const { return coverage_; }

 private:
  bool wanted(const Call& call) const {
    if ((sandbox_.library().apis & api_bit(call.api)) == 0) return false;
    return !options_.only || options_.only->matches(call);
  }

  void count(const Call& call, std::uint64_t index, const Examined& examined) {
    ++result_.calls;
    coverage_.add(call, examined.prediction);
    if (examined.observation.outcome == Outcome::kNotMade) {
      ++result_.not_made;
    } else if (examined.verdict.judgement == Judgement::kNotJudged) {
      ++result_.undefined;
    }
    if (examined.verdict.judgement == Judgement::kUnsettled) ++result_.unsettled;
    if (!examined.key) return;
    const Group group{*examined.key,
                      lists_.find(examiner_.library(), call, *examined.key, examiner_.contract())};
    // The numbering is one finding a library, made from the self-check and not from the stream.
    if (group.key.clause == kNumberingClause) return;
    auto [hit, inserted] = hits_.try_emplace(group, Hit{call, index, 0});
    ++hit->second.count;
  }

  bool report() {
    const Clock::time_point now = Clock::now();
    if (!progress_ || now < next_report_) return true;
    next_report_ = now + kProgressInterval;
    const double elapsed = seconds();
    const bool go_on = progress_({.calls = result_.calls,
                                  .calls_per_second = elapsed > 0 ? result_.calls / elapsed : 0,
                                  .total = options_.cases ? share_of(*options_.cases) : 0,
                                  .findings = hits_.size(),
                                  .restarts = sandbox_.restarts()});
    result_.interrupted |= !go_on;
    return go_on;
  }

  std::uint64_t share_of(std::uint64_t cases) const {
    return cases <= options_.shard ? 0 : (cases - options_.shard - 1) / options_.shards + 1;
  }

  struct InFlight {
    std::uint64_t index;
    Prediction prediction;
  };

  Examiner& examiner_;
  const Lists& lists_;
  const CampaignOptions& options_;
  CampaignResult& result_;
  const std::function<bool(const Progress&)>& progress_;
  const Sandbox& sandbox_;
  Generator generator_;
  Coverage coverage_;
  Clock::time_point start_;
  Clock::time_point next_report_;
  std::uint64_t position_ = 0;
  std::deque<InFlight> in_flight_;
  std::map<Group, Hit> hits_;
};

// Reduces and confirms one disagreement and files it.
Expected<void> settle(Examiner& examiner, const Lists& lists, const Group& group, const Hit& hit,
                      const FileFinding& file, CampaignResult& result) {
  const auto belongs = [&](const Call& call) {
    return lists.find(examiner.library(), call, group.key, examiner.contract()) == group.entry;
  };
  auto finding = examiner.investigate(hit.call, group.key, belongs);
  if (!finding) return tl::make_unexpected(finding.error());
  if (finding->confirmed < kConfirmations) {
    ++result.unconfirmed;
    return {};
  }
  finding->seed = result.seed;
  finding->index = hit.index;
  finding->count = hit.count;
  Filed filed{std::move(*finding), group.entry, ""};
  if (file) {
    auto folder = file(filed.finding, examiner);
    if (!folder) return tl::make_unexpected(folder.error());
    filed.folder = std::move(*folder);
  }
  result.findings.push_back(std::move(filed));
  return {};
}

// The first call of the self-check that agrees only by the library's own numbering.
Expected<void> settle_numbering(Examiner& examiner, const Lists& lists, const FileFinding& file,
                                CampaignResult& result) {
  std::vector<Call> calls;
  numbering_calls(examiner.library().apis, calls);
  auto examined = examiner.examine(calls);
  if (!examined) return tl::make_unexpected(examined.error());
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const auto& key = (*examined)[i].key;
    if (!key || key->clause != kNumberingClause) continue;
    const Group group{*key, lists.find(examiner.library(), calls[i], *key, examiner.contract())};
    return settle(examiner, lists, group, Hit{calls[i], 0, 1}, file, result);
  }
  return {};
}

// List entries whose example this library no longer shows.
Expected<std::vector<const ListEntry*>> gone_entries(Examiner& examiner, const Lists& lists) {
  std::vector<const ListEntry*> gone;
  for (const ListEntry* entry : lists.for_library(examiner.library())) {
    if ((examiner.library().apis & api_bit(entry->example.api)) == 0) continue;
    auto examined = examiner.examine({&entry->example, 1}, /*fresh=*/true);
    if (!examined) return tl::make_unexpected(examined.error());
    const auto& key = examined->front().key;
    if (!key || !entry->pattern.matches(entry->example, *key, examiner.contract()))
      gone.push_back(entry);
  }
  return gone;
}

}  // namespace

std::size_t CampaignResult::new_findings() const {
  return static_cast<std::size_t>(std::count_if(
      findings.begin(), findings.end(), [](const Filed& filed) { return filed.entry == nullptr; }));
}

Expected<CampaignResult> run_campaign(Sandbox& sandbox, const Lists& lists,
                                      const CampaignOptions& options,
                                      const std::function<bool(const Progress&)>& progress,
                                      const FileFinding& file) {
  const Contract& contract = netlib_contract();
  auto numbering = learn_numbering(sandbox, contract);
  if (!numbering) return tl::make_unexpected(numbering.error());
  Examiner examiner(sandbox, contract, *numbering);

  CampaignResult result;
  result.library = sandbox.library();
  result.numbering = *numbering;
  result.seed = options.seed;

  Hunt hunt(examiner, lists, options, result, progress, sandbox);
  auto streamed =
      sandbox.stream([&](std::span<Call> calls,
                         std::span<std::uint8_t> own_life) { return hunt.fill(calls, own_life); },
                     [&](std::span<const Call> calls, std::span<const Observation> observations) {
                       return hunt.take(calls, observations);
                     });
  if (!streamed) return tl::make_unexpected(streamed.error());
  result.seconds = hunt.seconds();
  result.restarts = sandbox.restarts();
  result.coverage = hunt.coverage().summary();
  result.uncovered = hunt.coverage().missing();

  for (const auto& [group, hit] : hunt.hits()) {
    if (auto settled = settle(examiner, lists, group, hit, file, result); !settled) {
      return tl::make_unexpected(settled.error());
    }
  }
  if (auto settled = settle_numbering(examiner, lists, file, result); !settled) {
    return tl::make_unexpected(settled.error());
  }
  std::sort(result.findings.begin(), result.findings.end(), [](const Filed& x, const Filed& y) {
    return x.finding.signature < y.finding.signature;
  });

  auto gone = gone_entries(examiner, lists);
  if (!gone) return tl::make_unexpected(gone.error());
  result.gone = std::move(*gone);
  return result;
}

}  // namespace gemmcheck
