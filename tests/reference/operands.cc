#include "reference/operands.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>

#include "call/api.h"
#include "call/enums.h"
#include "call/extents.h"
#include "reference/contents.h"

namespace gemmcheck::testing {
namespace {

template <typename T>
struct Number {
  T re{};
  T im{};
};

template <typename T>
class Conforming {
 public:
  Conforming(const Call& call, Memory& memory, const Style& style)
      : call_(call),
        memory_(memory),
        style_(style),
        complex_(api_info(call.api).element.complex),
        row_major_(is_row_major(call.api, call.layout)),
        alpha_{static_cast<T>(call.alpha.re), static_cast<T>(complex_ ? call.alpha.im : 0)},
        beta_{static_cast<T>(call.beta.re), static_cast<T>(complex_ ? call.beta.im : 0)} {}

  void run() {
    const bool product = !(alpha_.re == 0 && alpha_.im == 0) && call_.k > 0;
    if (!product && beta_.re == 1 && beta_.im == 0) return;
    for (std::int64_t i = 0; i < call_.m; ++i) {
      for (std::int64_t j = 0; j < call_.n; ++j) element(i, j, product);
    }
  }

 private:
  Number<T> load(const std::vector<std::byte>& data, std::int64_t ld, bool transposed,
                 std::int64_t i, std::int64_t j) const {
    Number<T> value;
    std::memcpy(&value, data.data() + place(ld, transposed, i, j),
                complex_ ? 2 * sizeof(T) : sizeof(T));
    return value;
  }
  std::int64_t place(std::int64_t ld, bool transposed, std::int64_t i, std::int64_t j) const {
    if (transposed) std::swap(i, j);
    const std::int64_t index = row_major_ ? i * ld + j : i + j * ld;
    return index * static_cast<std::int64_t>(complex_ ? 2 * sizeof(T) : sizeof(T));
  }

  T multiply_add(T x, T y, T sum) const { return style_.fused ? std::fma(x, y, sum) : x * y + sum; }
  // sum + x * y
  Number<T> add(Number<T> sum, Number<T> x, Number<T> y) const {
    sum.re = multiply_add(x.re, y.re, sum.re);
    if (!complex_) return sum;
    sum.re = multiply_add(-x.im, y.im, sum.re);
    sum.im = multiply_add(x.im, y.re, multiply_add(x.re, y.im, sum.im));
    return sum;
  }
  Number<T> scale(Number<T> scalar, Number<T> x) const {
    if (style_.real_scalars && scalar.im == 0) return {scalar.re * x.re, scalar.re * x.im};
    return add({}, scalar, x);
  }

  void element(std::int64_t i, std::int64_t j, bool product) {
    Number<T> result;
    if (product) {
      Number<T> sums[2];
      for (std::int64_t step = 0; step < call_.k; ++step) {
        const std::int64_t l = style_.backwards ? call_.k - 1 - step : step;
        Number<T> a = load(memory_.a, call_.lda, is_transposed(call_.api, call_.transa), i, l);
        Number<T> b = load(memory_.b, call_.ldb, is_transposed(call_.api, call_.transb), l, j);
        if (is_conjugated(call_.api, call_.transa)) a.im = -a.im;
        if (is_conjugated(call_.api, call_.transb)) b.im = -b.im;
        if (style_.alpha_on_a) a = scale(alpha_, a);
        if (style_.alpha_on_b) b = scale(alpha_, b);
        Number<T>& sum = sums[style_.pairwise ? step % 2 : 0];
        sum = add(sum, a, b);
      }
      result = {sums[0].re + sums[1].re, sums[0].im + sums[1].im};
      if (!style_.alpha_on_a && !style_.alpha_on_b) result = scale(alpha_, result);
    }
    if (!(beta_.re == 0 && beta_.im == 0)) {
      const Number<T> scaled = scale(beta_, load(memory_.c, call_.ldc, false, i, j));
      result = {result.re + scaled.re, result.im + scaled.im};
    }
    std::memcpy(memory_.c.data() + place(call_.ldc, false, i, j), &result,
                complex_ ? 2 * sizeof(T) : sizeof(T));
  }

  const Call& call_;
  Memory& memory_;
  const Style style_;
  const bool complex_;
  const bool row_major_;
  const Number<T> alpha_;
  const Number<T> beta_;
};

std::vector<std::byte> filled(const Call& call, Operand operand, bool sentinel) {
  std::vector<std::byte> data(static_cast<std::size_t>(extent_bytes(call, operand).value_or(0)));
  fill_operand(data.data(), operand_shape(call, operand), api_info(call.api).element, call.fill,
               operand, static_cast<Guard>(call.guard), sentinel);
  return data;
}

}  // namespace

Memory::Memory(const Call& call)
    : a(filled(call, Operand::kA, false)),
      b(filled(call, Operand::kB, false)),
      c(filled(call, Operand::kC, wants_sentinel(call))),
      a_before(a),
      b_before(b),
      c_before(c) {}

Operands Memory::operands(bool with_before) {
  return {a.data(),
          b.data(),
          c.data(),
          c_before.data(),
          with_before ? a_before.data() : nullptr,
          with_before ? b_before.data() : nullptr};
}

void conform(const Call& call, Memory& memory, const Style& style) {
  if (api_info(call.api).element.component_bytes == 4) {
    Conforming<float>(call, memory, style).run();
  } else {
    Conforming<double>(call, memory, style).run();
  }
}

}  // namespace gemmcheck::testing
