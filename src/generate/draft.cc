#include "generate/draft.h"

namespace gemmcheck {

void break_clause(Draft& draft, const Fault& fault, Digits& digits) {
  if (fault.test == Test::kNotAmong) {
    draft.set_enum(fault.key, false, digits.take(32));
    return;
  }
  const std::int64_t largest = draft.bound(fault) - 1;
  std::int64_t value = largest;
  if (digits.take(8) == 0) {
    const std::int64_t others[] = {0, -1, -largest - 1, draft.api.range.min};
    value = others[digits.take(4)];
  }
  draft.call.*fault.field = std::min(value, largest);
}

void meet_clause(Draft& draft, const Fault& fault, Digits& digits) {
  if (fault.test == Test::kNotAmong) {
    draft.set_enum(fault.key, true, digits.take(32));
    return;
  }
  draft.call.*fault.field = draft.bound(fault);
}

void break_both(Draft& draft, const Fault& first, const Fault& second) {
  constexpr std::uint64_t kSmallestStep = ~std::uint64_t{0};
  draft.call.m = draft.call.n = draft.call.k = 2;
  for (const bool follows : {false, true}) {
    if (follows) {
      draft.set_leading_dimensions([](const Fault&) { return 0; });
    }
    for (const Fault* fault : {&first, &second}) {
      Digits digits(kSmallestStep);
      if (fault->follows_sizes() == follows) break_clause(draft, *fault, digits);
    }
  }
}

}  // namespace gemmcheck
