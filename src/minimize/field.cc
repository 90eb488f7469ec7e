#include "minimize/field.h"

#include <algorithm>
#include <array>

#include "call/enums.h"
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
  const auto rows = enum_rows(call.api, key);
  return rows.empty() ? distance(value, base) : enum_magnitude(rows, value, base);
}

// Leading dimensions before the strides that depend on them.
constexpr std::array kTightInOrder = {Key::kLda,     Key::kLdb,     Key::kLdc,
                                      Key::kStrideA, Key::kStrideB, Key::kStrideC};
// What tight values depend on.
constexpr KeySet kShapes = [] {
  KeySet set = 0;
  for (Key key : {Key::kLayout, Key::kTransa, Key::kTransb, Key::kM, Key::kN, Key::kK})
    set |= key_bit(key);
  for (Key key : kTightInOrder) set |= key_bit(key);
  return set;
}();

// Those that were tight in `before`, but for `except`, are made so in `call`.
void keep_tight(Call& call, const Call& before, Key except) {
  for (Key key : kTightInOrder) {
    if (key != except && has_key(call.api, key) &&
        get_integer(before, key) == default_integer(before, key)) {
      set_integer(call, key, default_integer(call, key));
    }
  }
}

std::vector<std::int64_t> box_integers(Api api, Key key) {
  std::vector<std::int64_t> values;
  if (const auto rows = enum_rows(api, key); is_choice(key)) {
    for (const EnumRow& row : rows) values.push_back(row.value);
  } else if (!rows.empty()) {
    values = simple_enum_values(rows);
  } else {
    for (std::int64_t value = kBoxMin; value <= kBoxMax; ++value) values.push_back(value);
  }
  const IntegerRange range = integer_range(api, key);
  std::erase_if(values, [&](std::int64_t value) { return value < range.min || value > range.max; });
  return values;
}

}  // namespace

std::span<const Key> all_keys() {
  return kAllKeys;
}

bool is_tight(Key key) {
  return std::find(kTightInOrder.begin(), kTightInOrder.end(), key) != kTightInOrder.end();
}

bool is_number(Api api, Key key) {
  return holds_integer(key) && enum_rows(api, key).empty();
}

Scalar Call::*scalar_member(Key key) {
  if (key == Key::kAlpha) return &Call::alpha;
  return key == Key::kBeta ? &Call::beta : nullptr;
}

Pointer Call::*pointer_member(Key key) {
  switch (key) {
    case Key::kA:
      return &Call::A;
    case Key::kB:
      return &Call::B;
    case Key::kC:
      return &Call::C;
    case Key::kCo:
      return &Call::co;
    default:
      return nullptr;
  }
}

std::uint64_t field_magnitude(const Call& call, Key key) {
  if (!has_key(call.api, key)) return 0;
  if (holds_integer(key)) return integer_magnitude(call, key);
  if (const auto scalar = scalar_member(key))
    return scalar_magnitude(call.*scalar, baseline(call.api).*scalar);
  if (const auto pointer = pointer_member(key)) return pointer_magnitude(call.*pointer);
  return key == Key::kFill ? fill_magnitude(call.fill) : workspace_magnitude(call.workspace);
}

void copy_field(Call& to, Key key, const Call& from) {
  if (holds_integer(key)) {
    set_integer(to, key, get_integer(from, key));
  } else if (const auto scalar = scalar_member(key)) {
    to.*scalar = from.*scalar;
  } else if (const auto pointer = pointer_member(key)) {
    to.*pointer = from.*pointer;
  } else if (key == Key::kFill) {
    to.fill = from.fill;
  } else {
    to.workspace = from.workspace;
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
  std::vector<FieldValue> values;
  Call holder = baseline(api);
  const auto add = [&] {
    if (const std::uint64_t magnitude = field_magnitude(holder, key))
      values.push_back({magnitude, holder});
  };
  if (holds_integer(key)) {
    for (std::int64_t value : box_integers(api, key)) {
      set_integer(holder, key, value);
      add();
    }
  } else if (const auto scalar = scalar_member(key)) {
    for (const Scalar& value : simple_scalars(api)) {
      holder.*scalar = value;
      add();
    }
  } else if (const auto pointer = pointer_member(key)) {
    for (const Pointer& value : simple_pointers(key)) {
      holder.*pointer = value;
      add();
    }
  } else if (key == Key::kFill) {
    for (const Fill& value : simple_fills()) {
      holder.fill = value;
      add();
    }
  } else {
    for (const Workspace& value : simple_workspaces()) {
      holder.workspace = value;
      add();
    }
  }
  std::stable_sort(values.begin(), values.end(), [](const FieldValue& x, const FieldValue& y) {
    return x.magnitude < y.magnitude;
  });
  return values;
}

}  // namespace gemmcheck
