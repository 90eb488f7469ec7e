#include "campaign/examine.h"

#include <sys/utsname.h>

#include <fstream>
#include <string>
#include <utility>

namespace gemmcheck {
namespace {

// A refusal that names the right parameter only by the library's own numbering is no disagreement
// of this call, but evidence for the one finding that its numbering differs.
std::optional<CoarseKey> numbering_key(const Call& call, const Prediction& prediction,
                                       const Observation& observation, const Contract& contract) {
  if (observation.messages == 0) return std::nullopt;
  const Verdict verdict = judge(call, prediction, observation, contract, Numbering{});
  if (verdict.judgement != Judgement::kDisagree || verdict.kind != Kind::kParameter)
    return std::nullopt;
  return CoarseKey{.api = call.api,
                   .kind = Kind::kParameter,
                   .clause = kNumberingClause,
                   .predicted = prediction.statuses,
                   .observed = verdict.observed,
                   .operand = Operand::kNone,
                   .reported = Key::kNone,
                   .code = 0,
                   .effect = 0};
}

}  // namespace

Examined Examiner::judge(const Call& call, const Prediction& prediction,
                         const Observation& observation) const {
  Examined examined{prediction, observation,
                    gemmcheck::judge(call, prediction, observation, contract_, numbering_),
                    std::nullopt};
  if (examined.verdict.judgement == Judgement::kDisagree) {
    examined.key = coarse_key(call, prediction, observation, examined.verdict);
  } else if (examined.verdict.judgement == Judgement::kAgree) {
    examined.key = numbering_key(call, prediction, observation, contract_);
  }
  return examined;
}

Expected<std::vector<Examined>> Examiner::examine(std::span<const Call> calls, Lives lives) {
  std::vector<Observation> observations(calls.size());
  if (auto made = sandbox_.observe(calls, observations, lives); !made) {
    return tl::make_unexpected(made.error());
  }
  std::vector<Examined> examined;
  examined.reserve(calls.size());
  for (std::size_t i = 0; i < calls.size(); ++i) {
    examined.push_back(judge(calls[i], predict(calls[i], contract_), observations[i]));
  }
  return examined;
}

bool Examiner::may_show(const Call& call, const CoarseKey& key, const Belongs& belongs) const {
  const Prediction prediction = predict(call, contract_);
  if (prediction.standing == Standing::kUndefined || prediction.statuses != key.predicted)
    return false;
  if (key.clause != kNumberingClause && prediction.deciding != key.clause) return false;
  return !belongs || belongs(call);
}

Expected<Reduction> Examiner::reduce(const Call& start, const CoarseKey& key,
                                     const Belongs& belongs) {
  const auto may_show = [&](const Call& call) { return this->may_show(call, key, belongs); };
  const auto shows = [&](std::span<const Call> calls) -> Expected<std::vector<bool>> {
    auto examined = examine(calls);
    if (!examined) return tl::make_unexpected(examined.error());
    std::vector<bool> answers;
    answers.reserve(calls.size());
    for (const Examined& one : *examined) answers.push_back(one.key == key);
    return answers;
  };
  ReduceOptions options;
  // A batch is asked whole although its first hit ends the search: few where each may cost a
  // process, one at a time where each costs the deadline.
  if (key.kind == Kind::kCrash) options.batch = 16;
  if (key.kind == Kind::kHang) options.batch = 1;
  return gemmcheck::reduce(start, may_show, shows, options);
}

Expected<int> Examiner::confirm(const Call& call, const CoarseKey& key) {
  const std::vector<Call> calls(kConfirmations, call);
  auto examined = examine(calls, Lives::kOwn);
  if (!examined) return tl::make_unexpected(examined.error());
  int confirmed = 0;
  for (const Examined& one : *examined) confirmed += one.key == key ? 1 : 0;
  return confirmed;
}

Expected<Finding> Examiner::investigate(const Call& start, const CoarseKey& key,
                                        const Belongs& belongs) {
  auto reduction = reduce(start, key, belongs);
  if (!reduction) return tl::make_unexpected(reduction.error());
  auto confirmed = confirm(reduction->call, key);
  if (!confirmed) return tl::make_unexpected(confirmed.error());
  auto last = examine({&reduction->call, 1}, Lives::kOwn);
  if (!last) return tl::make_unexpected(last.error());

  Finding finding = describe(key, start, reduction->call, {}, last->front());
  finding.minimal = reduction->minimal;
  finding.confirmed = *confirmed;
  return finding;
}

Finding Examiner::describe(const CoarseKey& key, const Call& original, const Call& call,
                           std::vector<Call> stage, const Examined& examined) const {
  Finding finding;
  finding.key = key;
  finding.call = call;
  finding.original = original;
  finding.library = library();
  finding.prediction = examined.prediction;
  finding.observation = examined.observation;
  finding.observation.nanoseconds = 0;
  finding.verdict = examined.verdict;
  finding.signature = signature(library().name, key, contract_, call, stage);
  finding.cause = cause(library().name, key, contract_);
  finding.environment = environment_text();
  finding.stage = std::move(stage);
  return finding;
}

Expected<Numbering> learn_numbering(Sandbox& sandbox, const Contract& contract) {
  std::vector<Call> calls;
  numbering_calls(sandbox.library().apis, calls);
  std::vector<Observation> observations(calls.size());
  if (auto made = sandbox.observe(calls, observations); !made)
    return tl::make_unexpected(made.error());

  std::vector<NumberingSample> samples;
  samples.reserve(calls.size());
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const Prediction prediction = predict(calls[i], contract);
    if (prediction.deciding == kNoClause) continue;
    samples.push_back({calls[i], contract.clauses[prediction.deciding].parameter, observations[i]});
  }
  return fit_numbering(samples);
}

std::string environment_text() {
  std::string text;
  utsname system{};
  if (uname(&system) == 0) {
    text.append(system.sysname)
        .append(" ")
        .append(system.release)
        .append(" ")
        .append(system.machine);
  }
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) text.append(", ").append(line.substr(colon + 2));
    break;
  }
  return text;
}

}  // namespace gemmcheck
