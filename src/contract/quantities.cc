#include "contract/quantities.h"

namespace gemmcheck {
namespace {

const Pointer* pointer_of(const Call& call, Operand operand) {
  switch (operand) {
    case Operand::kA:
      return &call.A;
    case Operand::kB:
      return &call.B;
    case Operand::kC:
      return &call.C;
    case Operand::kNone:
      break;
  }
  return nullptr;
}

// Whose memory a pointer lies in, after all aliases, and how far from its aligned base.
struct Place {
  Operand owner;
  bool null;
  std::int64_t offset;
};

Place place_of(const Call& call, Operand operand) {
  Place place{operand, false, 0};
  // Three operands make chains of at most two aliases; a longer one runs in a circle and owns no
  // memory of its own, so where it is cut does not matter.
  for (int step = 0; step < 3; ++step) {
    const Pointer* pointer = pointer_of(call, place.owner);
    place.null = pointer->kind == PointerKind::kNull;
    if (!place.null) place.offset += pointer->offset;
    if (pointer->kind != PointerKind::kAlias || pointer->alias == Operand::kNone) break;
    place.owner = pointer->alias;
  }
  return place;
}

}  // namespace

std::int64_t offset_of(const Call& call, Operand operand) {
  return place_of(call, operand).offset;
}

void set_circumstances(const Call& call, const ApiInfo& info, Quantities& q) {
  using enum Quantity;
  const bool by_reference = info.convention == Convention::kFortran || info.element.complex;
  const bool null_alpha = by_reference && call.alpha.null;
  const bool null_beta = by_reference && call.beta.null;
  q[kAlphaIsNull] = null_alpha;
  q[kBetaIsNull] = null_beta;
  // A null scalar has no value.
  if (null_alpha) q[kAlphaIsZero] = 0;
  if (null_beta) q[kBetaIsZero] = q[kBetaIsOne] = 0;

  const Place a = place_of(call, Operand::kA);
  const Place b = place_of(call, Operand::kB);
  const Place c = place_of(call, Operand::kC);
  const auto misaligned = [&info](const Place& place) {
    return !place.null && place.offset % info.element.component_bytes != 0;
  };
  q[kAIsNull] = a.null;
  q[kBIsNull] = b.null;
  q[kCIsNull] = c.null;
  q[kAIsMisaligned] = misaligned(a);
  q[kBIsMisaligned] = misaligned(b);
  q[kCIsMisaligned] = misaligned(c);
  q[kCOverlapsA] = !c.null && c.owner == a.owner;
  q[kCOverlapsB] = !c.null && c.owner == b.owner;
}

}  // namespace gemmcheck
