#include <bit>
#include <cstring>

#include "call/text.h"
#include "call/text_keys.h"
#include "call/text_values.h"

namespace gemmcheck {
namespace {

// Room for an API's name and every key with its longest value.
constexpr std::size_t kLongestApi = 64;
constexpr std::size_t kBuffer = kLongestApi + kKeyCount * (sizeof(KeyLabel::text) + kMaxValue);

template <std::size_t kSize>
bool same(const char* x, const char* y) {
  return std::memcmp(x, y, kSize) == 0;
}

bool is_off(const Call& call, const Call& base, const KeyRow& row) {
  if (row.tight) return load_integer(call, row) != default_integer(call, row.key);
  const char* x = reinterpret_cast<const char*>(&call) + row.offset;
  const char* y = reinterpret_cast<const char*>(&base) + row.offset;
  switch (row.size) {
    case 4:
      return !same<4>(x, y);
    case 8:
      return !same<8>(x, y);
    case 16:
      return !same<16>(x, y);
    default:
      return std::memcmp(x, y, row.size) != 0;
  }
}

KeySet off_baseline(const Call& call, const TextTables& tables) {
  const Call& base = tables.baseline_of(call.api);
  KeySet off = 0;
  for (KeySet left = api_info(call.api).keys; left != 0; left &= left - 1) {
    const KeyRow& row = kKeyRows[static_cast<std::size_t>(std::countr_zero(left))];
    if (is_off(call, base, row)) off |= key_bit(row.key);
  }
  return off;
}

char* write_name(char* to, const Call& call, const KeyRow& row) {
  const std::int64_t value = load_integer(call, row);
  for (const EnumRow& name : value_names(call.api, row)) {
    if (name.value == value) return write_text(to, name.name);
  }
  *to++ = '#';
  return write_integer(to, value);
}

char* write_value(char* to, const Call& call, const KeyRow& row) {
  switch (row.kind) {
    case ValueKind::kInteger:
      return write_integer(to, load_integer(call, row));
    case ValueKind::kEnum:
    case ValueKind::kWord:
      return write_name(to, call, row);
    case ValueKind::kScalar:
      return write_scalar(to, load<Scalar>(call, row));
    case ValueKind::kPointer:
      return write_pointer(to, load<Pointer>(call, row));
    case ValueKind::kWorkspace:
      return write_workspace(to, load<Workspace>(call, row));
    case ValueKind::kFill:
      return write_fill(to, load<Fill>(call, row));
  }
  return to;
}

}  // namespace

KeySet off_baseline(const Call& call) {
  return off_baseline(call, TextTables::get());
}

void print_call(const Call& call, std::string& out) {
  const TextTables& tables = TextTables::get();
  char buffer[kBuffer];
  char* to = write_text(buffer, api_info(call.api).name);
  for (KeySet left = off_baseline(call, tables); left != 0; left &= left - 1) {
    const KeyRow& row = kKeyRows[static_cast<std::size_t>(std::countr_zero(left))];
    const KeyLabel& label = tables.label(row.key);
    std::memcpy(to, label.text.data(), label.text.size());
    to = write_value(to + label.size, call, row);
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
