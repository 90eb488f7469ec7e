#include "call/text.h"

#include <emmintrin.h>

#include <bit>
#include <cstddef>
#include <cstring>

#include "call/enums.h"
#include "call/text_error.h"
#include "call/text_keys.h"
#include "call/text_values.h"

namespace gemmcheck {
namespace {

// A copy of the line with blanks after it, so that it is read in blocks of 16 bytes that never pass
// the end, and every word ends with a blank.
class PaddedLine {
 public:
  explicit PaddedLine(std::string_view line) : size_(line.size()) {
    std::memcpy(bytes_, line.data(), size_);
    std::memset(bytes_ + size_, ' ', kPadding);
  }

  std::string_view text() const { return {bytes_, size_}; }
  const char* begin() const { return bytes_; }
  const char* end() const { return bytes_ + size_; }

 private:
  static constexpr std::size_t kPadding = 32;  // a block that starts one past the end
  std::size_t size_;
  char bytes_[kMaxLine + kPadding];
};

constexpr unsigned kBlock = 16;

// The next 16 bytes: which are blanks, and which is the first '='.
struct Block {
  explicit Block(const char* at)
      : bytes(_mm_loadu_si128(reinterpret_cast<const __m128i*>(at))),
        blanks(mask(' ') | mask('\t')) {}

  unsigned mask(char c) const {
    return static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(c))));
  }
  // The first `size` bytes, size <= 16.
  PackedName name(unsigned size) const {
    alignas(kBlock) static constexpr std::uint8_t kMasks[2 * kBlock] = {
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
    const __m128i kept = _mm_and_si128(
        bytes, _mm_loadu_si128(reinterpret_cast<const __m128i*>(kMasks + kBlock - size)));
    return std::bit_cast<PackedName>(kept);
  }

  __m128i bytes;
  unsigned blanks;
};

// Precondition: a blank follows at or after `at`.
const char* end_of_word(const char* at) {
  for (;; at += kBlock) {
    const Block block(at);
    if (block.blanks != 0) return at + std::countr_zero(block.blanks);
  }
}

const char* skip_blanks(const char* at, const char* end) {
  while (at < end && (*at == ' ' || *at == '\t')) ++at;
  return at;
}

std::string_view between(const char* first, const char* last) {
  return {first, static_cast<std::size_t>(last - first)};
}

bool read_ranged(Api api, const KeyRow& row, std::string_view text, Call& call) {
  std::int64_t value = 0;
  if (!read_integer(text, value)) return false;
  const IntegerRange range = integer_range(api, row.key);
  if (value < range.min || value > range.max) return false;
  store_integer(call, row, value);
  return true;
}

bool read_name(Api api, const KeyRow& row, std::string_view text, Call& call) {
  if (text.empty()) return false;
  if (row.kind == ValueKind::kEnum && text[0] == '#') {
    return read_ranged(api, row, text.substr(1), call);
  }
  // Canonical names first: aliases are lists to be searched.
  for (const EnumRow& name : value_names(api, row)) {
    if (name.name[0] == text[0] && name.name == text) {
      store_integer(call, row, name.value);
      return true;
    }
  }
  if (row.kind == ValueKind::kWord) return false;
  const std::optional<std::int32_t> value = enum_value(api, row.key, text);
  if (value) store_integer(call, row, *value);
  return value.has_value();
}

template <typename T, typename Read>
bool read_field(const KeyRow& row, Call& call, Read read) {
  T value;
  if (!read(value)) return false;
  store(call, row, value);
  return true;
}

bool read_value(const ApiInfo& api, const KeyRow& row, std::string_view text, Call& call) {
  switch (row.kind) {
    case ValueKind::kInteger:
      return read_ranged(api.api, row, text, call);
    case ValueKind::kEnum:
    case ValueKind::kWord:
      return read_name(api.api, row, text, call);
    case ValueKind::kScalar:
      return read_field<Scalar>(
          row, call, [&](Scalar& out) { return read_scalar(text, api.element.complex, out); });
    case ValueKind::kPointer:
      return read_field<Pointer>(row, call, [&](Pointer& out) { return read_pointer(text, out); });
    case ValueKind::kWorkspace:
      return read_workspace(text, call.workspace);
    case ValueKind::kFill:
      return read_fill(text, call.fill);
  }
  return false;
}

