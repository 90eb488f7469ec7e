#include "report/console.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "call/text.h"
#include "contract/explain.h"

namespace gemmcheck {
namespace {

constexpr std::size_t kNamesShown = 4;  // of a cause's further calls; the rest is counted

std::string plural(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", grouped(count), noun, count == 1 ? "" : "s");
}

// What the reader has to act on comes first, legitimate differences last.
int urgency(const Filed& filed) {
  if (filed.entry == nullptr) return 0;
  return filed.entry->list == ListKind::kDialect ? 2 : 1;
}

// The findings of one cause, the simplest call first.
std::vector<const Filed*> by_simplicity(std::vector<const Filed*> findings) {
  std::sort(findings.begin(), findings.end(), [](const Filed* x, const Filed* y) {
    if (urgency(*x) != urgency(*y)) return urgency(*x) < urgency(*y);
    return simpler(x->finding.call, y->finding.call);
  });
  return findings;
}

std::string indented(std::string_view text, std::string_view indent) {
  std::string lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.append(indent).append(text.substr(0, end)).append("\n");
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

// As a POSIX shell reads it back.
std::string shell_word(const std::string& text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,/:@%";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

// A path as an argument that is no option.
std::string path_word(const std::string& path) {
  return shell_word(path.starts_with('-') ? "./" + path : path);
}

std::string cause_block(const std::vector<const Filed*>& findings,
                        const std::string& library_argument) {
  const Filed& first = *findings.front();
  const Finding& finding = first.finding;
  const std::string_view indent = "             ";
  std::string text =
      fmt::format("  {:<10} {}", kind_name(finding.key.kind), print_call(finding.call));
  if (findings.size() > 1) text += fmt::format("   and {} more", findings.size() - 1);
  if (first.entry != nullptr) text += fmt::format("   [{}]", list_name(first.entry->list));
  text += "\n";
  for (const Call& call : finding.stage) {
    text += fmt::format("{}after:    {}\n", indent, print_call(call));
  }
  text += fmt::format("{}expected: {}     observed: {}\n", indent, expected_text(finding),
                      observed_text(finding));
  text += indented(explanation_text(finding), indent);
  if (first.entry != nullptr)
    text += fmt::format("{}{}: {}\n", indent, list_name(first.entry->list), first.entry->reason);
  for (std::size_t i = 1; i < std::min(findings.size(), kNamesShown + 1); ++i) {
    text += fmt::format("{}also: {}\n", indent, print_call(findings[i]->finding.call));
  }
  if (findings.size() > kNamesShown + 1) {
    text += fmt::format("{}... {} more of this cause\n", indent, findings.size() - kNamesShown - 1);
  }
  if (!first.folder.empty()) {
    text += fmt::format("{}{}/   replay: gemmcheck replay {} --library {}\n", indent, first.folder,
                        path_word(first.folder + "/call.txt"), shell_word(library_argument));
  }
  return text;
}

std::string verdict_text(const Call& call, const Examined& examined, const LibraryInfo& library) {
  if (examined.key) {
    Finding finding;
    finding.call = call;
    finding.key = *examined.key;
    finding.prediction = examined.prediction;
    finding.observation = examined.observation;
    finding.verdict = examined.verdict;
    finding.library = library;
    return fmt::format("{}: expected {}, observed {}", kind_name(finding.key.kind),
                       expected_text(finding), observed_text(finding));
  }
  if (examined.observation.outcome == Outcome::kNotMade) {
    return fmt::format("not made: {}", examined.observation.text_view());
  }
  switch (examined.verdict.judgement) {
    case Judgement::kAgree:
      return "agrees";
    case Judgement::kNotJudged:
      return "not judged: the contract does not define this call";
    default:
      return std::string(judgement_name(examined.verdict.judgement));
  }
}

}  // namespace

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::ptrdiff_t at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), ",");
  }
  return digits;
}

std::string library_title(const LibraryInfo& library) {
  std::string title = library.name;
  title += library.version.empty() ? ", version unknown" : " " + library.version;
  if (!library.core.empty()) title += " (" + library.core + ")";
  return title;
}

std::string progress_line(const Progress& progress) {
  std::string line = "  " + grouped(progress.calls);
  if (progress.total != 0) line += " of " + grouped(progress.total);
  line += fmt::format(" calls · {}/s · {}",
                      grouped(static_cast<std::uint64_t>(progress.calls_per_second)),
                      plural(progress.findings, "disagreement"));
  if (progress.restarts != 0) line += " · " + plural(progress.restarts, "restart");
  return line;
}

