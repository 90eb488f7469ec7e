// Calls with any values in any fields, a function of a seed.
#pragma once

#include <cstdint>
#include <limits>
#include <random>

#include "call/call.h"
#include "call/enums.h"
#include "call/text_keys.h"

namespace gemmcheck {

class RandomCall {
 public:
  explicit RandomCall(std::uint64_t seed) : random_(seed) {}

  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }

  Call operator()(Api api) {
    Call call = baseline(api);
    for (const KeyRow& row : kKeyRows) {
      if (has_key(api, row.key) && !row.tight && below(2) == 0) set(call, row);
    }
    set_tight(call);
    for (const KeyRow& row : kKeyRows) {
      if (has_key(api, row.key) && row.tight && below(2) == 0) set(call, row);
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

  void set(Call& call, const KeyRow& row) {
    switch (row.kind) {
      case ValueKind::kInteger:
      case ValueKind::kEnum:
        set_integer(call, row.key,
                    integer(default_integer(call, row.key), integer_range(call.api, row.key)));
        break;
      case ValueKind::kWord:
        set_integer(call, row.key, static_cast<std::int64_t>(below(2)));
        break;
      case ValueKind::kScalar:
        (call.*row.scalar).re = number();
        if (api_info(call.api).element.complex) (call.*row.scalar).im = number();
        break;
      case ValueKind::kPointer:
        if (below(2) == 0) {
          (call.*row.pointer).kind = PointerKind::kNull;
        } else {
          (call.*row.pointer).offset = static_cast<std::int32_t>(below(100));
        }
        break;
      case ValueKind::kWorkspace:
        call.workspace.bytes = static_cast<std::int64_t>(below(100));
        break;
      case ValueKind::kFill:
        call.fill.kind = static_cast<FillKind>(below(8));
        call.fill.seed = static_cast<std::uint32_t>(below(3) == 0 ? random_() : below(3));
        break;
    }
  }

  std::mt19937_64 random_;
};

}  // namespace gemmcheck
