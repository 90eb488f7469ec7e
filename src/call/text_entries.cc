#include <algorithm>
#include <optional>
#include <utility>

#include "call/text.h"

namespace gemmcheck {
namespace {

constexpr std::string_view kBlanks = " \t";

bool is_blank(char c) {
  return kBlanks.find(c) != std::string_view::npos;
}

std::string_view trimmed_end(std::string_view text) {
  const std::size_t last = text.find_last_not_of(kBlanks);
  return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

// A '#' begins a comment where only blanks are before it or where blanks (or an end) are on both
// sides; elsewhere it belongs to a value such as `transa=#47`.
std::string_view without_comment(std::string_view line) {
  const std::size_t first = line.find_first_not_of(kBlanks);
  if (first == std::string_view::npos || line[first] == '#') return {};
  for (std::size_t at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1)) {
    if (is_blank(line[at - 1]) && (at + 1 == line.size() || is_blank(line[at + 1]))) {
      return line.substr(0, at);
    }
  }
  return line;
}

// "#expect refused lda": "refused lda". Nothing if the line is no such one.
std::optional<std::string_view> expectation(std::string_view line) {
  constexpr std::string_view kWord = "#expect";
  if (!line.starts_with(kWord)) return std::nullopt;
  std::string_view rest = line.substr(kWord.size());
  if (!rest.empty() && !is_blank(rest.front())) return std::nullopt;
  rest.remove_prefix(std::min(rest.find_first_not_of(kBlanks), rest.size()));
  return trimmed_end(rest);
}

std::optional<TextError> unreadable(std::string_view line) {
  if (line.size() > kMaxLine) {
    return TextError{1, kMaxLine + 1, "",
                     "the line has " + std::to_string(line.size()) + " bytes, at most " +
                         std::to_string(kMaxLine) + " are read"};
  }
  const std::size_t nul = line.find('\0');
  if (nul == std::string_view::npos) return std::nullopt;
  return TextError{1, static_cast<int>(nul) + 1, "", "a NUL byte: this is no text file"};
}

}  // namespace

tl::expected<std::vector<Entry>, TextError> parse_entries(std::string_view text) {
  std::vector<Entry> entries;
  Entry entry;
  int dangling_expect = 0;
  TextError dangling;  // what to say if no call follows the backslash last seen
  const auto at_line = [](TextError error, int number) {
    error.line = number;
    return tl::make_unexpected(std::move(error));
  };
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t newline = text.find('\n');
    std::string_view line = text.substr(0, newline);
    text.remove_prefix(newline == std::string_view::npos ? text.size() : newline + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (std::optional<TextError> error = unreadable(line)) {
      return at_line(*std::move(error), number);
    }
    if (const auto expect = expectation(line)) {
      if (expect->empty() || !entry.expect.empty()) {
        return at_line({1, 1, "", "#expect says what one entry after it must come to"}, number);
      }
      entry.expect = *expect;
      dangling_expect = number;
    }
    std::string_view call = trimmed_end(without_comment(line));
    if (call.empty()) {
      const bool blank = trimmed_end(line).empty();
      if (blank && !entry.calls.empty()) return tl::make_unexpected(std::move(dangling));
      continue;
    }
    const bool continued = call.ends_with('\\');
    if (continued) call = trimmed_end(call.substr(0, call.size() - 1));
    tl::expected<Call, TextError> parsed = parse_call(call);
    if (!parsed) return at_line(std::move(parsed.error()), number);
    entry.calls.push_back(*parsed);
    if (continued) {
      dangling = {number, static_cast<int>(line.find('\\', call.size())) + 1, "",
                  "a trailing '\\' joins the next call to this one, but none follows"};
    } else {
      entry.line = number;
      entries.push_back(std::exchange(entry, {}));
    }
  }
  if (!entry.calls.empty()) return tl::make_unexpected(std::move(dangling));
  if (!entry.expect.empty()) {
    return at_line({1, 1, "", "no entry follows this #expect"}, dangling_expect);
  }
  return entries;
}

}  // namespace gemmcheck
