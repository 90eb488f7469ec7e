// What stands after each key's '=', one row a key. Parser and printer walk the same table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
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

/// One row a key: its kind and the field of Call that holds it. `tight`: an omitted value depends
/// on the call's other fields.
struct KeyRow {
  Key key;
  ValueKind kind;
  std::uint8_t size;
  std::uint16_t offset;
  bool tight = false;
};

inline constexpr std::array<KeyRow, kKeyCount> kKeyRows = {{
#define GEMMCHECK_ROW(key, kind, field) \
  Key::key, ValueKind::kind, sizeof(Call::field), offsetof(Call, field)
    {GEMMCHECK_ROW(kLayout, kEnum, layout)},
    {GEMMCHECK_ROW(kUplo, kEnum, uplo)},
    {GEMMCHECK_ROW(kTransa, kEnum, transa)},
    {GEMMCHECK_ROW(kTransb, kEnum, transb)},
    {GEMMCHECK_ROW(kM, kInteger, m)},
    {GEMMCHECK_ROW(kN, kInteger, n)},
    {GEMMCHECK_ROW(kK, kInteger, k)},
    {GEMMCHECK_ROW(kAlpha, kScalar, alpha)},
    {GEMMCHECK_ROW(kA, kPointer, A)},
    {GEMMCHECK_ROW(kAtype, kEnum, Atype)},
    {GEMMCHECK_ROW(kLda, kInteger, lda), true},
    {GEMMCHECK_ROW(kStrideA, kInteger, strideA), true},
    {GEMMCHECK_ROW(kAo, kInteger, ao)},
    {GEMMCHECK_ROW(kB, kPointer, B)},
    {GEMMCHECK_ROW(kBtype, kEnum, Btype)},
    {GEMMCHECK_ROW(kLdb, kInteger, ldb), true},
    {GEMMCHECK_ROW(kStrideB, kInteger, strideB), true},
    {GEMMCHECK_ROW(kBo, kInteger, bo)},
    {GEMMCHECK_ROW(kBeta, kScalar, beta)},
    {GEMMCHECK_ROW(kC, kPointer, C)},
    {GEMMCHECK_ROW(kCtype, kEnum, Ctype)},
    {GEMMCHECK_ROW(kLdc, kInteger, ldc), true},
    {GEMMCHECK_ROW(kStrideC, kInteger, strideC), true},
    {GEMMCHECK_ROW(kOffsetc, kEnum, offsetc)},
    {GEMMCHECK_ROW(kCo, kPointer, co)},
    {GEMMCHECK_ROW(kBatchCount, kInteger, batchCount)},
    {GEMMCHECK_ROW(kComputeType, kEnum, computeType)},
    {GEMMCHECK_ROW(kAlgo, kEnum, algo)},
    {GEMMCHECK_ROW(kHandle, kWord, handle)},
    {GEMMCHECK_ROW(kPointerMode, kEnum, pointerMode)},
    {GEMMCHECK_ROW(kMathMode, kEnum, mathMode)},
    {GEMMCHECK_ROW(kMode, kWord, mode)},
    {GEMMCHECK_ROW(kWorkspace, kWorkspace, workspace)},
    {GEMMCHECK_ROW(kGuard, kWord, guard)},
    {GEMMCHECK_ROW(kFill, kFill, fill)},
#undef GEMMCHECK_ROW
}};

constexpr bool key_rows_in_key_order() {
  for (std::size_t i = 0; i < kKeyRows.size(); ++i) {
    if (kKeyRows[i].key != static_cast<Key>(i)) return false;
  }
  return true;
}
static_assert(key_rows_in_key_order());

constexpr bool eight_bytes_from_every_row() {
  for (const KeyRow& row : kKeyRows) {
    if (row.offset + sizeof(std::int64_t) > sizeof(Call)) return false;
  }
  return true;
}
static_assert(eight_bytes_from_every_row(), "load_integer() reads them");

constexpr const KeyRow& key_row(Key key) {
  return kKeyRows[static_cast<std::size_t>(key)];
}

/// The keys whose omitted value is the tight one.
inline constexpr KeySet kTightKeys = [] {
  KeySet set = 0;
  for (const KeyRow& row : kKeyRows) set |= row.tight ? key_bit(row.key) : 0;
  return set;
}();

/// The row's field as what it is. Precondition: sizeof(T) == row.size.
template <typename T>
T load(const Call& call, const KeyRow& row) {
  T value;
  std::memcpy(&value, reinterpret_cast<const char*>(&call) + row.offset, sizeof(T));
  return value;
}
template <typename T>
void store(Call& call, const KeyRow& row, const T& value) {
  std::memcpy(reinterpret_cast<char*>(&call) + row.offset, &value, sizeof(T));
}

/// The same in place. Precondition: the row's field is a T.
template <typename T>
T& field(Call& call, const KeyRow& row) {
  return *reinterpret_cast<T*>(reinterpret_cast<char*>(&call) + row.offset);
}
template <typename T>
const T& field(const Call& call, const KeyRow& row) {
  return *reinterpret_cast<const T*>(reinterpret_cast<const char*>(&call) + row.offset);
}

