#include "call/text.h"

#include <emmintrin.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <optional>

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

  unsigned leading_blanks() const { return static_cast<unsigned>(std::countr_one(blanks)); }

  unsigned mask(char c) const {
    return static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(c))));
  }
  bool begins_with(const KeyLabel& label) const {
    const __m128i text = _mm_loadu_si128(reinterpret_cast<const __m128i*>(label.text.data()));
    const auto equal = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, text)));
    return (~equal & ((1u << label.size) - 1)) == 0;
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

// The first byte that is no blank, or at least `end`. Precondition: blanks follow at `end`.
const char* skip_blanks(const char* at, const char* end) {
  while (at < end) {
    const unsigned blanks = Block(at).leading_blanks();
    at += blanks;
    if (blanks != kBlock) break;
  }
  return at;
}

// Precondition: 16 readable bytes from every byte of the name.
std::uint64_t hash_of(std::string_view name) {
  std::uint64_t hash = 0;
  for (std::size_t at = 0; at < name.size(); at += kBlock) {
    const auto left = static_cast<unsigned>(std::min<std::size_t>(kBlock, name.size() - at));
    hash = Block(name.data() + at).name(left).hash(hash);
  }
  return hash;
}

// Most names are one letter, which is not worth a call to memcmp.
bool same(std::string_view x, std::string_view y) {
  return x.size() == y.size() && x[0] == y[0] && (x.size() == 1 || x == y);
}

