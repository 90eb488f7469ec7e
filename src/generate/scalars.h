// The values of alpha and beta, each with its weight in the two layers that draw them.
#pragma once

#include <array>
#include <cstddef>
#include <limits>

#include "call/call.h"

namespace gemmcheck {

/// A draw is one uniform index into one of these.
struct ScalarTable {
  std::array<Scalar, 128> alpha;  ///< ordinary: mostly small integers, about 2 % NaN or Inf
  std::array<Scalar, 128> beta;
  std::array<Scalar, 32> pairs;  ///< the same values, the rare ones more often
};

namespace scalar_rows {

struct Row {
  double re;
  double im;
  std::size_t alpha;
  std::size_t beta;
  std::size_t pairs;
};

inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInf = std::numeric_limits<double>::infinity();

// Small integers keep results exact. 0 (both signs) and 1 are the values that the contract speaks
// of; NaN and Inf show which products a library really skips.
inline constexpr Row kReal[] = {
    {1, 0, 50, 37, 7},  {0, 0, 20, 40, 7},  {-1, 0, 16, 14, 5}, {2, 0, 17, 17, 5},
    {-2, 0, 8, 6, 2},   {3, 0, 8, 5, 1},    {0.5, 0, 5, 5, 2},  {-0.0, 0, 2, 2, 1},
    {kNan, 0, 1, 1, 1}, {kInf, 0, 1, 1, 1},
};
inline constexpr Row kComplex[] = {
    {1, 0, 36, 28, 5},  {0, 0, 20, 36, 5},  {-1, 0, 12, 12, 3}, {2, 0, 10, 10, 2},
    {0, 1, 12, 10, 3},  {0, -1, 6, 5, 1},   {1, -2, 10, 9, 3},  {-1, 3, 9, 6, 1},
    {1, 1, 4, 3, 1},    {0.5, 0, 3, 3, 1},  {0, -0.5, 2, 2, 2}, {-0.0, 0, 1, 1, 1},
    {0, -0.0, 1, 1, 1}, {kNan, 0, 1, 1, 1}, {0, kNan, 0, 0, 1}, {1, -kInf, 1, 1, 1},
};

template <std::size_t kSize, std::size_t kRows>
constexpr std::array<Scalar, kSize> spread(const Row (&rows)[kRows], std::size_t Row::*weight) {
  std::array<Scalar, kSize> table{};
  std::size_t next = 0;
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.*weight; ++i) {
      table.at(next).re = row.re;  // .at: weights of more than kSize do not compile
      table.at(next).im = row.im;
      ++next;
    }
  }
  if (next != kSize) table.at(kSize);
  return table;
}

template <std::size_t kRows>
constexpr ScalarTable table_of(const Row (&rows)[kRows]) {
  return {spread<128>(rows, &Row::alpha), spread<128>(rows, &Row::beta),
          spread<32>(rows, &Row::pairs)};
}

}  // namespace scalar_rows

inline constexpr ScalarTable kRealScalars = scalar_rows::table_of(scalar_rows::kReal);
inline constexpr ScalarTable kComplexScalars = scalar_rows::table_of(scalar_rows::kComplex);

}  // namespace gemmcheck
