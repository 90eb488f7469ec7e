// The quick yes: a blocked product in the call's own component type, written so that the compiler
// vectorises it. Where components are small integers every partial result is exact, so order and
// width do not matter; where they are not, the error of this product is part of the bound.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "reference/problem.h"

namespace gemmcheck::reference {
namespace {

constexpr int kRows = 8;      // of a block: columns of it lie in registers
constexpr int kDepth = 128;   // of a packed piece of A
constexpr int kColumns = 32;  // whose sums are held at a time

// R rows of some columns of op(A), real and imaginary parts apart; columns lie `step` apart.
template <typename T>
struct Panel {
  const Loose<T>* re;
  const Loose<T>* im;
  std::int64_t step;
};

// Room for a panel that must be copied to have its rows side by side.
template <typename T, bool kComplex, int R>
struct Packed {
  Loose<T> re[kDepth * R];
  Loose<T> im[kComplex ? kDepth * R : 1];
};

template <typename T, bool kComplex, int R>
Panel<T> panel(const Factor& a, std::int64_t row, std::int64_t column, int depth,
               Packed<T, kComplex, R>& packed) {
  constexpr int kParts = kComplex ? 2 : 1;
  const Loose<T>* const start =
      components<T>(a.data, row * a.row_stride + column * a.column_stride, kComplex);
  if (!kComplex && (a.row_stride == 1 || R == 1)) return {start, nullptr, a.column_stride};
  for (int p = 0; p < depth; ++p) {
    const Loose<T>* const source = start + p * a.column_stride * kParts;
    for (int r = 0; r < R; ++r) {
      packed.re[p * R + r] = source[r * a.row_stride * kParts];
      if constexpr (kComplex) {
        const T value = source[r * a.row_stride * kParts + 1].value;
        packed.im[p * R + r].value = a.conjugate ? -value : value;
      }
    }
  }
  return {packed.re, packed.im, R};
}

// What one column of a block has come to: the sums, and the sums of magnitudes that bound their
// errors.
template <typename T, bool kComplex, bool kBounds, int R>
struct Sums {
  T re[R];
  T im[kComplex ? R : 1];
  T size[kBounds ? R : 1];
};

// Adds the products of a panel with kWidth columns of op(B) to their sums, or starts these.
template <typename T, bool kComplex, bool kBounds, int R, int kWidth>
void multiply(const Panel<T>& a, const Factor& b, std::int64_t row, std::int64_t column, int depth,
              bool start, Sums<T, kComplex, kBounds, R>* sums) {
  constexpr int kParts = kComplex ? 2 : 1;
  Sums<T, kComplex, kBounds, R> local[kWidth] = {};
  if (!start) {
    for (int c = 0; c < kWidth; ++c) local[c] = sums[c];
  }
  const Loose<T>* source =
      components<T>(b.data, row * b.row_stride + column * b.column_stride, kComplex);
  const std::int64_t next_row = b.row_stride * kParts;
  const std::int64_t next_column = b.column_stride * kParts;
  const T sign = b.conjugate ? T{-1} : T{1};
  const Loose<T>* re = a.re;
  const Loose<T>* im = a.im;
  for (int p = 0; p < depth; ++p) {
    for (int c = 0; c < kWidth; ++c) {
      const T x = source[c * next_column].value;
      if constexpr (kComplex) {
        const T y = sign * source[c * next_column + 1].value;
        for (int r = 0; r < R; ++r) {
          local[c].re[r] += re[r].value * x - im[r].value * y;
          local[c].im[r] += re[r].value * y + im[r].value * x;
        }
        if constexpr (kBounds) {
          const T size = std::fabs(x) + std::fabs(y);
          for (int r = 0; r < R; ++r) {
            local[c].size[r] += (std::fabs(re[r].value) + std::fabs(im[r].value)) * size;
          }
        }
      } else {
        for (int r = 0; r < R; ++r) local[c].re[r] += re[r].value * x;
        if constexpr (kBounds) {
          for (int r = 0; r < R; ++r) local[c].size[r] += std::fabs(re[r].value * x);
        }
      }
    }
    source += next_row;
    re += a.step;
    if constexpr (kComplex) im += a.step;
  }
  for (int c = 0; c < kWidth; ++c) sums[c] = local[c];
}

// Adds up how far each row of a column is from what C should hold; NaN where anything is NaN.
// Without branches, so that the plain case costs little; what it cannot settle goes to
// `column_fits`.
template <typename T, bool kComplex, int R>
void add_distance(const Problem<T>& problem, const Sums<T, kComplex, false, R>& sums,
                  const Loose<T>* actual, const Loose<T>* before, T* distance) {
  const T alpha_re = problem.alpha[0], alpha_im = problem.alpha[1];
  const T beta_re = problem.beta[0], beta_im = problem.beta[1];
  // The subtraction comes last: before, it could round a small difference away.
  if constexpr (kComplex) {
    T re[R], im[R];
    for (int r = 0; r < R; ++r) {
      re[r] = alpha_re * sums.re[r] - alpha_im * sums.im[r];
      im[r] = alpha_re * sums.im[r] + alpha_im * sums.re[r];
    }
    if (problem.reads_c) {
      for (int r = 0; r < R; ++r) {
        const T x = before[2 * r].value, y = before[2 * r + 1].value;
        re[r] += beta_re * x - beta_im * y;
        im[r] += beta_re * y + beta_im * x;
      }
    }
    for (int r = 0; r < R; ++r) {
      distance[r] += std::fabs(re[r] - actual[2 * r].value);
      distance[r] += std::fabs(im[r] - actual[2 * r + 1].value);
    }
  } else {
    T re[R];
    for (int r = 0; r < R; ++r) re[r] = alpha_re * sums.re[r];
    if (problem.reads_c) {
      for (int r = 0; r < R; ++r) re[r] += beta_re * before[r].value;
    }
    for (int r = 0; r < R; ++r) distance[r] += std::fabs(re[r] - actual[r].value);
  }
}

template <typename T>
bool finite(T value) {
  return std::fabs(value) <= std::numeric_limits<T>::max();
}

template <typename T, bool kComplex, bool kBounds, int R>
bool column_fits(const Problem<T>& problem, const Sums<T, kComplex, kBounds, R>& sums,
                 std::int64_t row, std::int64_t column) {
  constexpr int kParts = kComplex ? 2 : 1;
  const std::int64_t place = row + column * problem.ldc;
  const Loose<T>* const actual = components<T>(problem.c, place, kComplex);
  const Loose<T>* const before = components<T>(problem.c_before, place, kComplex);
  const T alpha_re = problem.alpha[0], alpha_im = problem.alpha[1];
  const T beta_re = problem.beta[0], beta_im = problem.beta[1];
  [[maybe_unused]] T allowance{};
  if constexpr (kBounds) {
    allowance = static_cast<T>(kParts * (problem.k + 8)) * std::numeric_limits<T>::epsilon();
  }
  for (int r = 0; r < R; ++r) {
    T re, im{}, size{};
    if constexpr (kComplex) {
      re = alpha_re * sums.re[r] - alpha_im * sums.im[r];
      im = alpha_re * sums.im[r] + alpha_im * sums.re[r];
      if constexpr (kBounds) size = (std::fabs(alpha_re) + std::fabs(alpha_im)) * sums.size[r];
      if (problem.reads_c) {
        const T x = before[2 * r].value, y = before[2 * r + 1].value;
        re += beta_re * x - beta_im * y;
        im += beta_re * y + beta_im * x;
        if constexpr (kBounds) {
          size += (std::fabs(beta_re) + std::fabs(beta_im)) * (std::fabs(x) + std::fabs(y));
        }
      }
      const T x = actual[2 * r].value, y = actual[2 * r + 1].value;
      bool same = re == x && im == y;
      if constexpr (kBounds) {
        const T bound = allowance * size;
        same = same || (std::fabs(re - x) <= bound && std::fabs(im - y) <= bound && finite(bound));
      }
      // Where NaN or Inf came in, a NaN in either part is right whatever the order was.
      const bool special = !finite(re) || !finite(im);
      same = same || (special && (x != x || y != y));
      if (!same) return false;
    } else {
      re = alpha_re * sums.re[r];
      if constexpr (kBounds) size = std::fabs(alpha_re) * sums.size[r];
      if (problem.reads_c) {
        const T x = before[r].value;
        re += beta_re * x;
        if constexpr (kBounds) size += std::fabs(beta_re * x);
      }
      const T x = actual[r].value;
      // NaN and Inf in the data make the same of a real element in every order.
      bool same = re == x || (re != re && x != x);
      if constexpr (kBounds) {
        const T bound = allowance * size;
        same = same || (std::fabs(re - x) <= bound && finite(bound));
      }
      if (!same) return false;
    }
  }
  return true;
}

// All of some columns of a block whose sums are known.
template <typename T, bool kComplex, bool kBounds, int R>
bool columns_fit(const Problem<T>& problem, const Sums<T, kComplex, kBounds, R>* sums,
                 std::int64_t row, std::int64_t column, int width) {
  if constexpr (!kBounds) {
    T distance[R] = {};
    const std::int64_t place = row + column * problem.ldc;
    const std::int64_t next = problem.ldc * (kComplex ? 2 : 1);
    const Loose<T>* actual = components<T>(problem.c, place, kComplex);
    const Loose<T>* before = components<T>(problem.c_before, place, kComplex);
    for (int c = 0; c < width; ++c, actual += next, before += next) {
      add_distance<T, kComplex, R>(problem, sums[c], actual, before, distance);
    }
    T total = 0;
    for (int r = 0; r < R; ++r) total += distance[r];
    if (total == 0) return true;
  }
  for (int c = 0; c < width; ++c) {
    if (!column_fits<T, kComplex, kBounds, R>(problem, sums[c], row, column + c)) return false;
  }
  return true;
}

template <typename T, bool kComplex, bool kBounds, int R>
bool block_fits(const Problem<T>& problem, std::int64_t row) {
  Packed<T, kComplex, R> packed;
  Sums<T, kComplex, kBounds, R> sums[kColumns];
  Panel<T> a{};
  for (std::int64_t column = 0; column < problem.n; column += kColumns) {
    const int width = static_cast<int>(std::min<std::int64_t>(kColumns, problem.n - column));
    if (problem.k == 0) std::fill_n(sums, width, Sums<T, kComplex, kBounds, R>{});
    for (std::int64_t p = 0; p < problem.k; p += kDepth) {
      const int depth = static_cast<int>(std::min<std::int64_t>(kDepth, problem.k - p));
      if (column == 0 || problem.k > kDepth) {
        a = panel<T, kComplex, R>(problem.a, row, p, depth, packed);
      }
      int c = 0;
      for (; c + 2 <= width; c += 2) {
        multiply<T, kComplex, kBounds, R, 2>(a, problem.b, p, column + c, depth, p == 0, sums + c);
      }
      if (c < width) {
        multiply<T, kComplex, kBounds, R, 1>(a, problem.b, p, column + c, depth, p == 0, sums + c);
      }
    }
    if (!columns_fit<T, kComplex, kBounds, R>(problem, sums, row, column, width)) return false;
  }
  return true;
}

template <typename T>
using BlockCheck = bool (*)(const Problem<T>&, std::int64_t row);

// One function a block height, so that the loops over rows have a constant length.
template <typename T, bool kComplex, bool kBounds>
constexpr auto kBlockChecks = []<int... I>(std::integer_sequence<int, I...>) {
  return std::array<BlockCheck<T>, kRows>{block_fits<T, kComplex, kBounds, I + 1>...};
}
(std::make_integer_sequence<int, kRows>());

}  // namespace

template <typename T, bool kComplex>
bool all_fit(const Problem<T>& problem) {
  const auto& checks = problem.arithmetic == Arithmetic::kExact ? kBlockChecks<T, kComplex, false>
                                                                : kBlockChecks<T, kComplex, true>;
  for (std::int64_t row = 0; row < problem.m; row += kRows) {
    const std::int64_t rows = std::min<std::int64_t>(kRows, problem.m - row);
    if (!checks[static_cast<std::size_t>(rows - 1)](problem, row)) return false;
  }
  return true;
}

template bool all_fit<float, false>(const Problem<float>&);
template bool all_fit<float, true>(const Problem<float>&);
template bool all_fit<double, false>(const Problem<double>&);
template bool all_fit<double, true>(const Problem<double>&);

}  // namespace gemmcheck::reference
