// Accepted calls are capped in cost.
#include <algorithm>
#include <iterator>
#include <optional>

#include "call/extents.h"
#include "generate/draft.h"

namespace gemmcheck {
namespace {

struct OperandRow {
  Operand operand;
  std::int64_t Call::*ld;
  std::int64_t Call::*sizes[2];  ///< the matrix is one by the other, in some order
};
constexpr OperandRow kOperands[] = {
    {Operand::kA, &Call::lda, {&Call::m, &Call::k}},
    {Operand::kB, &Call::ldb, {&Call::k, &Call::n}},
    {Operand::kC, &Call::ldc, {&Call::m, &Call::n}},
};

std::int64_t elements_allowed(const Call& call, const Limits& limits) {
  return limits.operand_bytes / api_info(call.api).element.bytes();
}

bool packed_exceeds(const Call& call, Operand operand, std::int64_t allowed) {
  Shape shape = operand_shape(call, operand);
  shape.ld = shape.rows;
  const std::optional<std::int64_t> elements = extent_elements(shape);
  return !elements || *elements > allowed;
}

void shorten_ld(Call& call, const OperandRow& row, std::int64_t allowed) {
  const Shape shape = operand_shape(call, row.operand);
  if (shape.rows == 0 || shape.columns <= 1) return;
  const std::int64_t most = (allowed - shape.rows) / (shape.columns - 1);
  std::int64_t& ld = call.*row.ld;
  // Spread over what is allowed, so that long leading dimensions do not all become the same one.
  if (ld > most) ld = shape.rows + (ld - shape.rows) % (most - shape.rows + 1);
}

}  // namespace

bool exceeds(const Call& call, const Limits& limits) {
  if (multiply_adds(call) > limits.multiply_adds) return true;
  return std::any_of(std::begin(kOperands), std::end(kOperands), [&](const OperandRow& row) {
    const std::optional<std::int64_t> bytes = extent_bytes(call, row.operand);
    return !bytes || *bytes > limits.operand_bytes;
  });
}

void bring_within(Call& call, const Limits& limits) {
  const std::int64_t most = std::max<std::int64_t>(1, limits.max_size);
  for (std::int64_t* size : {&call.m, &call.n, &call.k}) {
    if (*size > most) *size = 1 + (*size - 1) % most;
  }
  // Each turn halves a size that is at least 1, so these loops end after a few turns.
  while (multiply_adds(call) > std::max<std::int64_t>(0, limits.multiply_adds)) {
    std::int64_t& larger = call.m > call.n ? call.m : call.n;
    (larger > call.k ? larger : call.k) /= 2;
  }
  const std::int64_t allowed = std::max<std::int64_t>(0, elements_allowed(call, limits));
  for (const OperandRow& row : kOperands) {
    while (packed_exceeds(call, row.operand, allowed)) {
      std::int64_t& first = call.*row.sizes[0];
      std::int64_t& second = call.*row.sizes[1];
      (first > second ? first : second) /= 2;
    }
  }
  for (const OperandRow& row : kOperands) shorten_ld(call, row, allowed);
}

}  // namespace gemmcheck
