#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "call/extents.h"
#include "call/text.h"
#include "call/text_keys.h"
#include "call/text_values.h"

namespace gemmcheck {
namespace {

// Room for an API's name and every key with its longest value.
constexpr std::size_t kLongestApi = 64;
constexpr std::size_t kBuffer = kLongestApi + kKeyCount * (sizeof(KeyLabel::text) + kMaxValue);

bool holds_integer(const PrintedKey& key) {
  static_assert(ValueKind::kInteger < ValueKind::kEnum && ValueKind::kEnum < ValueKind::kWord &&
                ValueKind::kWord < ValueKind::kScalar);
  return key.row.kind <= ValueKind::kWord;
}

// What omitted integers mean in one call.
class UsualIntegers {
 public:
  explicit UsualIntegers(const Call& call)
      : call_(call), leading_{tight(Operand::kA), tight(Operand::kB), tight(Operand::kC)} {}

  std::int64_t of(const PrintedKey& key) const {
    if (!key.row.tight) return key.usual;
    if (key.leading == Operand::kNone) return default_integer(call_, key.row.key);
    return leading_[static_cast<std::size_t>(key.leading)];
  }

 private:
  std::int64_t tight(Operand operand) const {
    return std::max<std::int64_t>(1, ld_rows(call_, operand));
  }

  const Call& call_;
  std::array<std::int64_t, 3> leading_;  // as default_integer(), without a call each
};

// Bitwise: -0 is not 0. Precondition: the field is one to three words.
bool differs(const Call& call, const Call& baseline, const KeyRow& row) {
  static_assert(sizeof(Fill) == 8 && sizeof(Pointer) == 16 && sizeof(Workspace) == 16 &&
                sizeof(Scalar) == 24);
  const auto word = [&row](const Call& of, std::size_t at) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, reinterpret_cast<const char*>(&of) + row.offset + at, sizeof(bits));
    return bits;
  };
  std::uint64_t bits = word(call, 0) ^ word(baseline, 0);
  if (row.size > 8) bits |= word(call, 8) ^ word(baseline, 8);
  if (row.size > 16) bits |= word(call, 16) ^ word(baseline, 16);
  return bits != 0;
}

char* write_label(char* to, const KeyLabel& label) {
  std::memcpy(to, label.text.data(), label.text.size());
  return to + label.size;
}

char* write_name(char* to, const PrintedKey& key, std::int64_t value) {
  for (const EnumRow& name : key.names) {
    if (name.value == value) return write_text(to, name.name);
  }
  *to++ = '#';
  return write_integer(to, value);
}

// Precondition: not an integer. The commonest first.
char* write_field(char* to, const Call& call, const KeyRow& row) {
  if (row.kind == ValueKind::kPointer) return write_pointer(to, field<Pointer>(call, row));
  if (row.kind == ValueKind::kScalar) return write_scalar(to, field<Scalar>(call, row));
  if (row.kind == ValueKind::kFill) return write_fill(to, field<Fill>(call, row));
  return write_workspace(to, field<Workspace>(call, row));
}

}  // namespace

KeySet off_baseline(const Call& call) {
  const TextTables& tables = TextTables::get();
  const Call& baseline = tables.baseline_of(call.api);
  const UsualIntegers usual(call);
  KeySet off = 0;
  for (const PrintedKey& key : tables.printed_keys(call.api)) {
    const bool is_off = holds_integer(key) ? load_integer(call, key.row) != usual.of(key)
                                           : differs(call, baseline, key.row);
    off |= KeySet{is_off} << static_cast<int>(key.row.key);
  }
  return off;
}

void print_call(const Call& call, std::string& out) {
  const TextTables& tables = TextTables::get();
  const Call& baseline = tables.baseline_of(call.api);
  const UsualIntegers usual(call);
  char buffer[kBuffer];
  char* to = write_text(buffer, api_info(call.api).name);
  for (const PrintedKey& key : tables.printed_keys(call.api)) {
    if (holds_integer(key)) {
      const std::int64_t value = load_integer(call, key.row);
      if (value == usual.of(key)) continue;
      to = write_label(to, key.label);
      to = key.row.kind == ValueKind::kInteger ? write_integer(to, value)
                                               : write_name(to, key, value);
    } else if (differs(call, baseline, key.row)) {
      to = write_field(write_label(to, key.label), call, key.row);
    }
  }
  out.append(buffer, static_cast<std::size_t>(to - buffer));
}

std::string print_call(const Call& call) {
  std::string out;
  print_call(call, out);
  return out;
}

void print_scalar(const Scalar& scalar, std::string& out) {
  char buffer[kMaxValue];
  out.append(buffer, static_cast<std::size_t>(write_scalar(buffer, scalar) - buffer));
}

}  // namespace gemmcheck
