#include "campaign/compare.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "campaign/panel.h"
#include "campaign/stream.h"
#include "minimize/minimize.h"

namespace gemmcheck {
namespace {

using Clock = std::chrono::steady_clock;
// Without a model nothing tells beforehand which calls cannot show a difference, and each candidate
// is made on every library.
constexpr std::uint64_t kReductionBudget = 4'000;
constexpr std::array<std::string_view, 6> kAnswerNames = {
    "has no such function", "accepted", "refused", "crashed", "exited", "hung"};

// What is reduced once.
struct Disagreement {
  Api api;
  Panel::Row answers;
  friend auto operator<=>(const Disagreement&, const Disagreement&) = default;
};
struct Hit {
  Call call;
  std::uint64_t index;
  std::uint64_t count;
};

bool differ(const Panel::Row& row) {
  const Answer* first = nullptr;
  for (const Answer& answer : row) {
    if (answer.kind == AnswerKind::kMissing) continue;
    if (first != nullptr && *first != answer) return true;
    first = &answer;
  }
  return false;
}

bool means_something(const Call& call) {
  return predict(call).standing != Standing::kUndefined;
}

// Streams the calls in chunks.
class Hearing {
 public:
  Hearing(Panel& panel, const Stream& stream, std::uint64_t chunk, Comparison& result)
      : panel_(panel), stream_(stream), chunk_(chunk), result_(result) {}

  // False once the stream has ended. Takes as many calls of the stream however few of them are
  // wanted: the caller must have its turn.
  Expected<bool> next_chunk() {
    std::vector<Call> calls;
    std::vector<std::uint64_t> indices;
    const std::uint64_t size = stream_.size().value_or(~std::uint64_t{0});
    if (position_ == size) return false;
    const std::uint64_t end = position_ + std::min(chunk_, size - position_);
    while (position_ < end) {
      const std::uint64_t position = position_++;
      const Call call = stream_.call(position);
      if (!stream_.wanted(call) || panel_.knowing(call.api) < 2 || !means_something(call)) {
        ++result_.skipped;
        continue;
      }
      calls.push_back(call);
      indices.push_back(stream_.index(position));
    }
    if (calls.empty()) return true;
    auto rows = panel_.ask(calls);
    if (!rows) return tl::make_unexpected(rows.error());
    for (std::size_t i = 0; i < calls.size(); ++i) {
      Panel::Row& row = (*rows)[i];
      if (row.empty()) {
        ++result_.not_made;
        continue;
      }
      ++result_.calls;
      if (!differ(row)) continue;
      const auto [hit, inserted] = hits_.try_emplace(Disagreement{calls[i].api, std::move(row)},
                                                     Hit{calls[i], indices[i], 0});
      ++hit->second.count;
    }
    return true;
  }

  const std::map<Disagreement, Hit>& hits() const { return hits_; }

 private:
  Panel& panel_;
  const Stream& stream_;
  const std::uint64_t chunk_;
  Comparison& result_;
  std::uint64_t position_ = 0;
  std::map<Disagreement, Hit> hits_;
};

// What becomes of a disagreement: a difference, or it did not repeat, or there was no time for it.
struct Fate {
  std::optional<Difference> difference;
  bool given_up = false;
};

// Finds the simplest call with the same answers. `go_on` is asked before each few calls.
Expected<Fate> settle(Panel& panel, const Disagreement& one, const Hit& hit,
                      const std::function<bool()>& go_on) {
  bool given_up = false;
  const Shows shows = [&](std::span<const Call> calls) -> Expected<std::vector<bool>> {
    given_up = !go_on();
    // Whatever the error: it ends the reduction.
    if (given_up) return internal_error("interrupted");
    auto rows = panel.ask(calls);
    if (!rows) return tl::make_unexpected(rows.error());
    std::vector<bool> same;
    same.reserve(rows->size());
    for (const Panel::Row& row : *rows) same.push_back(row == one.answers);
    return same;
  };
  ReduceOptions options;
  options.budget = kReductionBudget;
  // A batch is asked whole although its first hit ends the search: few where each may cost a
  // process, one at a time where each costs the deadline.
  for (const Answer& answer : one.answers) {
    if (answer.kind == AnswerKind::kHung) {
      options.batch = 1;
    } else if (answer.kind >= AnswerKind::kCrashed) {
      options.batch = std::min(options.batch, 16);
    }
  }
  auto reduction = reduce(hit.call, means_something, shows, options);
  if (given_up) return Fate{std::nullopt, true};
  if (!reduction) return tl::make_unexpected(reduction.error());

  const std::vector<Call> again(kConfirmations, reduction->call);
  auto rows = panel.ask(again, Lives::kOwn);
  if (!rows) return tl::make_unexpected(rows.error());
  for (const Panel::Row& row : *rows) {
    if (row != one.answers) return Fate{};
  }
  return Fate{Difference{reduction->call, hit.call, rows->back(), reduction->minimal, hit.index,
                         hit.count}};
}

// lda, ldb and ldc are one to people: by the family of the rule about them.
std::string_view family_of(Key parameter) {
  for (const Clause& clause : netlib_contract().clauses) {
    if (clause.role == Role::kRefuse && clause.parameter == parameter) return clause.family;
  }
  return key_name(parameter);
}

std::string effect_names(std::uint32_t effects) {
  std::string names;
  for (std::uint32_t left = effects; left != 0; left &= left - 1) {
    if (!names.empty()) names += ", ";
    names += effect_name(left);
  }
  return names;
}

std::string cause_name(const Panel::Row& answers) {
  std::string name;
  for (const Answer& answer : answers) {
    if (!name.empty()) name += " | ";
    name += kAnswerNames[static_cast<std::size_t>(answer.kind)];
    if (answer.parameter != Key::kNone) name.append(", ").append(family_of(answer.parameter));
    if (answer.effects != 0) name.append(", ").append(effect_names(answer.effects));
  }
  return name;
}

std::optional<std::size_t> odd_one(const Panel::Row& answers) {
  if (answers.size() < 3) return std::nullopt;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    Panel::Row others = answers;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    const bool agree = std::all_of(others.begin(), others.end(), [&](const Answer& other) {
      return other == others.front() && other.kind != AnswerKind::kMissing;
    });
    if (agree) return i;
  }
  return std::nullopt;
}

std::vector<DifferenceCause> grouped(std::vector<Difference> differences) {
  std::sort(differences.begin(), differences.end(), [](const Difference& x, const Difference& y) {
    if (x.call == y.call) return x.answers < y.answers;
    return simpler(x.call, y.call);
  });
  std::vector<DifferenceCause> causes;
  for (Difference& difference : differences) {
    const std::string name = cause_name(difference.answers);
    auto cause = std::find_if(causes.begin(), causes.end(),
                              [&](const DifferenceCause& one) { return one.name == name; });
    if (cause == causes.end()) {
      cause = causes.insert(cause, DifferenceCause{name, {}, odd_one(difference.answers)});
    }
    cause->differences.push_back(std::move(difference));
  }
  return causes;
}

}  // namespace

