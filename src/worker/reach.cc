#include "worker/reach.h"

#include "call/enums.h"

namespace gemmcheck {
namespace {

std::int64_t ld_of(const Call& call, Operand operand) {
  switch (operand) {
    case Operand::kA:
      return call.lda;
    case Operand::kB:
      return call.ldb;
    default:
      return call.ldc;
  }
}

bool is_zero(const Scalar& scalar, ElementType element) {
  const auto zero = [&](double value) {
    return element.component_bytes == 8 ? value == 0 : static_cast<float>(value) == 0;
  };
  return zero(scalar.re) && (!element.complex || zero(scalar.im));
}

}  // namespace

std::optional<Reach> reach_of(const Call& call, Operand operand) {
  Reach reach;
  if (!reach_of(operand_shape(call, operand), api_info(call.api).element.bytes(), &reach)) {
    return std::nullopt;
  }
  return reach;
}

std::array<Shape, 3> operand_shapes(const Call& call) {
  const bool row_major = is_row_major(call.api, call.layout);
  const std::int64_t m = std::max<std::int64_t>(0, call.m);
  const std::int64_t n = std::max<std::int64_t>(0, call.n);
  const std::int64_t k = std::max<std::int64_t>(0, call.k);
  const auto shape = [](std::int64_t rows, std::int64_t columns, std::int64_t ld, bool swapped) {
    return swapped ? Shape{columns, rows, ld} : Shape{rows, columns, ld};
  };
  return {shape(m, k, call.lda, is_transposed(call.api, call.transa) != row_major),
          shape(k, n, call.ldb, is_transposed(call.api, call.transb) != row_major),
          shape(m, n, call.ldc, row_major)};
}

bool may_be_accepted(const Call& call) {
  if (call.m < 0 || call.n < 0 || call.k < 0) return false;
  // A value without a name is nothing that a library could take for an extension.
  for (const Key key : {Key::kLayout, Key::kTransa, Key::kTransb}) {
    if (has_key(call.api, key) && enum_name(call.api, key, get_integer(call, key)).empty()) {
      return false;
    }
  }
  return std::all_of(kOperands.begin(), kOperands.end(), [&](Operand operand) {
    return ld_of(call, operand) >= std::max<std::int64_t>(1, ld_rows(call, operand));
  });
}

bool is_touched(const Call& call, Operand operand) {
  if (call.m <= 0 || call.n <= 0) return false;
  return operand == Operand::kC || (call.k > 0 && !is_zero(call.alpha, api_info(call.api).element));
}

}  // namespace gemmcheck
