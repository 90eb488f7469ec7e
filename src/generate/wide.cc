// Layer `wide`: the full range of every integer. Most of these calls are refused; the rest touch
// little memory.
#include <algorithm>
#include <array>

#include "generate/draft.h"
#include "generate/spread.h"

namespace gemmcheck {
namespace {

enum class Plan : std::uint8_t {
  kAny,         ///< every integer from its full range
  kOneFault,    ///< huge legal sizes and leading dimensions, then one clause broken: products past
                ///< 2^31 that must not be computed in 32 bits
  kOneColumn,   ///< a huge leading dimension that nothing is multiplied with
  kNoElements,  ///< one huge size, the others 0: accepted, and nothing to do
};
constexpr auto kPlans = spread<8, Plan>(
    {{Plan::kAny, 2}, {Plan::kOneFault, 3}, {Plan::kOneColumn, 2}, {Plan::kNoElements, 1}});

void set_sizes(Call& call, std::int64_t m, std::int64_t n, std::int64_t k) {
  call.m = m;
  call.n = n;
  call.k = k;
}

void set_any(Draft& draft, Random& random) {
  Call& call = draft.call;
  for (std::int64_t* field : {&call.m, &call.n, &call.k, &call.lda, &call.ldb, &call.ldc}) {
    *field = draft.api.wide.draw(random);
  }
}

void set_one_fault(Draft& draft, Random& random) {
  Call& call = draft.call;
  for (std::int64_t* field : {&call.m, &call.n, &call.k}) {
    *field = draft.api.wide.draw_size(random);
  }
  if (draft.api.fault_count == 0) return;
  Digits digits(random.next());
  const Fault& fault = draft.api.faults[digits.take(draft.api.fault_count)];
  if (!fault.follows_sizes()) break_clause(draft, fault, digits);
  draft.set_leading_dimensions(
      [&](const Fault&) { return digits.take(4) == 0 ? draft.api.wide.draw_size(random) : 0; });
  if (fault.follows_sizes()) break_clause(draft, fault, digits);
}

void set_one_column(Draft& draft, Random& random, const SizeTable& sizes) {
  Digits digits(random.next());
  draft.set_sizes(sizes.ordinary, digits);
  draft.columns(static_cast<Operand>(digits.take(3))) = 1;
  draft.set_leading_dimensions([&](const Fault& fault) {
    return draft.columns(fault.rows) <= 1 ? draft.api.wide.draw_size(random)
                                          : std::int64_t{digits.take(2)};
  });
}

void set_no_elements(Draft& draft, Random& random) {
  Digits digits(random.next());
  const std::int64_t size = draft.api.wide.draw_size(random);
  switch (digits.take(3)) {
    case 0:
      set_sizes(draft.call, size, 0, 0);
      break;
    case 1:
      set_sizes(draft.call, 0, size, 0);
      break;
    default:
      set_sizes(draft.call, 0, 0, size);
      break;
  }
  draft.set_leading_dimensions(
      [&](const Fault&) { return digits.take(2) == 0 ? 0 : draft.api.wide.draw_size(random); });
}

}  // namespace

void make_wide(Draft& draft, Random& random, const SizeTable& sizes) {
  Call& call = draft.call;
  Digits digits(random.next());
  draft.set_legal_enums(digits);
  call.alpha = draft.api.scalars->alpha[digits.take(128)];
  call.beta = draft.api.scalars->beta[digits.take(128)];
  if (digits.take(8) == 0) {
    for (Pointer* pointer : {&call.A, &call.B, &call.C}) {
      set_offset(*pointer, draft.api, 1 + 2 * digits.take(32));
    }
  }
  switch (kPlans[digits.take(kPlans.size())]) {
    case Plan::kAny:
      return set_any(draft, random);
    case Plan::kOneFault:
      return set_one_fault(draft, random);
    case Plan::kOneColumn:
      return set_one_column(draft, random, sizes);
    case Plan::kNoElements:
      return set_no_elements(draft, random);
  }
}

}  // namespace gemmcheck