/// get_integer and set_integer by row: these are on the hot path.
inline std::int64_t load_integer(const Call& call, const KeyRow& row) {
  // Eight bytes, of which a narrow field is the first half: no branch on the width.
  const int beyond = 64 - 8 * row.size;
  return static_cast<std::int64_t>(load<std::uint64_t>(call, row) << beyond) >> beyond;
}
inline void store_integer(Call& call, const KeyRow& row, std::int64_t value) {
  if (row.size == sizeof(std::int32_t)) {
    store(call, row, static_cast<std::int32_t>(value));
  } else {
    store(call, row, value);
  }
}

/// A name, or 16 bytes of it, zero-padded to two machine words: compared and hashed as numbers.
struct PackedName {
  std::uint64_t low;
  std::uint64_t high;
  friend bool operator==(const PackedName&, const PackedName&) = default;

  [[nodiscard]] static PackedName of(std::string_view name) {
    PackedName packed{};
    std::memcpy(&packed, name.data(), name.size() < sizeof(packed) ? name.size() : sizeof(packed));
    return packed;
  }
  /// Of a name in several pieces: the hash so far, and this piece.
  [[nodiscard]] std::uint64_t hash(std::uint64_t seed = 0) const {
    constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;  // 2^64 over the golden ratio
    return (seed ^ low ^ (high << 1)) * kOdd;
  }
};

/// " lda=", padded, so that it is copied as a block.
struct KeyLabel {
  std::array<char, 16> text{};
  std::size_t size = 0;
};

struct KeyValues {
  IntegerRange range;              ///< of integers and enums
  std::span<const EnumRow> names;  ///< of enums and words
};

/// What the printer asks of each key that an API has, side by side: it asks all of them.
struct PrintedKey {
  KeyLabel label;
  KeyRow row{};
  std::int64_t usual = 0;            ///< the baseline's value, where the field is an integer
  Operand leading = Operand::kNone;  ///< whose leading dimension it is
  std::span<const EnumRow> names;    ///< of enums and words
};

/// What parser and printer look up on every line, derived once from the tables of keys and APIs.
class TextTables {
 public:
  using ValuesByKey = std::array<KeyValues, kKeyCount>;

  [[nodiscard]] static const TextTables& get();

  [[nodiscard]] const Call& baseline_of(Api api) const {
    return baselines_[static_cast<std::size_t>(api)];
  }
  /// That of kNone is the beginning of no word.
  [[nodiscard]] const KeyLabel& label(Key key) const {
    return labels_[static_cast<std::size_t>(key)];
  }
  /// What the key takes in that API.
  [[nodiscard]] const ValuesByKey& values(Api api) const {
    return values_[static_cast<std::size_t>(api)];
  }
  [[nodiscard]] const KeyValues& values(Api api, Key key) const {
    return values(api)[static_cast<std::size_t>(key)];
  }
  /// In canonical order.
  [[nodiscard]] std::span<const PrintedKey> printed_keys(Api api) const {
    const auto index = static_cast<std::size_t>(api);
    return {printed_keys_[index].data(), printed_key_counts_[index]};
  }
  /// kNone if no key has that name.
  [[nodiscard]] Key find(const PackedName& name) const {
    for (std::size_t slot = slot_of(name.hash());; slot = (slot + 1) % kSlots) {
      if (keys_[slot].name == name || keys_[slot].key == Key::kNone) return keys_[slot].key;
    }
  }
  /// find_api(name). `hash`: over the name's pieces of 16 bytes.
  [[nodiscard]] const ApiInfo* find(std::string_view name, std::uint64_t hash) const {
    for (std::size_t slot = slot_of(hash);; slot = (slot + 1) % kSlots) {
      if (apis_[slot] == nullptr || apis_[slot]->name == name) return apis_[slot];
    }
  }

 private:
  TextTables();

  struct KeySlot {
    PackedName name{};
    Key key = Key::kNone;
  };
  static constexpr int kSlotBits = 7;
  static constexpr std::size_t kSlots = std::size_t{1} << kSlotBits;
  static_assert(kKeyCount <= kSlots / 2 && kApiCount <= kSlots / 2, "probing ends soon");

  static std::size_t slot_of(std::uint64_t hash) {
    return static_cast<std::size_t>(hash >> (64 - kSlotBits));
  }

  std::array<KeySlot, kSlots> keys_{};
  std::array<const ApiInfo*, kSlots> apis_{};
  std::array<KeyLabel, kKeyCount + 1> labels_{};
  std::array<Call, kApiCount> baselines_{};
  std::array<ValuesByKey, kApiCount> values_{};
  std::array<std::array<PrintedKey, kKeyCount>, kApiCount> printed_keys_{};
  std::array<std::size_t, kApiCount> printed_key_counts_{};
};

}  // namespace gemmcheck