// True if following the alias of `key` leads back to it.
bool loops(const Call& call, Key key) {
  const Pointer* const pointers[] = {&call.A, &call.B, &call.C};
  const Pointer* const start = key == Key::kA   ? &call.A
                               : key == Key::kB ? &call.B
                               : key == Key::kC ? &call.C
                                                : &call.co;
  const Pointer* at = start;
  for (int steps = 0; steps < 3; ++steps) {
    if (at->kind != PointerKind::kAlias) return false;
    at = pointers[static_cast<std::size_t>(at->alias)];
    if (at == start) return true;
  }
  return false;
}

// Leading dimensions before strides, which are tight relative to them: that is the keys' order.
void set_omitted(Call& call, KeySet omitted) {
  for (KeySet left = omitted; left != 0; left &= left - 1) {
    const KeyRow& row = kKeyRows[static_cast<std::size_t>(std::countr_zero(left))];
    store_integer(call, row, default_integer(call, row.key));
  }
}

// Reads the words from `at` on into the call and says what was wrong with the first bad one.
Problem read_words(const PaddedLine& line, const char* at, const TextTables& tables,
                   const ApiInfo& api, Call& call) {
  KeySet seen = 0;
  while ((at = skip_blanks(at, line.end())) != line.end()) {
    const char* const word = at;
    const Block block(word);
    const unsigned name_size =
        static_cast<unsigned>(std::countr_zero(block.mask('=') | 1u << kBlock));
    at = block.blanks != 0 ? word + std::countr_zero(block.blanks) : end_of_word(word + kBlock);
    const std::string_view whole = between(word, at);
    if (name_size >= whole.size() || name_size == kBlock) {
      // No '=', or one that comes after more bytes than any key has.
      const std::size_t equals = whole.find('=');
      if (equals != std::string_view::npos) {
        return {ProblemKind::kUnknownKey, whole.substr(0, equals), Key::kNone};
      }
      return {ProblemKind::kNoValue, whole, find_key(whole)};
    }
    const Key key = tables.find(block.name(name_size));
    // A NUL at the name's end looks like the padding of a shorter name.
    if (key == Key::kNone || tables.label(key).size != name_size + 2)
      return {ProblemKind::kUnknownKey, whole.substr(0, name_size), Key::kNone};
    const KeySet bit = key_bit(key);
    if ((api.keys & bit) == 0) return {ProblemKind::kLackedKey, whole.substr(0, name_size), key};
    if ((seen & bit) != 0) return {ProblemKind::kRepeatedKey, whole, key};
    seen |= bit;
    const KeyRow& row = key_row(key);
    const std::string_view value = between(word + name_size + 1, at);
    if (!read_value(api, row, value, call)) return {ProblemKind::kBadValue, value, key};
    if (row.kind == ValueKind::kPointer && loops(call, key)) {
      return {ProblemKind::kAliasLoop, value, key};
    }
  }
  set_omitted(call, kTightKeys & api.keys & ~seen);
  return {};
}

// Precondition: at most kMaxLine bytes. One object is returned on every path, so it is made in
// place.
tl::expected<Call, TextError> parse_bounded(std::string_view text) {
  const TextTables& tables = TextTables::get();
  const PaddedLine line(text);
  const char* const first = skip_blanks(line.begin(), line.end());
  const char* const last = first == line.end() ? first : end_of_word(first);
  const std::string_view name = between(first, last);
  const ApiInfo* const api = find_api(name);
  tl::expected<Call, TextError> result(tables.baseline_of(api != nullptr ? api->api : Api{}));
  const Problem problem =
      api != nullptr ? read_words(line, last, tables, *api, *result)
                     : Problem{name.empty() ? ProblemKind::kNoApi : ProblemKind::kUnknownApi, name,
                               Key::kNone};
  if (problem.kind != ProblemKind::kNone) {
    result = tl::make_unexpected(describe(problem, line.text(), api));
  }
  return result;
}

}  // namespace

tl::expected<Call, TextError> parse_call(std::string_view line) {
  if (line.size() <= kMaxLine) return parse_bounded(line);
  const Problem problem{ProblemKind::kTooLong, line.substr(kMaxLine), Key::kNone};
  return tl::make_unexpected(describe(problem, line, nullptr));
}

}  // namespace gemmcheck
