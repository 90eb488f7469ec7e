#include "call/extents.h"

#include <array>
#include <limits>
#include <utility>

namespace gemmcheck {
std::optional<std::int64_t> extent_bytes(const Call& call, Operand operand) {
  const std::optional<std::int64_t> elements = extent_elements(operand_shape(call, operand));
  std::int64_t bytes = 0;
  if (!elements || __builtin_mul_overflow(*elements, api_info(call.api).element.bytes(), &bytes)) {
    return std::nullopt;
  }
  return bytes;
}

Call mirrored(const Call& call) {
  Call other = call;
  const bool row_major = is_row_major(call.api, call.layout);
  other.layout = *enum_value(call.api, Key::kLayout, row_major ? "ColMajor" : "RowMajor");
  std::swap(other.m, other.n);
  std::swap(other.transa, other.transb);
  std::swap(other.lda, other.ldb);
  std::swap(other.A, other.B);
  for (Pointer* pointer : {&other.A, &other.B, &other.C}) {
    if (pointer->alias == Operand::kA) {
      pointer->alias = Operand::kB;
    } else if (pointer->alias == Operand::kB) {
      pointer->alias = Operand::kA;
    }
  }
  constexpr std::array<std::array<FillKind, 2>, 2> kPairs = {
      {{FillKind::kNanA, FillKind::kNanB}, {FillKind::kInfA, FillKind::kInfB}}};
  for (const auto& [of_a, of_b] : kPairs) {
    if (call.fill.kind == of_a) other.fill.kind = of_b;
    if (call.fill.kind == of_b) other.fill.kind = of_a;
  }
  return other;
}

std::int64_t multiply_adds(const Call& call) {
  if (call.m <= 0 || call.n <= 0 || call.k <= 0) return 0;
  std::int64_t product = 0;
  if (__builtin_mul_overflow(call.m, call.n, &product) ||
      __builtin_mul_overflow(product, call.k, &product)) {
    return std::numeric_limits<std::int64_t>::max();
  }
  return product;
}

}  // namespace gemmcheck
