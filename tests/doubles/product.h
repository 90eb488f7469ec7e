// C := alpha op(A) op(B) + beta C, column-major.
#pragma once

#include <complex>
#include <type_traits>
#include <utility>

#include "doubles/arguments.h"
#include "doubles/told.h"

namespace gemmcheck::doubles {

template <typename T>
struct Factor {
  const T* data;
  long ld;
  Op op;

  T operator()(long row, long column) const {
    return op == Op::kNone ? data[column * ld + row] : transposed(data[row * ld + column]);
  }

 private:
  T transposed(T value) const {
    if constexpr (!std::is_floating_point_v<T>) {
      if (op == Op::kConjTrans && !telling(Lie::kConjugationIgnored)) return std::conj(value);
    }
    return value;
  }
};

template <typename T>
struct Product {
  long m, n, k;
  T alpha;
  Factor<T> a, b;
  T beta;
  T* c;
  long ldc;
};

/// A row-major call is the column-major one of the same memory with A and B, m and n exchanged.
template <typename T>
Product<T> column_major(const Arguments& call, T alpha, const T* a, const T* b, T beta, T* c) {
  Product<T> product{
      call.m, call.n, call.k,  alpha, {a, call.lda, call.transa}, {b, call.ldb, call.transb},
      beta,   c,      call.ldc};
  const bool square = call.m == call.n && call.n == call.k;
  bool exchanged = call.layout == Layout::kRowMajor;
  if (telling(Lie::kLayoutIgnored) && square) exchanged = false;
  if (telling(Lie::kOperandsSwapped) && square) exchanged = !exchanged;
  if (exchanged) {
    std::swap(product.a, product.b);
    std::swap(product.m, product.n);
  }
  return product;
}

template <typename T>
T dot(const Product<T>& product, long row, long column) {
  T sum{};
  for (long i = 0; i < product.k; ++i) sum += product.a(row, i) * product.b(i, column);
  return sum;
}

// Where a column of C is written, computed as a library with 32-bit integers might.
template <typename T>
long written_column(long column, long ldc) {
  const long place = column * ldc;
  const bool overflows = std::is_same_v<T, double> && telling(Lie::kIndexOverflows);
  return overflows ? static_cast<int>(static_cast<unsigned long>(place)) : place;
}

template <typename T>
void multiply(const Product<T>& product) {
  const T beta = telling(Lie::kBetaTwice) ? product.beta * product.beta : product.beta;
  bool adds = product.alpha != T(0);
  if (telling(Lie::kReadsABForNothing))
    adds = product.a.data != nullptr && product.b.data != nullptr;
  const bool reads_c = beta != T(0) || telling(Lie::kReadsCForNothing);
  const bool skips_last = telling(Lie::kLastColumnUnwritten) && product.n > 1;
  const long columns = skips_last ? product.n - 1 : product.n;
  for (long j = 0; j < columns; ++j) {
    for (long i = 0; i < product.m; ++i) {
      const T sum = adds && product.k > 0 ? product.alpha * dot(product, i, j) : T(0);
      const T before = reads_c ? product.c[j * product.ldc + i] : T(0);
      product.c[written_column<T>(j, product.ldc) + i] = reads_c ? sum + beta * before : sum;
    }
  }
}

}  // namespace gemmcheck::doubles
