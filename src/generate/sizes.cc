#include "generate/sizes.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <vector>

#include "generate/spread.h"

namespace gemmcheck {
namespace {

constexpr std::int32_t kLarger = std::numeric_limits<std::int32_t>::max();

// Endpoints first: 0, 1, 2 and 3 are where loops are empty, single or peeled.
constexpr auto kOrdinary = spread<512, std::int32_t>({{0, 68},
                                                      {1, 72},
                                                      {2, 66},
                                                      {3, 61},
                                                      {4, 46},
                                                      {5, 40},
                                                      {6, 32},
                                                      {7, 24},
                                                      {8, 30},
                                                      {kLarger, 73}});
constexpr auto kClasses = spread<128, std::int32_t>({{-1, 8},
                                                     {0, 32},
                                                     {1, 24},
                                                     {2, 10},
                                                     {3, 11},
                                                     {4, 11},
                                                     {5, 4},
                                                     {6, 4},
                                                     {7, 4},
                                                     {8, 4},
                                                     {kLarger, 16}});

// Kernels work in blocks of 4 to 64: one less and one more than a multiple are their edges.
std::vector<std::int32_t> larger_sizes(std::int64_t max_size) {
  constexpr std::int64_t kSmall = 8;
  constexpr std::int64_t kMost = 1 << 20;
  const std::int64_t most = std::min(max_size, kMost);
  std::vector<std::int32_t> sizes;
  for (std::int64_t size = kSmall + 1; size <= most; ++size) {
    if (size == most || (size + 1) % 4 <= 2) sizes.push_back(static_cast<std::int32_t>(size));
  }
  if (sizes.empty())
    sizes.push_back(static_cast<std::int32_t>(std::clamp<std::int64_t>(most, 0, kSmall)));
  return sizes;
}

template <std::size_t kSize>
void fill(const std::array<std::int32_t, kSize>& weighted, std::int64_t max_size,
          std::array<std::int32_t, kSize>& table) {
  const std::vector<std::int32_t> larger = larger_sizes(max_size);
  const auto slots =
      static_cast<std::size_t>(std::count(weighted.begin(), weighted.end(), kLarger));
  std::size_t used = 0;
  for (std::size_t i = 0; i < kSize; ++i) {
    if (weighted[i] == kLarger) {
      // Where there are more sizes than slots, evenly over all of them, both ends included.
      const std::size_t place =
          larger.size() <= slots ? used % larger.size() : used * (larger.size() - 1) / (slots - 1);
      table[i] = larger[place];
      ++used;
    } else {
      table[i] = static_cast<std::int32_t>(std::min<std::int64_t>(weighted[i], max_size));
    }
  }
}

}  // namespace

SizeTable::SizeTable(std::int64_t max_size) {
  fill(kOrdinary, max_size, ordinary);
  fill(kClasses, max_size, classes);
}

WideValues::WideValues(IntegerRange range) {
  const int bits = 63 - std::countl_zero(static_cast<std::uint64_t>(range.max)) + 1;
  const auto all = [](int count) {
    return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
  };
  std::vector<Row> powers;
  std::vector<Row> lengths;
  for (int b = 1; b < bits; ++b) {
    const std::int64_t power = std::int64_t{1} << b;
    powers.push_back({power - 1, 1});  // and the power itself
    powers.push_back({power, 1});      // and one more
    if (range.min < 0) powers.push_back({-power - 1, 1});
    lengths.push_back({0, all(b + 1)});
  }
  const std::vector<Row> ends = {
      {range.min, 1}, {range.max - 1, 1}, {range.max, 0}, {range.min, 0}};
  const std::vector<Row> near_zero = {{-2, 1}, {-1, 1}, {0, 0}, {1, 0}, {1, 1}, {2, 7}};
  const std::vector<Row> whole = {{range.min, all(bits + (range.min < 0 ? 1 : 0))}};
  struct Group {
    const std::vector<Row>* rows;
    std::size_t slots;
  };
  std::size_t next = 0;
  for (const Group& group : {Group{&ends, 48}, Group{&near_zero, 64}, Group{&powers, 80},
                             Group{&lengths, 32}, Group{&whole, 32}}) {
    for (std::size_t i = 0; i < group.slots; ++i) {
      const std::size_t count = group.rows->size();
      const std::size_t place = count <= group.slots ? i % count : i * count / group.slots;
      rows_.at(next++) = (*group.rows)[place];
    }
  }
}

}  // namespace gemmcheck
