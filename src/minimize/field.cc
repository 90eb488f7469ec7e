#include "minimize/field.h"

#include <algorithm>
#include <array>

#include "call/enums.h"
#include "call/text_keys.h"
#include "minimize/simple_values.h"

namespace gemmcheck {
namespace {

constexpr auto kAllKeys = [] {
  std::array<Key, kKeyCount> keys{};
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = static_cast<Key>(i);
  return keys;
}();

std::uint64_t distance(std::int64_t x, std::int64_t y) {
  return x > y ? static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(y)
               : static_cast<std::uint64_t>(y) - static_cast<std::uint64_t>(x);
}

std::int64_t saturated_sum(std::int64_t x, std::int64_t y, IntegerRange range) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(x, y, &sum)) return x > 0 ? range.max : range.min;
  return std::clamp(sum, range.min, range.max);
}

// Place of an enum's value among what is simple: the enumerators but the baseline's, then unnamed
// values.
std::uint64_t enum_magnitude(std::span<const EnumRow> rows, std::int64_t value,
                             std::int64_t baseline_value) {
  if (value == baseline_value) return 0;
  std::uint64_t place = 0;
  std::uint64_t nearest = ~std::uint64_t{0};
  for (const EnumRow& row : rows) {
    if (row.value != baseline_value) ++place;
    if (row.value == value) return place;
    nearest = std::min(nearest, distance(value, row.value));
  }
  return place + nearest;
}

std::uint64_t integer_magnitude(const Call& call, Key key) {
  const std::int64_t value = get_integer(call, key);
  const std::int64_t base = default_integer(call, key);
  const auto rows = value_names(call.api, key_row(key));
  return rows.empty() ? distance(value, base) : enum_magnitude(rows, value, base);
}

// Leading dimensions before the strides that depend on them.
constexpr std::array kTightInOrder = {Key::kLda,     Key::kLdb,     Key::kLdc,
                                      Key::kStrideA, Key::kStrideB, Key::kStrideC};
constexpr KeySet kShapes = key_bit(Key::kLayout) | key_bit(Key::kTransa) | key_bit(Key::kTransb) |
                           key_bit(Key::kM) | key_bit(Key::kN) | key_bit(Key::kK) | kTightKeys;

// Those that were tight in `before`, but for `except`, are made so in `call`.
void keep_tight(Call& call, const Call& before, Key except) {
  for (Key key : kTightInOrder) {
    if (key != except && has_key(call.api, key) &&
        get_integer(before, key) == default_integer(before, key)) {
      set_integer(call, key, default_integer(call, key));
    }
  }
}

}  // namespace

std::span<const Key> all_keys() {
  return kAllKeys;
}

bool is_tight(Key key) {
  return key_row(key).tight;
}

bool is_number(Api api, Key key) {
  return holds_integer(key) && value_names(api, key_row(key)).empty();
}

std::uint64_t field_magnitude(const Call& call, Key key) {
  if (!has_key(call.api, key)) return 0;
  const KeyRow& row = key_row(key);
  const Call& base = kept_baseline(call.api);
  switch (row.kind) {
    case ValueKind::kInteger:
    case ValueKind::kEnum:
    case ValueKind::kWord:
      return integer_magnitude(call, key);
    case ValueKind::kScalar:
      return scalar_magnitude(call.*row.scalar, base.*row.scalar);
    case ValueKind::kPointer:
      return pointer_magnitude(call.*row.pointer);
    case ValueKind::kWorkspace:
      return workspace_magnitude(call.workspace);
    case ValueKind::kFill:
      return fill_magnitude(call.fill);
  }
  return 0;
}

void copy_field(Call& to, Key key, const Call& from) {
  const KeyRow& row = key_row(key);
  switch (row.kind) {
    case ValueKind::kInteger:
    case ValueKind::kEnum:
    case ValueKind::kWord:
      set_integer(to, key, get_integer(from, key));
      break;
    case ValueKind::kScalar:
      to.*row.scalar = from.*row.scalar;
      break;
    case ValueKind::kPointer:
      to.*row.pointer = from.*row.pointer;
      break;
    case ValueKind::kWorkspace:
      to.workspace = from.workspace;
      break;
    case ValueKind::kFill:
      to.fill = from.fill;
      break;
  }
}

Call with_field(const Call& call, Key key, const Call& from) {
  Call changed = call;
  copy_field(changed, key, from);
  // The search calls this for every call of the box; most fields leave the tight values alone.
  if ((kShapes & key_bit(key)) != 0) keep_tight(changed, call, key);
  return changed;
}

Call with_field_and_slack(const Call& call, Key key, const Call& from) {
  Call changed = with_field(call, key, from);
  for (Key other : kTightInOrder) {
    if (other == key || !has_key(call.api, other)) continue;
    // Both are within the field's 64 bits, but their difference need not be.
    std::int64_t slack = 0;
    if (__builtin_sub_overflow(get_integer(call, other), default_integer(call, other), &slack))
      continue;
    set_integer(
        changed, other,
        saturated_sum(default_integer(changed, other), slack, integer_range(call.api, other)));
  }
  return changed;
}

std::vector<FieldValue> box_values(Api api, Key key) {
  const Call base = baseline(api);
  const KeyRow& row = key_row(key);
  std::vector<FieldValue> values;
  const auto add = [&](const Call& holder) {
    if (const std::uint64_t magnitude = field_magnitude(holder, key))
      values.push_back({magnitude, holder});
  };
  const auto add_integer = [&](std::int64_t value) {
    const IntegerRange range = integer_range(api, key);
    if (value < range.min || value > range.max) return;
    Call holder = base;
    set_integer(holder, key, value);
    add(holder);
  };
  switch (row.kind) {
    case ValueKind::kInteger:
      for (std::int64_t value = kBoxMin; value <= kBoxMax; ++value) add_integer(value);
      break;
    case ValueKind::kEnum:
      for (std::int64_t value : simple_enum_values(enum_rows(api, key))) add_integer(value);
      break;
    case ValueKind::kWord:
      for (const EnumRow& name : value_names(api, row)) add_integer(name.value);
      break;
    case ValueKind::kScalar:
      for (const Scalar& scalar : simple_scalars(api)) {
        Call holder = base;
        holder.*row.scalar = scalar;
        add(holder);
      }
      break;
    case ValueKind::kPointer:
      for (const Pointer& pointer : simple_pointers(key)) {
        Call holder = base;
        holder.*row.pointer = pointer;
        add(holder);
      }
      break;
    case ValueKind::kWorkspace:
      for (const Workspace& workspace : simple_workspaces()) {
        Call holder = base;
        holder.workspace = workspace;
        add(holder);
      }
      break;
    case ValueKind::kFill:
      for (const Fill& fill : simple_fills()) {
        Call holder = base;
        holder.fill = fill;
        add(holder);
      }
      break;
  }
  std::stable_sort(values.begin(), values.end(), [](const FieldValue& x, const FieldValue& y) {
    return x.magnitude < y.magnitude;
  });
  return values;
}

}  // namespace gemmcheck
