#include "campaign/campaign.h"

#include <algorithm>
#include <utility>

#include "campaign/checkpoint.h"
#include "campaign/crew.h"
#include "campaign/job.h"
#include "campaign/settle.h"
#include "campaign/stream.h"
#include "campaign/work.h"

namespace gemmcheck {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::uint64_t restarts(std::span<const std::unique_ptr<Sandbox>> sandboxes) {
  std::uint64_t sum = 0;
  for (const auto& sandbox : sandboxes) sum += sandbox->restarts();
  return sum;
}

// Runs the jobs, each in a thread of its own, and watches over them. True if it was interrupted.
Expected<bool> run_jobs(std::span<const std::unique_ptr<Sandbox>> sandboxes,
                        std::vector<Examiner>& examiners, const Lists& lists, const Stream& calls,
                        std::optional<std::chrono::seconds> time, Work& work,
                        const std::function<bool(const Progress&)>& progress) {
  JobSignals signals;
  std::vector<Expected<void>> ends(sandboxes.size());
  const Clock::time_point start = Clock::now();
  const auto job = [&](std::size_t i) {
    ends[i] = Job(examiners[i], *sandboxes[i], lists, calls, work, signals).run();
    if (!ends[i]) signals.stop = true;
  };
  bool interrupted = false;
  run_crew(sandboxes.size(), job, [&] {
    const double elapsed = seconds_since(start);
    const std::uint64_t made = signals.calls;
    if (time && elapsed >= static_cast<double>(time->count())) signals.stop = true;
    if (progress && !progress({.calls = made,
                               .calls_per_second = static_cast<double>(made) / elapsed,
                               .total = calls.size().value_or(0),
                               .findings = work.groups(),
                               .restarts = restarts(sandboxes)})) {
      interrupted = true;
      signals.stop = true;
    }
  });
  for (const Expected<void>& end : ends) {
    if (!end) return tl::make_unexpected(end.error());
  }
  return interrupted;
}

}  // namespace

double CampaignResult::calls_per_second() const {
  return seconds > 0 ? static_cast<double>(calls - calls_before) / seconds : 0;
}

std::size_t CampaignResult::new_findings() const {
  return static_cast<std::size_t>(std::count_if(
      findings.begin(), findings.end(), [](const Filed& filed) { return filed.entry == nullptr; }));
}

Expected<CampaignResult> run_campaign(std::span<const std::unique_ptr<Sandbox>> sandboxes,
                                      const Lists& lists, const CampaignOptions& options,
                                      const CampaignHooks& hooks) {
  const Contract& contract = netlib_contract();
  CampaignResult result;
  result.library = sandboxes.front()->library();
  result.seed = options.seed;
  auto numbering = learn_numbering(*sandboxes.front(), contract);
  if (!numbering) return tl::make_unexpected(numbering.error());
  result.numbering = *numbering;
  std::vector<Examiner> examiners;
  for (const auto& sandbox : sandboxes) examiners.emplace_back(*sandbox, contract, *numbering);

  const std::string identity = run_identity(options, result.library, contract);
  RunState state(contract);
  if (options.resume) {
    auto resumed = parse_checkpoint(*options.resume, identity, lists, result.library, contract);
    if (!resumed) {
      return bad_input("cannot resume: " + resumed.error().message +
                       "; without --resume the run begins anew");
    }
    state = std::move(*resumed);
    result.calls_before = state.tally.counts.calls;
  }
  Work::Keep keep;
  if (hooks.keep) {
    keep = [&](const RunState& now) { return hooks.keep(checkpoint_text(identity, now)); };
  }
  const Stream calls(options, result.library.apis);
  Work work(calls.size(), std::move(state), std::move(keep));

  const Clock::time_point start = Clock::now();
  auto interrupted =
      run_jobs(sandboxes, examiners, lists, calls, options.time, work, hooks.progress);
  if (!interrupted) return tl::make_unexpected(interrupted.error());
  result.interrupted = *interrupted;
  result.seconds = seconds_since(start);
  result.restarts = restarts(sandboxes);
  if (auto kept = work.flush(); !kept) return tl::make_unexpected(kept.error());

  const Tally total = work.total();
  static_cast<Counts&>(result) = total.counts;
  result.coverage = total.coverage.summary();
  result.uncovered = total.coverage.missing();

  const auto before = [&](std::uint64_t index) {
    // A chunk is made by one job without a break.
    const std::uint64_t position = calls.position(index);
    return calls.made(position - position % Work::kChunk, position);
  };
  // Who ends the stream wants to see what is known by then: whether to go on is asked only of
  // whoever let it come to its end.
  const auto go_on = [&] {
    return *interrupted || !hooks.progress ||
           hooks.progress({.calls = total.counts.calls,
                           .calls_per_second = result.calls_per_second(),
                           .total = calls.size().value_or(0),
                           .findings = total.hits.size(),
                           .restarts = restarts(sandboxes)});
  };
  auto settled = settle(examiners, lists, total.hits, options.seed, {before, hooks.file, go_on});
  if (!settled) return tl::make_unexpected(settled.error());
  result.interrupted |= settled->not_reduced != 0;
  result.not_reduced = settled->not_reduced;
  result.findings = std::move(settled->findings);
  result.unconfirmed = settled->unconfirmed;

  auto gone = gone_entries(examiners.front(), lists);
  if (!gone) return tl::make_unexpected(gone.error());
  result.gone = std::move(*gone);
  return result;
}

}  // namespace gemmcheck
