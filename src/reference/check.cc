#include "reference/check.h"

#include <algorithm>
#include <cstdint>

#include "call/api.h"
#include "call/extents.h"
#include "reference/report.h"

namespace gemmcheck {
namespace {

using reference::check_accepted;
using reference::Report;
using reference::shares_with_c;

// An operand that must be bitwise as before, elements between columns included.
void check_unchanged(const Call& call, Operand operand, const std::byte* data,
                     const std::byte* before, std::int64_t bytes, std::span<const Part> parts,
                     Effect effect, Report& report) {
  if (data == nullptr || before == nullptr) return;
  if (bytes < 0) bytes = extent_bytes(call, operand).value_or(0);
  if (bytes == 0) return;
  const int element_bytes = report.element().bytes();
  const std::int64_t index = reference::first_difference(
      data, before, bytes - bytes % element_bytes, element_bytes, parts);
  if (index < 0) return;
  const std::int64_t ld = operand_shape(call, operand).ld;
  const std::int64_t column = ld > 0 ? index / ld : 0;
  report.changed(effect, operand, index - column * std::max<std::int64_t>(ld, 0), column, index,
                 data, before);
}

}  // namespace

void check_memory(const Call& call, const Operands& operands, bool refused,
                  Observation& observation) {
  Report report(call, observation);
  if (operands.a_before != nullptr && (refused || !shares_with_c(call, Operand::kA))) {
    check_unchanged(call, Operand::kA, operands.a, operands.a_before, operands.a_bytes,
                    operands.a_parts, kEffectAChanged, report);
  }
  if (operands.b_before != nullptr && (refused || !shares_with_c(call, Operand::kB))) {
    check_unchanged(call, Operand::kB, operands.b, operands.b_before, operands.b_bytes,
                    operands.b_parts, kEffectBChanged, report);
  }
  if (refused) {
    check_unchanged(call, Operand::kC, operands.c, operands.c_before, operands.c_bytes,
                    operands.c_parts, kEffectRefusedWroteC, report);
  } else {
    check_accepted(call, operands, report);
  }
}

bool wants_sentinel(const Call& call) {
  const ElementType element = api_info(call.api).element;
  const auto is_zero = [&](double value) {
    return element.component_bytes == 4 ? static_cast<float>(value) == 0 : value == 0;
  };
  return is_zero(call.beta.re) && (!element.complex || is_zero(call.beta.im));
}

}  // namespace gemmcheck
