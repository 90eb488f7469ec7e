#include "call/text.h"

#include <cstddef>

#include "call/enums.h"
#include "call/text_error.h"
#include "call/text_keys.h"
#include "call/text_values.h"

namespace gemmcheck {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

// The words of a line, one after the other.
class Words {
 public:
  explicit Words(std::string_view line) : at_(line.data()), end_(line.data() + line.size()) {}

  /// Empty at the end of the line (and then points there).
  std::string_view next() {
    while (at_ != end_ && is_blank(*at_)) ++at_;
    const char* first = at_;
    while (at_ != end_ && !is_blank(*at_)) ++at_;
    return {first, static_cast<std::size_t>(at_ - first)};
  }

 private:
  const char* at_;
  const char* end_;
};

bool read_ranged(Api api, Key key, std::string_view text, Call& call) {
  std::int64_t value = 0;
  if (!read_integer(text, value)) return false;
  const IntegerRange range = integer_range(api, key);
  if (value < range.min || value > range.max) return false;
  set_integer(call, key, value);
  return true;
}

bool read_name(Api api, const KeyRow& row, std::string_view text, Call& call) {
  if (text.empty()) return false;
  if (row.kind == ValueKind::kEnum && text[0] == '#') {
    return read_ranged(api, row.key, text.substr(1), call);
  }
  // Canonical names first: aliases are lists to be searched.
  for (const EnumRow& name : value_names(api, row)) {
    if (name.name == text) {
      set_integer(call, row.key, name.value);
      return true;
    }
  }
  if (row.kind == ValueKind::kWord) return false;
  const std::optional<std::int32_t> value = enum_value(api, row.key, text);
  if (value) set_integer(call, row.key, *value);
  return value.has_value();
}

bool read_value(const ApiInfo& api, const KeyRow& row, std::string_view text, Call& call) {
  switch (row.kind) {
    case ValueKind::kInteger:
      return read_ranged(api.api, row.key, text, call);
    case ValueKind::kEnum:
    case ValueKind::kWord:
      return read_name(api.api, row, text, call);
    case ValueKind::kScalar:
      return read_scalar(text, api.element.complex, call.*row.scalar);
    case ValueKind::kPointer:
      return read_pointer(text, call.*row.pointer);
    case ValueKind::kWorkspace:
      return read_workspace(text, call.workspace);
    case ValueKind::kFill:
      return read_fill(text, call.fill);
  }
  return false;
}

// True if following the aliases from `start` leads back to it.
bool loops(const Call& call, Operand start) {
  const Pointer* pointers[] = {&call.A, &call.B, &call.C};
  Operand at = start;
  for (int steps = 0; steps < 3; ++steps) {
    const Pointer& pointer = *pointers[static_cast<std::size_t>(at)];
    if (pointer.kind != PointerKind::kAlias) return false;
    at = pointer.alias;
    if (at == start) return true;
  }
  return false;
}

// Lead dimensions before strides, which are tight relative to them: that is the order of the keys.
void set_omitted(Call& call, KeySet omitted) {
  for (const KeyRow& row : kKeyRows) {
    if ((omitted & key_bit(row.key)) != 0) {
      set_integer(call, row.key, default_integer(call, row.key));
    }
  }
}

// Reads `key=value` into the call and says what was wrong with it.
Problem read_word(const ApiInfo& api, std::string_view word, KeySet& seen, Call& call) {
  const std::size_t equals = word.find('=');
  if (equals == std::string_view::npos) return {ProblemKind::kNoValue, word, lookup_key(word)};
  const std::string_view name = word.substr(0, equals);
  const Key key = lookup_key(name);
  if (key == Key::kNone) return {ProblemKind::kUnknownKey, name, key};
  const KeySet bit = key_bit(key);
  if ((api.keys & bit) == 0) return {ProblemKind::kLackedKey, name, key};
  if ((seen & bit) != 0) return {ProblemKind::kRepeatedKey, word, key};
  seen |= bit;
  const KeyRow& row = key_row(key);
  const std::string_view value = word.substr(equals + 1);
  if (!read_value(api, row, value, call)) return {ProblemKind::kBadValue, value, key};
  if (row.kind == ValueKind::kPointer && key != Key::kCo) {
    const Operand operand = key == Key::kA   ? Operand::kA
                            : key == Key::kB ? Operand::kB
                                             : Operand::kC;
    if (loops(call, operand)) return {ProblemKind::kAliasLoop, value, key};
  }
  return {};
}

}  // namespace

tl::expected<Call, TextError> parse_call(std::string_view line) {
  tl::expected<Call, TextError> result;
  if (line.size() > kMaxLine) {
    const Problem problem{ProblemKind::kTooLong, line.substr(kMaxLine), Key::kNone};
    result = tl::make_unexpected(describe(problem, line, nullptr));
    return result;
  }
  Words words(line);
  const std::string_view name = words.next();
  const ApiInfo* api = lookup_api(name);
  if (api == nullptr) {
    const ProblemKind kind = name.empty() ? ProblemKind::kNoApi : ProblemKind::kUnknownApi;
    result = tl::make_unexpected(describe({kind, name, Key::kNone}, line, nullptr));
    return result;
  }
  Call& call = *result;
  call = kept_baseline(api->api);
  KeySet seen = 0;
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    const Problem problem = read_word(*api, word, seen, call);
    if (problem.kind != ProblemKind::kNone) {
      result = tl::make_unexpected(describe(problem, line, api));
      return result;
    }
  }
  set_omitted(call, kTightKeys & api->keys & ~seen);
  return result;
}

}  // namespace gemmcheck
