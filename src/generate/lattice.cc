// Layer `lattice`: every integer from a few small values, independently of each other.
#include <array>

#include "generate/draft.h"

namespace gemmcheck {
namespace {

// Sizes and leading dimensions of -1 to 4: below, on and above every bound that small calls have.
constexpr std::int64_t kSmallest = -1;
constexpr std::uint32_t kValues = 6;

constexpr std::array<double, 4> kScalars = {0, 1, -1, 2};

std::int64_t value(Digits& digits) {
  return kSmallest + digits.take(kValues);
}

// One in eight is illegal.
void set_enum(Draft& draft, Key key, Digits& digits) {
  const bool legal = digits.take(8) != 0;
  draft.set_enum(key, legal, digits.take(32));
}

}  // namespace

void make_lattice(Draft& draft, Random& random) {
  Call& call = draft.call;
  Digits digits(random.next());
  if (draft.api.has_layout) set_enum(draft, Key::kLayout, digits);
  set_enum(draft, Key::kTransa, digits);
  set_enum(draft, Key::kTransb, digits);
  call.m = value(digits);
  call.n = value(digits);
  call.k = value(digits);
  call.lda = value(digits);
  call.ldb = value(digits);
  call.ldc = value(digits);
  call.alpha.re = kScalars[digits.take(kScalars.size())];
  call.beta.re = kScalars[digits.take(kScalars.size())];
  set_guard(call, digits.take(4) == 0 ? Guard::kFront : Guard::kEnd);
}

}  // namespace gemmcheck
