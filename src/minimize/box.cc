#include "minimize/box.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "call/text.h"
#include "minimize/order.h"

namespace gemmcheck {
namespace {

// A tight value in the box is at most kBoxMax, so no other value is further from it than this.
constexpr std::uint64_t kMaxSlack = kBoxMax - kBoxMin;

bool in_box(Api api, Key key, std::int64_t value) {
  const IntegerRange range = integer_range(api, key);
  return value >= std::max(kBoxMin, range.min) && value <= std::min(kBoxMax, range.max);
}

}  // namespace

struct Box::Layer {
  const MayShow& keep;
  std::vector<std::pair<std::string, Call>> found;
};

Box::Box(Api api) : api_(api) {
  for (Key key : all_keys()) {
    if (!has_key(api, key)) continue;
    Field field{key, {}, kMaxSlack, {}};
    if (!is_tight(key)) {
      field.values = box_values(api, key);
      field.max = field.values.empty() ? 0 : field.values.back().magnitude;
    }
    fields_.push_back(std::move(field));
  }
  std::vector<std::uint64_t> largest;
  for (std::size_t i = fields_.size(); i-- > 0;) {
    largest.push_back(fields_[i].max);
    std::sort(largest.begin(), largest.end(), std::greater<>());
    if (largest.size() > kBoxFields) largest.pop_back();
    for (std::size_t j = 0; j < kBoxFields; ++j) {
      fields_[i].most[j + 1] = fields_[i].most[j] + (j < largest.size() ? largest[j] : 0);
    }
  }
}

bool Box::contains(const Call& call) const {
  const Rank rank = rank_of(call);
  if (call.api != api_ || rank.fields > kBoxFields) return false;
  if (rank.fields == kBoxFields && rank.magnitude > kFullMagnitude) return false;
  return std::all_of(fields_.begin(), fields_.end(), [&](const Field& field) {
    if (field_magnitude(call, field.key) == 0) return true;
    if (is_tight(field.key)) return in_box(api_, field.key, get_integer(call, field.key));
    return std::any_of(field.values.begin(), field.values.end(), [&](const FieldValue& value) {
      Call same = call;
      copy_field(same, field.key, value.holder);
      return same == call;
    });
  });
}

std::uint64_t Box::max_magnitude(int fields) const {
  const std::uint64_t most = fields_.empty() ? 0 : fields_.front().most[fields];
  return fields == kBoxFields ? std::min(most, kFullMagnitude) : most;
}

std::vector<Call> Box::layer(int fields, std::uint64_t magnitude, const MayShow& keep) const {
  Layer layer{keep, {}};
  extend(layer, 0, baseline(api_), fields, magnitude);
  std::sort(layer.found.begin(), layer.found.end(),
            [](const auto& x, const auto& y) { return x.first < y.first; });
  std::vector<Call> calls;
  calls.reserve(layer.found.size());
  for (const auto& [text, call] : layer.found) calls.push_back(call);
  return calls;
}

void Box::extend(Layer& layer, std::size_t first, const Call& call, int fields,
                 std::uint64_t magnitude) const {
  if (fields == 0) {
    if (magnitude == 0 && layer.keep(call)) layer.found.emplace_back(print_call(call), call);
    return;
  }
  for (std::size_t i = first; i < fields_.size() && magnitude <= fields_[i].most[fields]; ++i) {
    // The other fields need at least 1 each, and can give at most so much.
    const auto others = static_cast<std::uint64_t>(fields - 1);
    if (magnitude <= others) return;
    const std::uint64_t rest = i + 1 < fields_.size() ? fields_[i + 1].most[others] : 0;
    const std::uint64_t least = magnitude > rest ? magnitude - rest : 1;
    const std::uint64_t most = std::min(magnitude - others, fields_[i].max);
    for (std::uint64_t step = std::max<std::uint64_t>(least, 1); step <= most; ++step)
      set(layer, i, call, fields, magnitude, step);
  }
}

void Box::set(Layer& layer, std::size_t index, const Call& call, int fields,
              std::uint64_t magnitude, std::uint64_t step) const {
  const Field& field = fields_[index];
  const auto go_on = [&](const Call& from) {
    extend(layer, index + 1, with_field(call, field.key, from), fields - 1, magnitude - step);
  };
  if (is_tight(field.key)) {
    const std::int64_t tight = default_integer(call, field.key);
    for (std::int64_t slack : {-static_cast<std::int64_t>(step), static_cast<std::int64_t>(step)}) {
      if (!in_box(api_, field.key, tight + slack)) continue;
      Call from = call;
      set_integer(from, field.key, tight + slack);
      go_on(from);
    }
    return;
  }
  const auto [begin, end] = std::equal_range(
      field.values.begin(), field.values.end(), FieldValue{step, {}},
      [](const FieldValue& x, const FieldValue& y) { return x.magnitude < y.magnitude; });
  std::for_each(begin, end, [&](const FieldValue& value) { go_on(value.holder); });
}

}  // namespace gemmcheck
