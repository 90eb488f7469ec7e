#include "call/extents.h"

#include <array>
#include <limits>
#include <utility>

#include "call/types.h"

namespace gemmcheck {
namespace {

std::int64_t stride_of(const Call& call, Operand operand) {
  return operand == Operand::kA   ? call.strideA
         : operand == Operand::kB ? call.strideB
                                  : call.strideC;
}

// Where the elements of all matrices lie, counted in elements. Precondition: there are some.
std::optional<Stretch> in_elements(const Call& call, Operand operand, std::int64_t matrix) {
  Stretch all{0, matrix};
  if (api_info(call.api).batch != Batch::kStrided) return all;
  std::int64_t last = 0;
  if (__builtin_mul_overflow(stride_of(call, operand), call.batchCount - 1, &last))
    return std::nullopt;
  if (last < 0) {
    all.begin = last;
  } else if (__builtin_add_overflow(last, matrix, &all.end)) {
    return std::nullopt;
  }
  return all;
}

// The byte that an element of so many bits begins in (`round` 0), or the one after those that the
// elements before it fill (`round` 7): eight elements at a time are whole bytes. False if 64 bits
// do not hold it.
bool byte_of(std::int64_t element, int bits, int round, std::int64_t* byte) {
  const std::int64_t rest = ((element & 7) * bits + round) >> 3;
  return !__builtin_mul_overflow(element >> 3, bits, byte) &&
         !__builtin_add_overflow(*byte, rest, byte);
}

}  // namespace

std::optional<Stretch> operand_bytes(const Call& call, Operand operand) {
  const TypeInfo* const type = element_type(call, operand);
  const std::optional<std::int64_t> matrix = extent_elements(operand_shape(call, operand));
  if (type == nullptr || !matrix) return std::nullopt;
  const bool strided = api_info(call.api).batch == Batch::kStrided;
  if (*matrix == 0 || (strided && call.batchCount <= 0)) return Stretch{};
  const std::optional<Stretch> elements = in_elements(call, operand, *matrix);
  Stretch bytes;
  std::int64_t count = 0;
  if (!elements || !byte_of(elements->begin, type->bits(), 0, &bytes.begin) ||
      !byte_of(elements->end, type->bits(), 7, &bytes.end) ||
      __builtin_sub_overflow(bytes.end, bytes.begin, &count)) {
    return std::nullopt;
  }
  return bytes;
}

std::optional<std::int64_t> extent_bytes(const Call& call, Operand operand) {
  const std::optional<Stretch> bytes = operand_bytes(call, operand);
  if (!bytes) return std::nullopt;
  return bytes->bytes();
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
  // An API without batches leaves the count at 1.
  if (call.m <= 0 || call.n <= 0 || call.k <= 0 || call.batchCount <= 0) return 0;
  std::int64_t product = 0;
  if (__builtin_mul_overflow(call.m, call.n, &product) ||
      __builtin_mul_overflow(product, call.k, &product) ||
      __builtin_mul_overflow(product, call.batchCount, &product)) {
    return std::numeric_limits<std::int64_t>::max();
  }
  return product;
}

}  // namespace gemmcheck
