// The quick yes by itself. Where it says no wrongly, the element-wise judge puts it right, slowly;
// so only here does it show.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "reference/contents.h"
#include "reference/problem.h"

namespace gemmcheck::reference {
namespace {

template <typename T, bool kIsComplex>
struct Kind {
  using Component = T;
  static constexpr bool kComplex = kIsComplex;
};

template <typename K>
class Product : public ::testing::Test {
 public:
  using T = typename K::Component;
  static constexpr std::int64_t kParts = K::kComplex ? 2 : 1;

  std::vector<T> filled(std::int64_t elements, FillKind kind, Operand operand) {
    std::vector<T> data(static_cast<std::size_t>(elements * kParts));
    fill_components(data.data(), data.size(), sizeof(T), {kind, {}, 3}, operand, Guard::kFront);
    return data;
  }
  static const std::byte* bytes(const std::vector<T>& data) {
    return reinterpret_cast<const std::byte*>(data.data());
  }
  static Factor factor(const std::vector<T>& data, bool across, bool conjugate, std::int64_t ld) {
    return {bytes(data), across ? ld : 1, across ? 1 : ld, conjugate, across};
  }

  // Sets up the problem and makes C what the formula has, in long double.
  void make(FillKind kind, bool a_across, bool b_across, bool conjugate, T beta) {
    conjugate = conjugate && K::kComplex;
    const std::int64_t lda = (a_across ? problem.k : problem.m) + 1;
    const std::int64_t ldb = (b_across ? problem.n : problem.k) + 1;
    problem.ldc = problem.m + 1;
    a = filled(lda * (a_across ? problem.m : problem.k) + 1, kind, Operand::kA);
    b = filled(ldb * (b_across ? problem.k : problem.n) + 1, kind, Operand::kB);
    before = filled(problem.ldc * problem.n, kind, Operand::kC);
    problem.a = factor(a, a_across, conjugate, lda);
    problem.b = factor(b, b_across, conjugate, ldb);
    problem.alpha[0] = 3;
    problem.alpha[1] = K::kComplex ? -2 : 0;
    problem.beta[0] = beta;
    problem.beta[1] = 0;
    problem.reads_c = beta != 0;
    problem.integers = kind == FillKind::kInt;
    problem.arithmetic = classify(problem);
    c = before;
    problem.c = bytes(c);
    problem.c_before = bytes(before);
    for (std::int64_t j = 0; j < problem.n; ++j) {
      for (std::int64_t i = 0; i < problem.m; ++i) element(i, j);
    }
  }
  void element(std::int64_t i, std::int64_t j) {
    long double re = 0, im = 0;
    for (std::int64_t l = 0; l < problem.k; ++l) {
      const auto x = load(a, problem.a, i, l), y = load(b, problem.b, l, j);
      re += x.re * y.re - x.im * y.im;
      im += x.re * y.im + x.im * y.re;
    }
    const long double alpha_re = problem.alpha[0], alpha_im = problem.alpha[1];
    const auto at = static_cast<std::size_t>((i + j * problem.ldc) * kParts);
    c[at] = static_cast<T>(alpha_re * re - alpha_im * im +
                           problem.beta[0] * static_cast<long double>(before[at]));
    if (K::kComplex) {
      c[at + 1] = static_cast<T>(alpha_re * im + alpha_im * re +
                                 problem.beta[0] * static_cast<long double>(before[at + 1]));
    }
  }
  struct Number {
    long double re, im;
  };
  static Number load(const std::vector<T>& data, const Factor& factor, std::int64_t i,
                     std::int64_t j) {
    const auto at =
        static_cast<std::size_t>((i * factor.row_stride + j * factor.column_stride) * kParts);
    const long double im = K::kComplex ? data[at + kParts - 1] : 0;
    return {data[at], factor.conjugate ? -im : im};
  }

  Problem<T> problem{};
  std::vector<T> a, b, c, before;
};

using Kinds = ::testing::Types<Kind<float, false>, Kind<float, true>, Kind<double, false>,
                               Kind<double, true>>;
TYPED_TEST_SUITE(Product, Kinds);

// Sizes on both sides of the block's height, of the columns held at a time, and of the packed
// depth.
TYPED_TEST(Product, SaysYesToWhatIsRightAndNoToOneWrongComponent) {
  using T = typename TypeParam::Component;
  std::mt19937 random(5);
  for (const std::int64_t m : {1, 2, 3, 4, 5, 6, 7, 8, 9, 17}) {
    for (const std::int64_t n : {1, 2, 35}) {
      for (const std::int64_t k : {0, 1, 7, 128, 131, 260}) {
        const unsigned ops = random();
        for (const FillKind kind : {FillKind::kInt, FillKind::kRandom}) {
          this->problem.m = m;
          this->problem.n = n;
          this->problem.k = k;
          this->make(kind, ops & 1, ops & 2, ops & 4, static_cast<T>(ops >> 3 & 1) * T{-3});
          ASSERT_EQ(this->problem.arithmetic,
                    kind == FillKind::kInt ? Arithmetic::kExact : Arithmetic::kBounded);
          ASSERT_TRUE((all_fit<T, TypeParam::kComplex>(this->problem)))
              << m << " " << n << " " << k << " ops " << (ops & 15);
          const auto element = static_cast<std::int64_t>(random() % (m * n));
          const std::size_t at = static_cast<std::size_t>(
              (element % m + element / m * this->problem.ldc) * this->kParts +
              static_cast<std::int64_t>(random() % this->kParts));
          const T right = this->c[at];
          this->c[at] = kind == FillKind::kInt ? std::nextafter(right, T{1e30}) : right + T{1};
          ASSERT_FALSE((all_fit<T, TypeParam::kComplex>(this->problem)));
          this->c[at] = std::numeric_limits<T>::quiet_NaN();
          ASSERT_FALSE((all_fit<T, TypeParam::kComplex>(this->problem)));
        }
      }
    }
  }
}

// NaN in a real product settles itself; so does a NaN answer to a complex one.
TYPED_TEST(Product, SaysYesToANanThatMustBe) {
  using T = typename TypeParam::Component;
  this->problem.m = 9;
  this->problem.n = 3;
  this->problem.k = 4;
  for (const FillKind kind : {FillKind::kInt, FillKind::kRandom}) {
    this->make(kind, false, true, true, 0);
    this->a[0] = std::numeric_limits<T>::quiet_NaN();  // reaches row 0
    for (std::int64_t j = 0; j < 3; ++j) this->element(0, j);
    EXPECT_TRUE((all_fit<T, TypeParam::kComplex>(this->problem)));
    this->c[0] = 1;
    if (TypeParam::kComplex) this->c[1] = 1;
    EXPECT_FALSE((all_fit<T, TypeParam::kComplex>(this->problem)));
  }
}

}  // namespace
}  // namespace gemmcheck::reference
