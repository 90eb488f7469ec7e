// Layer `boundary`: a legal call, then at most two clauses broken by the smallest step or exactly
// met.
#include <array>

#include "generate/draft.h"
#include "generate/spread.h"

namespace gemmcheck {
namespace {

enum class Plan : std::uint8_t { kLegal, kMeet, kBreak, kBreakTwo };

constexpr auto kPlans = spread<64, Plan>(
    {{Plan::kLegal, 30}, {Plan::kMeet, 16}, {Plan::kBreak, 13}, {Plan::kBreakTwo, 5}});

// Half of the leading dimensions are tight.
constexpr std::array<std::uint8_t, 16> kSlacks = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 9};

constexpr std::uint32_t kFillKinds = static_cast<std::uint32_t>(FillKind::kInfC) + 1;

void set_slacks(Draft& draft, std::uint32_t slacks) {
  draft.set_leading_dimensions([&](const Fault&) {
    const std::uint8_t slack = kSlacks[slacks % kSlacks.size()];
    slacks /= kSlacks.size();
    return std::int64_t{slack};
  });
}

// A bound follows sizes and enums, so those are broken first: a leading dimension is then wrong
// only where it is meant to be.
void break_or_meet(Draft& draft, const Fault& fault, bool breaks, std::uint32_t slacks,
                   Digits& digits) {
  const auto apply = [&] {
    breaks ? break_clause(draft, fault, digits) : meet_clause(draft, fault, digits);
  };
  if (!fault.follows_sizes()) {
    apply();
    return set_slacks(draft, slacks);
  }
  // A leading dimension of 0 for an operand without rows is still too short; libraries that compare
  // with the rows alone let it pass.
  if (digits.take(4) == 0) draft.rows(fault.rows) = 0;
  set_slacks(draft, slacks);
  apply();
}

void break_two(Draft& draft, const Fault& first, const Fault& second, std::uint32_t slacks,
               Digits& digits) {
  for (const Fault* fault : {&first, &second}) {
    if (!fault->follows_sizes()) break_clause(draft, *fault, digits);
  }
  set_slacks(draft, slacks);
  for (const Fault* fault : {&first, &second}) {
    if (fault->follows_sizes()) break_clause(draft, *fault, digits);
  }
}

void set_circumstances(Draft& draft, Random& random, Digits& digits) {
  Call& call = draft.call;
  if (digits.take(32) == 0) {
    call.fill.kind = static_cast<FillKind>(1 + random.below(kFillKinds - 1));
  }
  if (digits.take(16) == 0) {
    Digits more(random.next());
    Pointer* const pointers[] = {&call.A, &call.B, &call.C};
    Pointer& pointer = *pointers[more.take(3)];
    if (more.take(2) == 0) {
      set_null(pointer);
    } else {
      set_offset(pointer, draft.api, 1 + more.take(8));
    }
  }
}

}  // namespace

void make_boundary(Draft& draft, Random& random, const SizeTable& sizes) {
  Call& call = draft.call;
  Digits shape(random.next());
  draft.set_legal_enums(shape);
  draft.set_sizes(sizes.ordinary, shape);
  const std::uint32_t slacks = shape.take(1 << 12);

  Digits rest(random.next());
  set_guard(call, rest.take(4) == 0 ? Guard::kFront : Guard::kEnd);
  call.alpha = draft.api.scalars->alpha[rest.take(128)];
  call.beta = draft.api.scalars->beta[rest.take(128)];
  set_circumstances(draft, random, rest);
  const Plan plan = kPlans[rest.take(64)];

  const std::uint32_t count = draft.api.fault_count;
  if (plan == Plan::kLegal || count < 2) return set_slacks(draft, slacks);
  Digits digits(random.next());
  const std::uint32_t first = digits.take(count);
  const Fault& fault = draft.api.faults[first];
  if (plan != Plan::kBreakTwo) {
    return break_or_meet(draft, fault, plan == Plan::kBreak, slacks, digits);
  }
  const std::uint32_t second = first + 1 + digits.take(count - 1);
  break_two(draft, fault, draft.api.faults[second < count ? second : second - count], slacks,
            digits);
}

}  // namespace gemmcheck
