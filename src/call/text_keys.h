// What stands after each key's '=', one row a key. Parser and printer walk the same table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "call/api.h"
#include "call/call.h"
#include "call/enums.h"
#include "call/key.h"

namespace gemmcheck {

enum class ValueKind : std::uint8_t {
  kInteger,    ///< decimal: `m=384`
  kEnum,       ///< a name or any raw value: `transa=T`, `transa=#47`
  kWord,       ///< one of few names, nothing else: `guard=front`
  kScalar,     ///< `alpha=1:-2@device`
  kPointer,    ///< `C=A+64`
  kWorkspace,  ///< `workspace=4096+16`
  kFill,       ///< `fill=int:7`
};

/// One row a key. `scalar` or `pointer` is set for that kind; integers, enums and words are reached
/// by get_integer and set_integer. `tight`: an omitted value depends on the call's other fields.
struct KeyRow {
  Key key;
  ValueKind kind;
  bool tight = false;
  Scalar Call::*scalar = nullptr;
  Pointer Call::*pointer = nullptr;
};

inline constexpr std::array<KeyRow, kKeyCount> kKeyRows = {{
    {Key::kLayout, ValueKind::kEnum},
    {Key::kUplo, ValueKind::kEnum},
    {Key::kTransa, ValueKind::kEnum},
    {Key::kTransb, ValueKind::kEnum},
    {Key::kM, ValueKind::kInteger},
    {Key::kN, ValueKind::kInteger},
    {Key::kK, ValueKind::kInteger},
    {Key::kAlpha, ValueKind::kScalar, false, &Call::alpha},
    {Key::kA, ValueKind::kPointer, false, nullptr, &Call::A},
    {Key::kAtype, ValueKind::kEnum},
    {Key::kLda, ValueKind::kInteger, true},
    {Key::kStrideA, ValueKind::kInteger, true},
    {Key::kAo, ValueKind::kInteger},
    {Key::kB, ValueKind::kPointer, false, nullptr, &Call::B},
    {Key::kBtype, ValueKind::kEnum},
    {Key::kLdb, ValueKind::kInteger, true},
    {Key::kStrideB, ValueKind::kInteger, true},
    {Key::kBo, ValueKind::kInteger},
    {Key::kBeta, ValueKind::kScalar, false, &Call::beta},
    {Key::kC, ValueKind::kPointer, false, nullptr, &Call::C},
    {Key::kCtype, ValueKind::kEnum},
    {Key::kLdc, ValueKind::kInteger, true},
    {Key::kStrideC, ValueKind::kInteger, true},
    {Key::kOffsetc, ValueKind::kEnum},
    {Key::kCo, ValueKind::kPointer, false, nullptr, &Call::co},
    {Key::kBatchCount, ValueKind::kInteger},
    {Key::kComputeType, ValueKind::kEnum},
    {Key::kAlgo, ValueKind::kEnum},
    {Key::kHandle, ValueKind::kWord},
    {Key::kPointerMode, ValueKind::kEnum},
    {Key::kMathMode, ValueKind::kEnum},
    {Key::kMode, ValueKind::kWord},
    {Key::kWorkspace, ValueKind::kWorkspace},
    {Key::kGuard, ValueKind::kWord},
    {Key::kFill, ValueKind::kFill},
}};

constexpr bool key_rows_in_key_order() {
  for (std::size_t i = 0; i < kKeyRows.size(); ++i) {
    if (kKeyRows[i].key != static_cast<Key>(i)) return false;
  }
  return true;
}
static_assert(key_rows_in_key_order());

constexpr const KeyRow& key_row(Key key) {
  return kKeyRows[static_cast<std::size_t>(key)];
}

/// The keys whose omitted value is the tight one.
inline constexpr KeySet kTightKeys = [] {
  KeySet set = 0;
  for (const KeyRow& row : kKeyRows) set |= row.tight ? key_bit(row.key) : 0;
  return set;
}();

/// The names that an enum or word key takes in `api`.
[[nodiscard]] std::span<const EnumRow> value_names(Api api, const KeyRow& row);

/// The same as find_key and find_api, by a hash of the name: both are on the parser's hot path.
[[nodiscard]] Key lookup_key(std::string_view name);
[[nodiscard]] const ApiInfo* lookup_api(std::string_view name);

/// baseline(api), kept ready.
[[nodiscard]] const Call& kept_baseline(Api api);

}  // namespace gemmcheck
