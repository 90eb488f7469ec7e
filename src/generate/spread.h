// Weights as tables: a weighted draw is one uniform index.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>

namespace gemmcheck {

template <typename Value>
struct Weighted {
  Value value;
  std::size_t weight;
};

/// Each value as often as its weight says. Weights that do not add up to the size do not compile.
template <std::size_t kSize, typename Value>
consteval std::array<Value, kSize> spread(std::initializer_list<Weighted<Value>> rows) {
  std::array<Value, kSize> table{};
  std::size_t next = 0;
  for (const Weighted<Value>& row : rows) {
    for (std::size_t i = 0; i < row.weight; ++i) table.at(next++) = row.value;
  }
  if (next != kSize) table.at(kSize);
  return table;
}

}  // namespace gemmcheck
