#include <bit>
#include <cstring>

#include "call/enums.h"
#include "call/text.h"
#include "call/text_keys.h"
#include "call/text_values.h"

namespace gemmcheck {
namespace {

// Room for every key with its longest value and for the API's name.
constexpr std::size_t kLongestName = 64;
constexpr std::size_t kBuffer = kLongestName + kKeyCount * (kLongestName + kMaxValue);

template <typename T>
bool same(const T& x, const T& y) {
  return std::memcmp(&x, &y, sizeof(T)) == 0;
}

bool is_off(const Call& call, const Call& base, const KeyRow& row) {
  switch (row.kind) {
    case ValueKind::kScalar:
      return !same(call.*row.scalar, base.*row.scalar);
    case ValueKind::kPointer:
      return !same(call.*row.pointer, base.*row.pointer);
    case ValueKind::kWorkspace:
      return !same(call.workspace, base.workspace);
    case ValueKind::kFill:
      return !same(call.fill, base.fill);
    default:
      return get_integer(call, row.key) !=
             (row.tight ? default_integer(call, row.key) : get_integer(base, row.key));
  }
}

char* write_name(char* to, const Call& call, const KeyRow& row) {
  const std::int64_t value = get_integer(call, row.key);
  for (const EnumRow& name : value_names(call.api, row)) {
    if (name.value == value) return write_text(to, name.name);
  }
  *to++ = '#';
  return write_integer(to, value);
}

char* write_value(char* to, const Call& call, const KeyRow& row) {
  switch (row.kind) {
    case ValueKind::kInteger:
      return write_integer(to, get_integer(call, row.key));
    case ValueKind::kEnum:
    case ValueKind::kWord:
      return write_name(to, call, row);
    case ValueKind::kScalar:
      return write_scalar(to, call.*row.scalar);
    case ValueKind::kPointer:
      return write_pointer(to, call.*row.pointer);
    case ValueKind::kWorkspace:
      return write_workspace(to, call.workspace);
    case ValueKind::kFill:
      return write_fill(to, call.fill);
  }
  return to;
}

}  // namespace

KeySet off_baseline(const Call& call) {
  const Call& base = kept_baseline(call.api);
  KeySet off = 0;
  for (KeySet left = api_info(call.api).keys; left != 0; left &= left - 1) {
    const auto key = static_cast<Key>(std::countr_zero(left));
    if (is_off(call, base, key_row(key))) off |= key_bit(key);
  }
  return off;
}

void print_call(const Call& call, std::string& out) {
  char buffer[kBuffer];
  char* to = write_text(buffer, api_info(call.api).name);
  for (KeySet left = off_baseline(call); left != 0; left &= left - 1) {
    const KeyRow& row = key_row(static_cast<Key>(std::countr_zero(left)));
    *to++ = ' ';
    to = write_text(to, key_name(row.key));
    *to++ = '=';
    to = write_value(to, call, row);
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