std::string_view between(const char* first, const char* last) {
  return {first, static_cast<std::size_t>(last - first)};
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

// Reads what follows the API into the call. Steps return whether they could; problem() says why
// not.
class CallReader {
 public:
  CallReader(const TextTables& tables, const ApiInfo& api, Call& call)
      : tables_(tables), values_(tables.values(api.api)), api_(api), call_(call) {}

  // Every word from `at`, where a blank stands, to `end`, where blanks follow. Stops at the first
  // bad one.
  bool read(const char* at, const char* end) {
    while (at < end) {
      // Most lines were printed: one blank, and the next of the API's keys.
      const Block block(at);
      const KeyLabel& label = tables_.label(expected_);
      if (!block.begins_with(label)) {
        at = skip_blanks(at, end);
        if (at < end && !read_word(at)) return false;
        continue;
      }
      const char* const value = at + label.size;
      const unsigned blanks = block.blanks & ~1u;
      at = blanks != 0 ? at + std::countr_zero(blanks) : end_of_word(at + kBlock);
      if (!read_value(expected_, between(value, at))) return false;
    }
    set_omitted(kTightKeys & api_.keys & ~seen_);
    return true;
  }

  const Problem& problem() const { return problem_; }

 private:
  bool fail(ProblemKind kind, std::string_view token, Key key) {
    problem_ = {kind, token, key};
    return false;
  }

  // Any word; `at` becomes its end.
  bool read_word(const char*& at) {
    const Block block(at);
    const char* const first = at;
    at = block.blanks != 0 ? first + std::countr_zero(block.blanks) : end_of_word(first + kBlock);
    const std::string_view word = between(first, at);
    const auto name_size = static_cast<unsigned>(std::countr_zero(block.mask('=') | 1u << kBlock));
    if (name_size >= word.size() || name_size == kBlock) return nameless(word);
    const std::string_view name = word.substr(0, name_size);
    const Key key = tables_.find(block.name(name_size));
    // A NUL at the name's end looks like the padding of a shorter name.
    if (key == Key::kNone || tables_.label(key).size != name_size + 2) {
      return fail(ProblemKind::kUnknownKey, name, Key::kNone);
    }
    if ((api_.keys & key_bit(key)) == 0) return fail(ProblemKind::kLackedKey, name, key);
    if ((seen_ & key_bit(key)) != 0) return fail(ProblemKind::kRepeatedKey, word, key);
    return read_value(key, word.substr(name_size + 1));
  }

  // A word without '=' in its first block, where every key ends.
  bool nameless(std::string_view word) {
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) return fail(ProblemKind::kNoValue, word, find_key(word));
    return fail(ProblemKind::kUnknownKey, word.substr(0, equals), Key::kNone);
  }

  // Precondition: the API has the key, and it was not seen yet.
  bool read_value(Key key, std::string_view text) {
    seen_ |= key_bit(key);
    const KeySet later = ~(key_bit(key) - 1);
    expected_ =
        static_cast<Key>(std::countr_zero((api_.keys & ~seen_ & later) | key_bit(Key::kNone)));
    const KeyRow& row = key_row(key);
    if (!read_field(row, text)) return fail(ProblemKind::kBadValue, text, key);
    if (row.kind != ValueKind::kPointer) return true;
    const bool is_alias = field<Pointer>(call_, row).kind == PointerKind::kAlias;
    return !is_alias || !loops(call_, key) || fail(ProblemKind::kAliasLoop, text, key);
  }

  bool read_field(const KeyRow& row, std::string_view text) {
    switch (row.kind) {
      case ValueKind::kInteger:
        return read_ranged(row, text);
      case ValueKind::kEnum:
      case ValueKind::kWord:
        return read_name(row, text);
      case ValueKind::kScalar:
        return read_scalar(text, api_.complex_scalars, field<Scalar>(call_, row));
      case ValueKind::kPointer:
        return read_pointer(text, api_.batch == Batch::kPointerArray, field<Pointer>(call_, row));
      case ValueKind::kWorkspace:
        return read_workspace(text, call_.workspace);
      case ValueKind::kFill:
        return read_fill(text, call_.fill);
    }
    return false;
  }

  bool read_ranged(const KeyRow& row, std::string_view text) {
    std::int64_t value = 0;
    if (!read_few_digits(text, value) && !read_integer(text, value)) return false;
    const IntegerRange& range = values_of(row).range;
    if (value < range.min || value > range.max) return false;
    store_integer(call_, row, value);
    return true;
  }

  bool read_name(const KeyRow& row, std::string_view text) {
    if (text.empty()) return false;
    const bool is_enum = row.kind == ValueKind::kEnum;
    if (is_enum && text[0] == '#') return read_ranged(row, text.substr(1));
    // Canonical names first: aliases are lists to be searched.
    for (const EnumRow& name : values_of(row).names) {
      if (same(name.name, text)) {
        store_integer(call_, row, name.value);
        return true;
      }
    }
    const std::optional<std::int32_t> value =
        is_enum ? enum_value(api_.api, row.key, text) : std::nullopt;
    if (value) store_integer(call_, row, *value);
    return value.has_value();
  }

  const KeyValues& values_of(const KeyRow& row) const {
    return values_[static_cast<std::size_t>(row.key)];
  }

  // Leading dimensions before strides, which are tight relative to them: that is the keys' order.
  void set_omitted(KeySet omitted) {
    for (KeySet left = omitted; left != 0; left &= left - 1) {
      const KeyRow& row = kKeyRows[static_cast<std::size_t>(std::countr_zero(left))];
      store_integer(call_, row, default_integer(call_, row.key));
    }
  }

  const TextTables& tables_;
  const TextTables::ValuesByKey& values_;
  const ApiInfo& api_;
  Call& call_;
  KeySet seen_ = 0;
  Key expected_ = static_cast<Key>(std::countr_zero(api_.keys));
  Problem problem_;
};

// Precondition: at most kMaxLine bytes. One object is returned on every path, so it is made in
// place.
tl::expected<Call, TextError> parse_bounded(std::string_view text) {
  const TextTables& tables = TextTables::get();
  const PaddedLine line(text);
  const char* const begin = std::min(skip_blanks(line.begin(), line.end()), line.end());
  const char* const end = end_of_word(begin);
  const std::string_view name = between(begin, end);
  const ApiInfo* const api = tables.find(name, hash_of(name));
  tl::expected<Call, TextError> result(tables.baseline_of(api != nullptr ? api->api : Api{}));
  Problem problem{ProblemKind::kUnknownApi, name, Key::kNone};
  if (api != nullptr) {
    CallReader reader(tables, *api, *result);
    if (reader.read(end, line.end())) return result;
    problem = reader.problem();
  } else if (name.empty()) {
    problem.kind = ProblemKind::kNoApi;
  }
  result = tl::make_unexpected(describe(problem, line.text(), api));
  return result;
}

}  // namespace

tl::expected<Call, TextError> parse_call(std::string_view line) {
  if (line.size() <= kMaxLine) return parse_bounded(line);
  const Problem problem{ProblemKind::kTooLong, line.substr(kMaxLine), Key::kNone};
  return tl::make_unexpected(describe(problem, line, nullptr));
}

}  // namespace gemmcheck
