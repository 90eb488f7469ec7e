#include "minimize/descent.h"

#include <algorithm>
#include <vector>

#include "call/enums.h"
#include "call/extents.h"
#include "minimize/field.h"
#include "minimize/order.h"

namespace gemmcheck {
namespace {

// Numbers between the baseline and `value`, on value's side: close to the baseline with doubling
// distances, and value's own distance less halves of it, down to a single step.
std::vector<std::int64_t> numbers_towards(std::int64_t value, std::int64_t base) {
  const bool above = value > base;
  const std::uint64_t far =
      above ? static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(base)
            : static_cast<std::uint64_t>(base) - static_cast<std::uint64_t>(value);
  std::vector<std::int64_t> numbers;
  const auto add = [&](std::uint64_t distance) {
    const auto from = static_cast<std::uint64_t>(base);
    numbers.push_back(static_cast<std::int64_t>(above ? from + distance : from - distance));
  };
  for (std::uint64_t near = 1; near < far; near *= 2) {
    add(near);
    if (near > far / 2) break;
  }
  for (std::uint64_t step = far / 2; step > 0; step /= 2) add(far - step);
  return numbers;
}

// Simpler calls that differ from `call` in one field, which is nearer to its baseline there, and in
// leading dimensions that follow it; simplest first. (Without that "nearer", an op that goes to and
// fro between two values can pull a huge leading dimension along, a few steps each time.)
std::vector<Call> simpler_in(const Call& call, Key key, const MayShow& may_show) {
  std::vector<Call> calls;
  const std::uint64_t magnitude = field_magnitude(call, key);
  const auto add = [&](const Call& from) {
    for (const Call& changed :
         {with_field(call, key, from), with_field_and_slack(call, key, from)}) {
      if (field_magnitude(changed, key) < magnitude && may_show(changed)) calls.push_back(changed);
    }
  };
  if (holds_integer(key)) {
    const std::int64_t base = default_integer(call, key);
    Call from = call;
    set_integer(from, key, base);
    add(from);
    if (is_number(call.api, key)) {
      for (std::int64_t number : numbers_towards(get_integer(call, key), base)) {
        set_integer(from, key, number);
        add(from);
      }
    }
  } else {
    add(baseline(call.api));
  }
  if (key == Key::kLayout && is_row_major(call.api, call.layout)) {
    if (const Call other = mirrored(call); may_show(other)) calls.push_back(other);
  }
  if (!is_number(call.api, key)) {
    for (const FieldValue& value : box_values(call.api, key)) add(value.holder);
  }
  sort_simplest_first(calls);
  const auto end = std::partition_point(calls.begin(), calls.end(),
                                        [&](const Call& other) { return simpler(other, call); });
  calls.erase(end, calls.end());
  return calls;
}

// Simpler calls that have one field less off baseline than `call`, or the same ones, but another
// value elsewhere: they lead out of the places where every single step loses the property.
std::vector<Call> exchanges(const Call& call, const MayShow& may_show) {
  std::vector<Call> calls;
  const Call base = baseline(call.api);
  for (Key given : all_keys()) {
    if (field_magnitude(call, given) == 0) continue;
    Call from = base;
    if (holds_integer(given)) set_integer(from, given, default_integer(call, given));
    const Call without = with_field(call, given, from);
    for (Key taken : all_keys()) {
      if (taken == given || !has_key(call.api, taken)) continue;
      const auto add = [&](const Call& holder) {
        const Call changed = with_field(without, taken, holder);
        if (simpler(changed, call) && may_show(changed)) calls.push_back(changed);
      };
      for (const FieldValue& value : box_values(call.api, taken)) add(value.holder);
    }
  }
  sort_simplest_first(calls);
  return calls;
}

// Down by steps of one field, until none shows.
Expected<Call> descend_by_fields(Call call, const MayShow& may_show, Asker& asker) {
  for (bool changed = true; changed;) {
    changed = false;
    for (Key key : all_keys()) {
      while (field_magnitude(call, key) != 0) {
        const std::vector<Call> next = simpler_in(call, key, may_show);
        const auto first = asker.first_of(next);
        if (!first) return tl::make_unexpected(first.error());
        if (!first->has_value()) break;
        call = next[**first];
        changed = true;
      }
    }
  }
  return call;
}

}  // namespace

Expected<Call> descend(const Call& start, const MayShow& may_show, Asker& asker) {
  Expected<Call> call = descend_by_fields(start, may_show, asker);
  while (call) {
    const std::vector<Call> next = exchanges(*call, may_show);
    const auto first = asker.first_of(next);
    if (!first) return tl::make_unexpected(first.error());
    if (!first->has_value()) break;
    call = descend_by_fields(next[**first], may_show, asker);
  }
  return call;
}

}  // namespace gemmcheck
