// Calls with any values in any fields, a function of a seed.
#pragma once

#include <cstdint>
#include <limits>
#include <random>

#include "call/call.h"
#include "call/enums.h"
#include "minimize/field.h"

namespace gemmcheck {

class RandomCall {
 public:
  explicit RandomCall(std::uint64_t seed) : random_(seed) {}

  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }

  Call operator()(Api api) {
    Call call = baseline(api);
    for (Key key : all_keys()) {
      if (has_key(api, key) && !is_tight(key) && below(2) == 0) set(call, key);
    }
    set_tight(call);
    for (Key key : all_keys()) {
      if (has_key(api, key) && is_tight(key) && below(2) == 0) set(call, key);
    }
    return call;
  }

  std::int64_t integer(std::int64_t base, IntegerRange range) {
    std::int64_t value = base;
    switch (below(4)) {
      case 0:
        value = base + static_cast<std::int64_t>(below(9)) - 4;
        break;
      case 1:
        value = static_cast<std::int64_t>(below(2000)) - 1000;
        break;
      default:
        value = static_cast<std::int32_t>(random_());
        break;
    }
    return value < range.min || value > range.max ? range.min : value;
  }

 private:
  double number() {
    constexpr double kNumbers[] = {0,
                                   -0.0,
                                   1,
                                   -1,
                                   2,
                                   0.5,
                                   1e300,
                                   3,
                                   std::numeric_limits<double>::infinity(),
                                   std::numeric_limits<double>::quiet_NaN()};
    return kNumbers[below(std::size(kNumbers))];
  }

  void set(Call& call, Key key) {
    if (is_choice(key)) {
      set_integer(call, key, static_cast<std::int64_t>(below(2)));
    } else if (holds_integer(key)) {
      set_integer(call, key, integer(default_integer(call, key), integer_range(call.api, key)));
    } else if (const auto scalar = scalar_member(key)) {
      (call.*scalar).re = number();
      if (api_info(call.api).complex_scalars) (call.*scalar).im = number();
    } else if (const auto pointer = pointer_member(key)) {
      if (below(2) == 0) {
        (call.*pointer).kind = PointerKind::kNull;
      } else {
        (call.*pointer).offset = static_cast<std::int32_t>(below(100));
      }
    } else if (key == Key::kFill) {
      call.fill.kind = static_cast<FillKind>(below(8));
      call.fill.seed = static_cast<std::uint32_t>(below(3) == 0 ? random_() : below(3));
    }
  }

  std::mt19937_64 random_;
};

}  // namespace gemmcheck
