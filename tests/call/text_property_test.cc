// parse(print(call)) == call for every call, and no text crashes the parser.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "call/arbitrary.h"
#include "call/text.h"

namespace gemmcheck {
namespace {

// Each case is cheap and has many fields, so a property looks at more of them than its 100 cases.
constexpr int kCallsACase = 20;

RC_GTEST_PROP(TextProperty, RoundTrip, ()) {
  for (int i = 0; i < kCallsACase; ++i) {
    const Call call = arbitrary::call();
    const std::string line = print_call(call);
    RC_LOG() << line << '\n';
    const auto back = parse_call(line);
    RC_ASSERT(back);
    RC_ASSERT(*back == call);
    RC_ASSERT(print_call(*back) == line);
    RC_ASSERT(line.size() <= static_cast<std::size_t>(kMaxLine));
  }
}

std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t end = std::min(line.find(' ', at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

RC_GTEST_PROP(TextProperty, OrderOfKeysDoesNotMatter, ()) {
  const Call call = arbitrary::call();
  std::vector<std::string> words = words_of(print_call(call));
  std::string line = words[0];
  words.erase(words.begin());
  while (!words.empty()) {
    const auto at = *rc::gen::inRange<std::size_t>(0, words.size());
    line += ' ' + words[at];
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
  }
  RC_LOG() << line << '\n';
  const auto back = parse_call(line);
  RC_ASSERT(back);
  RC_ASSERT(*back == call);
}

// What the parser takes is canonical after one printing; what it refuses has a position in the
// line.
void check_any(std::string_view line) {
  const auto call = parse_call(line);
  if (call) {
    const auto again = parse_call(print_call(*call));
    RC_ASSERT(again);
    RC_ASSERT(*again == *call);
  } else {
    RC_ASSERT(call.error().column >= 1);
    RC_ASSERT(call.error().column <= static_cast<int>(line.size()) + 1);
    RC_ASSERT(!call.error().message.empty());
    RC_ASSERT(call.error().message.find_first_of(std::string_view("\0\n\r", 3)) ==
              std::string::npos);
  }
}

RC_GTEST_PROP(TextProperty, RandomBytesDoNotCrash, (const std::string& bytes)) {
  check_any(bytes);
  const auto entries = parse_entries("dgemm_\n" + bytes);
  if (!entries) RC_ASSERT(entries.error().line >= 2);
}

std::string mutated(std::string line) {
  const int mutations = *rc::gen::inRange(1, 6);
  for (int i = 0; i < mutations && !line.empty(); ++i) {
    const auto at = *rc::gen::inRange<std::size_t>(0, line.size());
    const char byte = *rc::gen::oneOf(rc::gen::elementOf(std::string("=+-#@:[] \\.0129naAe")),
                                      rc::gen::arbitrary<char>());
    switch (*rc::gen::inRange(0, 4)) {
      case 0:
        line[at] = byte;
        break;
      case 1:
        line.insert(at, 1, byte);
        break;
      case 2:
        line.erase(at, *rc::gen::inRange<std::size_t>(1, 5));
        break;
      default:
        line += line.substr(at);
    }
  }
  return line;
}

RC_GTEST_PROP(TextProperty, MutatedLinesDoNotCrash, ()) {
  for (int i = 0; i < kCallsACase; ++i) {
    const std::string line = mutated(print_call(arbitrary::call()));
    RC_LOG() << line << '\n';
    check_any(line);
  }
}

}  // namespace
}  // namespace gemmcheck
