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

struct Chosen {
  const Fault* fault;
  bool breaks;
};

void apply(Draft& draft, const Chosen& chosen, Digits& digits) {
  if (chosen.breaks) {
    break_clause(draft, *chosen.fault, digits);
  } else {
    meet_clause(draft, *chosen.fault, digits);
  }
}

// A leading dimension of 0 for an operand without rows is still too short; libraries that compare
// with the rows alone let it pass.
void maybe_empty(Draft& draft, const Fault& fault, Digits& digits) {
  if (fault.follows_sizes() && digits.take(4) == 0) draft.rows(fault.rows) = 0;
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

  Digits faults(plan == Plan::kLegal ? 0 : random.next());
  std::array<Chosen, 2> chosen{};
  std::size_t count = 0;
  if (plan != Plan::kLegal && draft.api.fault_count > 1) {
    const std::uint32_t first = faults.take(draft.api.fault_count);
    chosen[count++] = {&draft.api.faults[first], plan != Plan::kMeet};
    if (plan == Plan::kBreakTwo) {
      std::uint32_t second = first + 1 + faults.take(draft.api.fault_count - 1u);
      if (second >= draft.api.fault_count) second -= draft.api.fault_count;
      chosen[count++] = {&draft.api.faults[second], true};
    }
  }

  // A bound follows sizes and enums, so those come first: a leading dimension is then wrong only
  // where it is meant to be.
  for (std::size_t i = 0; i < count; ++i) {
    if (!chosen[i].fault->follows_sizes()) apply(draft, chosen[i], faults);
  }
  if (count == 1) maybe_empty(draft, *chosen[0].fault, faults);
  std::uint32_t left = slacks;
  draft.set_leading_dimensions([&](const Fault&) {
    const std::uint8_t slack = kSlacks[left % kSlacks.size()];
    left /= kSlacks.size();
    return std::int64_t{slack};
  });
  for (std::size_t i = 0; i < count; ++i) {
    if (chosen[i].fault->follows_sizes()) apply(draft, chosen[i], faults);
  }
}

}  // namespace gemmcheck
