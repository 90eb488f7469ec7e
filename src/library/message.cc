#include "library/message.h"

#include <cstddef>
#include <initializer_list>
#include <limits>

namespace gemmcheck {
namespace {

constexpr std::string_view kBlanks = " \t";
/// How far from the word "parameter" the rest of its report is looked for, which keeps the work
/// linear in the text whatever it holds.
constexpr std::size_t kReach = 256;
constexpr std::string_view kWhite = " \t\r\n\f\v";

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

void skip_blanks(std::string_view& text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
}

std::string_view cut_end(std::string_view text, std::string_view characters) {
  while (!text.empty() && characters.find(text.back()) != std::string_view::npos) {
    text.remove_suffix(1);
  }
  return text;
}

/// Takes `word` after any run of blanks. On false `text` has lost its leading blanks only.
bool take_word(std::string_view& text, std::string_view word) {
  skip_blanks(text);
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

bool take_words(std::string_view& text, std::initializer_list<std::string_view> words) {
  for (std::string_view word : words) {
    if (!take_word(text, word)) return false;
  }
  return true;
}

bool take_number(std::string_view& text, int* number) {
  skip_blanks(text);
  std::string_view rest = text;
  const bool negative = rest.starts_with('-');
  if (negative || rest.starts_with('+')) rest.remove_prefix(1);
  if (rest.empty() || !is_digit(rest.front())) return false;
  constexpr long long kMax = std::numeric_limits<int>::max();
  long long value = 0;
  while (!rest.empty() && is_digit(rest.front())) {
    value = value > kMax ? value : value * 10 + (rest.front() - '0');
    rest.remove_prefix(1);
  }
  value = value > kMax ? kMax : value;
  *number = static_cast<int>(negative ? -value : value);
  text = rest;
  return true;
}

/// "... On entry to DGEMM ," before the word "parameter".
bool read_entry_before(std::string_view before, std::string_view* routine) {
  const std::size_t entry = before.rfind("entry");
  if (entry == std::string_view::npos) return false;
  const std::string_view on = cut_end(before.substr(0, entry), kBlanks);
  if (!on.ends_with("On") && !on.ends_with("on")) return false;
  std::string_view name = before.substr(entry + 5);
  if (!take_word(name, "to")) return false;
  if (!name.empty() && !is_blank(name.front())) return false;
  skip_blanks(name);
  *routine = cut_end(name, " \t,");
  return true;
}

/// "to routine DGEMM  was incorrect": the name is what stands between, blank or not.
bool read_to_routine(std::string_view& line, std::string_view* routine) {
  std::string_view rest = line;
  if (!take_words(rest, {"to", "routine"})) return false;
  for (std::size_t was = rest.find("was"); was != std::string_view::npos;
       was = rest.find("was", was + 1)) {
    std::string_view tail = rest.substr(was + 3);
    if (!take_word(tail, "incorrect")) continue;
    std::string_view name = rest.substr(0, was);
    skip_blanks(name);
    *routine = cut_end(name, kBlanks);
    line = tail;
    return true;
  }
  return false;
}

/// "was incorrect on entry to DGEMM  ."
bool read_on_entry_after(std::string_view& line, std::string_view* routine) {
  std::string_view rest = line;
  if (!take_words(rest, {"was", "incorrect", "on", "entry", "to"})) return false;
  skip_blanks(rest);
  *routine = rest.substr(0, rest.find_first_of(" \t.,"));
  line = rest.substr(routine->size());
  return true;
}

/// `before` and `line` are what stands on the same line before and after the word "parameter", at
/// most kReach bytes of it. Leaves in `line` what follows the report.
bool read_report(std::string_view before, std::string_view& line, Report* report) {
  std::string_view rest = line;
  const bool numbered = take_word(rest, "number");
  if (!take_number(rest, &report->number)) return false;
  if (numbered) {
    report->format = MessageFormat::kOnEntryTo;
    if (!take_words(rest, {"had", "an", "illegal", "value"})) return false;
    if (!read_entry_before(before, &report->routine)) return false;
  } else if (read_to_routine(rest, &report->routine)) {
    report->format = MessageFormat::kParameterToRoutine;
  } else if (read_on_entry_after(rest, &report->routine)) {
    report->format = MessageFormat::kParameterIncorrectOn;
  } else {
    return false;
  }
  line = rest;
  return true;
}

}  // namespace

int parse_reports(std::string_view text, Report* first) {
  constexpr std::string_view kWord = "arameter";  // its first letter comes in both cases
  *first = {};
  int reports = 0;
  std::size_t done = 0;  // the end of the last report, or of what was no report
  std::size_t seen = 0;  // the end of the last report
  for (;;) {
    const std::size_t at = text.find(kWord, done);
    if (at == std::string_view::npos) break;
    done = at + kWord.size();
    if (at == seen || (text[at - 1] != 'p' && text[at - 1] != 'P')) continue;
    std::string_view before = text.substr(seen, at - 1 - seen);
    if (before.size() > kReach) before.remove_prefix(before.size() - kReach);
    before.remove_prefix(before.rfind('\n') + 1);  // npos + 1 is 0
    std::string_view line = text.substr(done, kReach);
    line = line.substr(0, line.find('\n'));
    const std::size_t line_end = done + line.size();
    Report report;
    if (!read_report(before, line, &report)) continue;
    if (reports == 0) *first = report;
    ++reports;
    done = seen = line_end - line.size();
  }
  if (reports == 0 && text.find_first_not_of(kWhite) != std::string_view::npos) {
    first->format = MessageFormat::kUnread;
  }
  return reports;
}

}  // namespace gemmcheck