std::string_view answer_name(AnswerKind kind) {
  return kAnswerNames[static_cast<std::size_t>(kind)];
}

std::string to_string(const Answer& answer) {
  std::string text(answer_name(answer.kind));
  if (answer.parameter != Key::kNone) text.append(", ").append(key_name(answer.parameter));
  if (answer.effects == 0) return text;
  text.append(" (").append(effect_names(answer.effects));
  // c-written, a-changed and the like name the operand themselves.
  if ((answer.effects & kFootprintEffects) != 0 && answer.operand != Operand::kNone)
    text.append(" of ").append(operand_name(answer.operand));
  return text.append(")");
}

Answer answer_of(const Call& call, const Observation& observation, const Numbering& numbering) {
  const Prediction prediction = predict(call);
  const Verdict verdict = judge(call, prediction, observation, netlib_contract(), numbering);
  Answer answer;
  answer.outcome = observation.outcome;
  if (observation.outcome == Outcome::kHang) {
    answer.kind = AnswerKind::kHung;
  } else if (verdict.observed == 0) {
    answer.kind =
        observation.outcome == Outcome::kExit ? AnswerKind::kExited : AnswerKind::kCrashed;
  } else if (observation.messages == 0) {
    answer.kind = AnswerKind::kAccepted;
  } else {
    answer.kind = AnswerKind::kRefused;
    answer.parameter = verdict.reported;
  }
  // Of a call that the contract refuses nobody can say which memory is its own, or what C should
  // hold: but whoever refuses it must leave memory alone.
  const bool legal = prediction.deciding == kNoClause;
  const bool refused = answer.kind == AnswerKind::kRefused;
  answer.effects = observation.effects & (legal     ? ~std::uint32_t{0}
                                          : refused ? kForbiddenEffects
                                                    : 0);
  if ((answer.effects & kResultEffects) != 0)
    answer.effects = (answer.effects & ~kResultEffects) | kEffectWrongC;
  if (answer.effects != 0) answer.operand = observation.operand;
  return answer;
}

std::size_t Comparison::differences() const {
  std::size_t sum = 0;
  for (const DifferenceCause& cause : causes) sum += cause.differences.size();
  return sum;
}

Expected<Comparison> compare(std::span<const std::unique_ptr<Sandbox>> sandboxes,
                             const CampaignOptions& options,
                             const std::function<bool(const Progress&)>& progress,
                             std::uint64_t chunk) {
  auto panel = Panel::seat(sandboxes);
  if (!panel) return tl::make_unexpected(panel.error());
  Comparison result;
  result.seed = options.seed;
  for (const auto& sandbox : sandboxes) result.libraries.push_back(sandbox->library());

  const Stream stream(options, kNetlibApis);
  Hearing hearing(*panel, stream, chunk, result);
  const Clock::time_point start = Clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  // False once it was interrupted.
  const auto go_on = [&](double seconds) {
    return !progress || progress({.calls = result.calls,
                                  .calls_per_second = static_cast<double>(result.calls) / seconds,
                                  .total = stream.size().value_or(0),
                                  .findings = hearing.hits().size(),
                                  .restarts = panel->restarts()});
  };
  while (!options.time || elapsed() < static_cast<double>(options.time->count())) {
    auto more = hearing.next_chunk();
    if (!more) return tl::make_unexpected(more.error());
    if (!*more) break;
    if (!go_on(elapsed())) {
      result.interrupted = true;
      break;
    }
  }
  result.seconds = elapsed();

  // Who ends the stream wants to see what is known by then.
  const bool ask = !result.interrupted;
  std::vector<Difference> differences;
  for (const auto& [disagreement, hit] : hearing.hits()) {
    if (ask && result.interrupted) {
      ++result.not_reduced;
      continue;
    }
    auto fate = settle(*panel, disagreement, hit, [&] { return !ask || go_on(result.seconds); });
    if (!fate) return tl::make_unexpected(fate.error());
    if (fate->difference) {
      differences.push_back(std::move(*fate->difference));
    } else if (fate->given_up) {
      result.interrupted = true;
      ++result.not_reduced;
    } else {
      ++result.unconfirmed;
    }
  }
  result.restarts = panel->restarts();
  result.causes = grouped(std::move(differences));
  return result;
}

}  // namespace gemmcheck
