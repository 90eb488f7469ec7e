#include <emmintrin.h>

#include <array>
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

// Calls are compared four bytes at a time: whose field they belong to.
constexpr std::size_t kLane = 4;
constexpr auto kKeyOfLane = [] {
  std::array<KeySet, sizeof(Call) / kLane> keys{};
  for (const KeyRow& row : kKeyRows) {
    for (std::size_t at = 0; at < row.size; at += kLane) {
      keys[(row.offset + at) / kLane] = key_bit(row.key);
    }
  }
  return keys;
}();

// The keys whose fields differ in any bit.
KeySet differing(const Call& x, const Call& y) {
  constexpr std::size_t kBlock = sizeof(__m128i);
  static_assert(sizeof(Call) % kBlock == 0);
  const char* const first = reinterpret_cast<const char*>(&x);
  const char* const second = reinterpret_cast<const char*>(&y);
  KeySet keys = 0;
  for (std::size_t at = 0; at < sizeof(Call); at += kBlock) {
    const __m128i equal =
        _mm_cmpeq_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(first + at)),
                        _mm_loadu_si128(reinterpret_cast<const __m128i*>(second + at)));
    auto lanes = static_cast<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(equal))) ^ 0xfu;
    for (; lanes != 0; lanes &= lanes - 1) {
      keys |= kKeyOfLane[at / kLane + static_cast<unsigned>(std::countr_zero(lanes))];
    }
  }
  return keys;
}

KeySet off_keys(const Call& call, const TextTables& tables) {
  const KeySet has = api_info(call.api).keys;
  KeySet off = differing(call, tables.baseline_of(call.api)) & has & ~kTightKeys;
  for (KeySet left = has & kTightKeys; left != 0; left &= left - 1) {
    const KeyRow& row = kKeyRows[static_cast<std::size_t>(std::countr_zero(left))];
    if (load_integer(call, row) != default_integer(call, row.key)) off |= key_bit(row.key);
  }
  return off;
}

char* write_name(char* to, const TextTables& tables, const Call& call, const KeyRow& row) {
  const std::int64_t value = load_integer(call, row);
  for (const EnumRow& name : tables.values(call.api, row.key).names) {
    if (name.value == value) return write_text(to, name.name);
  }
  *to++ = '#';
  return write_integer(to, value);
}

char* write_value(char* to, const TextTables& tables, const Call& call, const KeyRow& row) {
  switch (row.kind) {
    case ValueKind::kInteger:
      return write_integer(to, load_integer(call, row));
    case ValueKind::kEnum:
    case ValueKind::kWord:
      return write_name(to, tables, call, row);
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
  return off_keys(call, TextTables::get());
}

void print_call(const Call& call, std::string& out) {
  const TextTables& tables = TextTables::get();
  char buffer[kBuffer];
  char* to = write_text(buffer, api_info(call.api).name);
  for (KeySet left = off_keys(call, tables); left != 0; left &= left - 1) {
    const KeyRow& row = kKeyRows[static_cast<std::size_t>(std::countr_zero(left))];
    const KeyLabel& label = tables.label(row.key);
    std::memcpy(to, label.text.data(), label.text.size());
    to = write_value(to + label.size, tables, call, row);
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
