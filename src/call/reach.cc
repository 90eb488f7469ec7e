#include "call/reach.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace gemmcheck {
namespace {

// Towards minus infinity, for stretches before their origin as well.
constexpr std::int64_t page_before(std::int64_t place) {
  return place & ~(kPageBytes - 1);
}

}  // namespace

std::int64_t room_for(const Reach& reach, std::int64_t offset) {
  std::int64_t room = 0;
  if (__builtin_add_overflow(reach.before + reach.after, std::abs(offset) + 2 * kBaseAlignment,
                             &room)) {
    return std::numeric_limits<std::int64_t>::max();
  }
  return room;
}

bool can_be_held(const Shape& shape, int element_bytes, std::int64_t offset) {
  std::int64_t column = 0;
  Reach reach;
  if (shape.columns > kMostColumns || !reach_of(shape, element_bytes, &reach) ||
      room_for(reach, offset) > kLargestSpan ||
      __builtin_mul_overflow(shape.rows, element_bytes, &column)) {
    return false;
  }
  // Each may lie in two pages more than it fills.
  const std::int64_t pages = kLargestBytes / kPageBytes;
  return column / kPageBytes + 2 <= pages / std::max<std::int64_t>(1, shape.columns);
}

bool append_needed(const Shape& shape, int element_bytes, const Reach& reach, std::int64_t start,
                   std::vector<Stretch>& needed) {
  Reach described;
  if (!reach_of(shape, element_bytes, &described) || described != reach) {
    if (reach.bytes() != 0) needed.push_back({start - reach.before, start + reach.after});
    return true;
  }
  if (reach.bytes() == 0) return true;
  std::int64_t end = 0;
  if (shape.columns > kMostColumns || __builtin_add_overflow(start, reach.after, &end))
    return false;
  // Neither overflows: the reach holds them.
  const std::int64_t step = shape.columns > 1 ? shape.ld * element_bytes : 0;
  const std::int64_t bytes = shape.rows * element_bytes;
  for (std::int64_t column = 0; column < shape.columns; ++column) {
    const std::int64_t begin = start + column * step;
    needed.push_back({begin, begin + bytes});
  }
  return true;
}

std::vector<Stretch> pages_of(std::vector<Stretch> stretches) {
  for (Stretch& stretch : stretches) {
    stretch = {page_before(stretch.begin), page_before(stretch.end - 1) + kPageBytes};
  }
  std::sort(stretches.begin(), stretches.end(),
            [](const Stretch& x, const Stretch& y) { return x.begin < y.begin; });
  std::vector<Stretch> pages;
  for (const Stretch& stretch : stretches) {
    if (!pages.empty() && stretch.begin <= pages.back().end) {
      pages.back().end = std::max(pages.back().end, stretch.end);
    } else {
      pages.push_back(stretch);
    }
  }
  return pages;
}

}  // namespace gemmcheck