std::string console_summary(const CampaignResult& result, const std::string& library_argument) {
  const std::string before =
      result.calls_before == 0 ? "" : " (" + grouped(result.calls_before) + " of them before)";
  std::string text =
      fmt::format("{} · netlib dialect · {}{} · {}/s · seed {} · {}{}\n",
                  library_title(result.library), plural(result.calls, "call"), before,
                  grouped(static_cast<std::uint64_t>(result.calls_per_second())), result.seed,
                  plural(result.restarts, "restart"), result.interrupted ? " · interrupted" : "");
  const Coverage::Summary& coverage = result.coverage;
  text += fmt::format(
      "coverage: {} of {} clauses violated alone, {} of {} bounds just met, {} of {} pairs · {} "
      "accepted\n",
      coverage.violated_alone, coverage.clauses, coverage.just_met, coverage.bounds, coverage.pairs,
      coverage.possible_pairs, grouped(coverage.accepted));
  if (result.skipped != 0) text += plural(result.skipped, "call") + " skipped\n";
  if (result.undefined != 0)
    text += plural(result.undefined, "call") + " without defined meaning, not judged\n";
  if (result.not_made != 0)
    text += plural(result.not_made, "call") +
            " need more memory than there is for operands, not made\n";
  if (result.unconfirmed != 0) {
    text += plural(result.unconfirmed, "disagreement") +
            " did not repeat in fresh processes and are not filed\n";
  }
  if (result.not_reduced != 0)
    text += plural(result.not_reduced, "disagreement") + " not reduced and not filed\n";

  std::map<std::string, std::vector<const Filed*>> causes;
  for (const Filed& filed : result.findings) causes[filed.finding.cause].push_back(&filed);
  const auto is_new = [](const auto& cause) {
    return std::any_of(cause.second.begin(), cause.second.end(),
                       [](const Filed* f) { return f->entry == nullptr; });
  };
  text += fmt::format("{} ({} new)\n", plural(causes.size(), "cause"),
                      std::count_if(causes.begin(), causes.end(), is_new));
  std::vector<std::vector<const Filed*>> blocks;
  for (const auto& [name, findings] : causes) blocks.push_back(by_simplicity(findings));
  std::stable_sort(blocks.begin(), blocks.end(), [](const auto& x, const auto& y) {
    return urgency(*x.front()) < urgency(*y.front());
  });
  for (const auto& block : blocks) text += cause_block(block, library_argument);
  for (const ListEntry* entry : result.gone) {
    text += fmt::format("gone: {}:{} ({}): {} no longer shows it\n", entry->file, entry->line,
                        list_name(entry->list), print_call(entry->example));
  }
  return text;
}

std::string replay_line(const Replayed& replayed, const LibraryInfo& library) {
  std::string line =
      fmt::format("{}:{}: {}: {}", replayed.file, replayed.line, print_call(replayed.call),
                  verdict_text(replayed.call, replayed.examined, library));
  if (replayed.entry != nullptr) line += fmt::format(" [{}]", list_name(replayed.entry->list));
  return line;
}

std::string validated_line(const Validated& validated) {
  return fmt::format("{}:{}: {}: {}", validated.file, validated.line, print_call(validated.call),
                     validated.agrees ? "predicted: " + validated.predicted
                                      : fmt::format("expected {}, but predicted: {}",
                                                    validated.expect, validated.predicted));
}

std::string observation_lines(const Observed& observed, const LibraryInfo& library) {
  const Observation& seen = observed.examined.observation;
  std::string text = print_call(observed.call) + "\n";
  const StatusSet status = observed_status(observed.call, seen);
  switch (seen.outcome) {
    case Outcome::kReturned:
      text += "  returned";
      break;
    case Outcome::kExit:
      text += fmt::format("  called exit({})", seen.code);
      break;
    case Outcome::kCrash:
      text += fmt::format("  died of signal {}", seen.code);
      break;
    case Outcome::kHang:
      text += "  did not return before the deadline";
      break;
    case Outcome::kNotMade:
      text += "  was not made";
      break;
  }
  if (status != 0) text += ": " + status_names(observed.call.api, status).front();
  if (seen.messages > 0)
    text += fmt::format(", parameter {} ({})", seen.number,
                        key_name(observed.examined.verdict.reported));
  if (seen.nanoseconds != 0) text += fmt::format(", {} ns", seen.nanoseconds);
  text += "\n";
  text += indented(seen.text_view(), "  | ");
  text += "  " + verdict_text(observed.call, observed.examined, library) + "\n";
  return text;
}

}  // namespace gemmcheck
