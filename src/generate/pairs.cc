// Layer `pairs`: every argument from a few classes, drawn independently and about evenly, so that
// any two classes of two arguments meet within a few thousand calls (a test counts them).
#include <array>

#include "generate/draft.h"
#include "generate/scalars.h"
#include "generate/spread.h"

namespace gemmcheck {
namespace {

// How far a leading dimension is above its bound; -1 is too short, kDoubled once more the bound.
constexpr std::int8_t kDoubled = 127;
constexpr auto kSlacks = spread<16, std::int8_t>({{-1, 1}, {0, 7}, {1, 4}, {3, 2}, {kDoubled, 2}});

enum class PointerClass : std::uint8_t { kValid, kNull, kOffset, kShared };
constexpr auto kPointerClasses = spread<32, PointerClass>({{PointerClass::kValid, 25},
                                                           {PointerClass::kNull, 4},
                                                           {PointerClass::kOffset, 2},
                                                           {PointerClass::kShared, 1}});

// `other`: whose memory it may lie in.
void set_pointer(Draft& draft, Pointer& pointer, Operand other, Digits& digits) {
  const PointerClass which = kPointerClasses[digits.take(kPointerClasses.size())];
  if (which == PointerClass::kNull) set_null(pointer);
  if (which == PointerClass::kOffset) set_offset(pointer, draft.api, 1 + digits.take(64));
  if (which == PointerClass::kShared && other != Operand::kNone) {
    pointer.kind = PointerKind::kAlias;
    pointer.alias = other;
    if (digits.take(2) == 0) set_offset(pointer, draft.api, digits.take(64));
  }
}

// Most calls have the fill whose results are compared exactly and fastest.
constexpr auto kFills = spread<32, FillKind>({{FillKind::kInt, 25},
                                              {FillKind::kRandom, 1},
                                              {FillKind::kNanA, 1},
                                              {FillKind::kNanB, 1},
                                              {FillKind::kNanC, 1},
                                              {FillKind::kInfA, 1},
                                              {FillKind::kInfB, 1},
                                              {FillKind::kInfC, 1}});

// One in sixteen is illegal.
void set_enum(Draft& draft, Key key, Digits& digits) {
  const bool legal = digits.take(16) != 0;
  draft.set_enum(key, legal, digits.take(32));
}

}  // namespace

void make_pairs(Draft& draft, Random& random, const SizeTable& sizes) {
  Call& call = draft.call;
  Digits shape(random.next());
  if (draft.api.has_layout) set_enum(draft, Key::kLayout, shape);
  set_enum(draft, Key::kTransa, shape);
  set_enum(draft, Key::kTransb, shape);
  draft.set_sizes(sizes.classes, shape);
  // One in eight leaves nothing to do: libraries differ in what they touch all the same, and it
  // takes several rare values at once.
  const bool idle = shape.take(8) == 0;
  const bool no_product = idle && shape.take(4) == 0;  // by alpha, else by k
  if (idle && !no_product) call.k = 0;

  Digits rest(random.next());
  draft.set_leading_dimensions([&](const Fault& fault) {
    const std::int8_t slack = kSlacks[rest.take(kSlacks.size())];
    return slack == kDoubled ? draft.bound(fault) : slack;
  });
  call.alpha = draft.api.scalars->pairs[rest.take(32)];
  call.beta = draft.api.scalars->pairs[rest.take(32)];
  if (no_product) call.alpha.re = call.alpha.im = 0;
  if (idle && !no_product && rest.take(4) == 0) {
    call.alpha.re = rest.take(2) == 0 ? scalar_rows::kNan : scalar_rows::kInf;
  }
  if (idle) call.beta = draft.api.baseline.alpha;  // 1
  call.fill.kind = kFills[rest.take(kFills.size())];
  set_guard(call, rest.take(2) == 0 ? Guard::kFront : Guard::kEnd);

  Digits pointers(random.next());
  set_pointer(draft, call.A, Operand::kNone, pointers);
  set_pointer(draft, call.B, Operand::kA, pointers);
  set_pointer(draft, call.C, pointers.take(2) == 0 ? Operand::kA : Operand::kB, pointers);
}

}  // namespace gemmcheck
