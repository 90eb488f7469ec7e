#include "minimize/order.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "call/text.h"
#include "minimize/field.h"
#include "minimize/minimize.h"

namespace gemmcheck {

int fields_off_baseline(const Call& call) {
  return std::popcount(off_baseline(call));
}

std::uint64_t magnitude_off_baseline(const Call& call) {
  std::uint64_t sum = 0;
  for (Key key : all_keys()) {
    if (__builtin_add_overflow(sum, field_magnitude(call, key), &sum)) return ~std::uint64_t{0};
  }
  return sum;
}

Rank rank_of(const Call& call) {
  return {fields_off_baseline(call), magnitude_off_baseline(call), print_call(call)};
}

bool simpler(const Call& x, const Call& y) {
  const int fields_x = fields_off_baseline(x);
  const int fields_y = fields_off_baseline(y);
  if (fields_x != fields_y) return fields_x < fields_y;
  const std::uint64_t magnitude_x = magnitude_off_baseline(x);
  const std::uint64_t magnitude_y = magnitude_off_baseline(y);
  if (magnitude_x != magnitude_y) return magnitude_x < magnitude_y;
  return print_call(x) < print_call(y);
}

void sort_simplest_first(std::vector<Call>& calls) {
  std::vector<std::pair<Rank, std::size_t>> ranks;
  ranks.reserve(calls.size());
  for (std::size_t i = 0; i < calls.size(); ++i) ranks.emplace_back(rank_of(calls[i]), i);
  std::sort(ranks.begin(), ranks.end());
  std::vector<Call> sorted;
  sorted.reserve(calls.size());
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (i == 0 || ranks[i].first != ranks[i - 1].first) sorted.push_back(calls[ranks[i].second]);
  }
  calls = std::move(sorted);
}

}  // namespace gemmcheck
