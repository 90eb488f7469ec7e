// Calls to be accepted whose columns lie so far apart that their places overflow 32 bits: each
// touches a few pages of a large address space.
#include <algorithm>
#include <array>

#include "generate/draft.h"
#include "generate/spread.h"

namespace gemmcheck {
namespace {

// Past these, a place does not fit a signed or an unsigned 32-bit integer.
constexpr std::int64_t kSignedEnd = std::int64_t{1} << 31;
constexpr std::int64_t kUnsignedEnd = std::int64_t{1} << 32;
// Beyond the 32-bit types no address space is large enough for long.
constexpr std::int64_t kLongest = std::int64_t{1} << 33;

// Not so long that a place wraps to next to where the operand begins, where nobody would notice.
constexpr std::int64_t kShortOfMost = std::int64_t{1} << 16;

enum class Length : std::uint8_t { kElements, kBytes, kAny };
constexpr auto kLengths =
    spread<4, Length>({{Length::kElements, 2}, {Length::kBytes, 1}, {Length::kAny, 1}});

// The reducer keeps how far a leading dimension is above its bound while it takes rows away.
constexpr std::int64_t kSpare = 4;

// Where fewer columns or shorter ones overflow as well, all lengths here are long enough for the
// fewest columns that do: then one fault reduces to one call.
std::int64_t far_ld(Draft& draft, std::int64_t columns, Random& random, Digits& digits) {
  // With three columns the last begins at the end of signed numbers; an unsigned one takes four,
  // since leading dimensions are signed.
  const std::int64_t least = columns == 3 ? kSignedEnd / 2 : kUnsignedEnd / 3 + 1;
  const std::int64_t element_bytes = api_info(draft.call.api).element.bytes();
  switch (kLengths[digits.take(kLengths.size())]) {
    case Length::kElements:
      return least + kSpare + digits.take(2);
    case Length::kBytes:  // the second begins there, counted in bytes
      return (digits.take(2) == 0 ? kSignedEnd : kUnsignedEnd) / element_bytes + kSpare +
             digits.take(2);
    case Length::kAny:
      break;
  }
  return random.between(least + kSpare, std::min(draft.api.range.max, kLongest) - kShortOfMost);
}

}  // namespace

void make_far(Draft& draft, Random& random) {
  Call& call = draft.call;
  Digits digits(random.next());
  draft.set_legal_enums(digits);
  for (std::int64_t* size : {&call.m, &call.n, &call.k}) *size = 1 + digits.take(4);
  call.beta.re = digits.take(2);
  // One is far, since that is what costs: mostly C, which is both written and read.
  constexpr auto kWhich =
      spread<8, Operand>({{Operand::kA, 1}, {Operand::kB, 1}, {Operand::kC, 6}});
  const Operand which = kWhich[digits.take(kWhich.size())];
  const std::int64_t columns = digits.take(4) == 0 ? 4 : 3;
  draft.columns(which) = columns;
  Digits lengths(random.next());
  draft.set_leading_dimensions([&](const Fault& fault) {
    if (fault.rows != which) return std::int64_t{0};
    // As slack: what is above the bound.
    return std::max<std::int64_t>(0, far_ld(draft, columns, random, lengths) - draft.bound(fault));
  });
}

}  // namespace gemmcheck
