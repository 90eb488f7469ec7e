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

// Reads what follows the API into the call.
class CallReader {
 public:
  CallReader(const TextTables& tables, const ApiInfo& api, Call& call)
      : tables_(tables), api_(api), call_(call) {}

  // Every word from `at` to `end`; blanks follow there. Stops at the first bad one.
  Problem read(const char* at, const char* end) {
    while (at < end) {
      const Block block(at);
      if (const unsigned blanks = block.leading_blanks(); blanks != 0) {
        at += blanks;
        continue;
      }
      const char* const word = at;
      at = block.blanks != 0 ? word + std::countr_zero(block.blanks) : end_of_word(word + kBlock);
      const Problem problem = read_word(block, between(word, at));
      if (problem.kind != ProblemKind::kNone) return problem;
      ++at;
    }
    set_omitted(kTightKeys & api_.keys & ~seen_);
    return {};
  }

 private:
  // `block` is the word's beginning and what follows.
  Problem read_word(const Block& block, std::string_view word) {
    const auto name_size = static_cast<unsigned>(std::countr_zero(block.mask('=') | 1u << kBlock));
    if (name_size >= word.size() || name_size == kBlock) return nameless(word);
    const std::string_view name = word.substr(0, name_size);
    const Key key = tables_.find(block.name(name_size));
    // A NUL at the name's end looks like the padding of a shorter name.
    if (key == Key::kNone || tables_.label(key).size != name_size + 2) {
      return {ProblemKind::kUnknownKey, name, Key::kNone};
    }
    const KeySet bit = key_bit(key);
    if ((api_.keys & bit) == 0) return {ProblemKind::kLackedKey, name, key};
    if ((seen_ & bit) != 0) return {ProblemKind::kRepeatedKey, word, key};
    seen_ |= bit;
    const KeyRow& row = key_row(key);
    const std::string_view value = word.substr(name_size + 1);
    if (!read_value(row, value)) return {ProblemKind::kBadValue, value, key};
    if (row.kind == ValueKind::kPointer && loops(call_, key)) {
      return {ProblemKind::kAliasLoop, value, key};
    }
    return {};
  }

  // A word without '=' in its first block, where every key ends.
  static Problem nameless(std::string_view word) {
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) return {ProblemKind::kNoValue, word, find_key(word)};
    return {ProblemKind::kUnknownKey, word.substr(0, equals), Key::kNone};
  }

  bool read_value(const KeyRow& row, std::string_view text) {
    switch (row.kind) {
      case ValueKind::kInteger:
        return read_ranged(row, text);
      case ValueKind::kEnum:
      case ValueKind::kWord:
        return read_name(row, text);
      case ValueKind::kScalar: {
        Scalar scalar;
        if (!read_scalar(text, api_.element.complex, scalar)) return false;
        store(call_, row, scalar);
        return true;
      }
      case ValueKind::kPointer: {
        Pointer pointer;
        if (!read_pointer(text, pointer)) return false;
        store(call_, row, pointer);
        return true;
      }
      case ValueKind::kWorkspace:
        return read_workspace(text, call_.workspace);
      case ValueKind::kFill:
        return read_fill(text, call_.fill);
    }
    return false;
  }

  bool read_ranged(const KeyRow& row, std::string_view text) {
    std::int64_t value = 0;
    if (!read_integer(text, value)) return false;
    const IntegerRange& range = tables_.values(api_.api, row.key).range;
    if (value < range.min || value > range.max) return false;
    store_integer(call_, row, value);
    return true;
  }

  bool read_name(const KeyRow& row, std::string_view text) {
    if (text.empty()) return false;
    const bool is_enum = row.kind == ValueKind::kEnum;
    if (is_enum && text[0] == '#') return read_ranged(row, text.substr(1));
    // Canonical names first: aliases are lists to be searched.
    for (const EnumRow& name : tables_.values(api_.api, row.key).names) {
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

  // Leading dimensions before strides, which are tight relative to them: that is the keys' order.
  void set_omitted(KeySet omitted) {
    for (KeySet left = omitted; left != 0; left &= left - 1) {
      const KeyRow& row = kKeyRows[static_cast<std::size_t>(std::countr_zero(left))];
      store_integer(call_, row, default_integer(call_, row.key));
    }
  }

  const TextTables& tables_;
  const ApiInfo& api_;
  Call& call_;
  KeySet seen_ = 0;
};

// Precondition: at most kMaxLine bytes. One object is returned on every path, so it is made in
// place.
tl::expected<Call, TextError> parse_bounded(std::string_view text) {
  const TextTables& tables = TextTables::get();
  const PaddedLine line(text);
  const std::size_t first = std::min(text.find_first_not_of(" \t"), text.size());
  const char* const begin = line.begin() + first;
  const char* const end = end_of_word(begin);
  const std::string_view name = between(begin, end);
  const ApiInfo* const api = tables.find(name, hash_of(name));
  tl::expected<Call, TextError> result(tables.baseline_of(api != nullptr ? api->api : Api{}));
  Problem problem{ProblemKind::kUnknownApi, name, Key::kNone};
  if (api != nullptr) {
    problem = CallReader(tables, *api, *result).read(end, line.end());
  } else if (name.empty()) {
    problem.kind = ProblemKind::kNoApi;
  }
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
