#include "reference/report.h"

#include <algorithm>
#include <cstring>

#include "call/enums.h"

namespace gemmcheck::reference {

Report::Report(const Call& call, Observation& observation)
    : element_(api_info(call.api).element),
      row_major_(is_row_major(call.api, call.layout)),
      observation_(observation) {}

void Report::changed(Effect effect, Operand operand, std::int64_t row, std::int64_t column,
                     std::int64_t index, const std::byte* now, const std::byte* before) {
  if (!first(effect, operand, row, column)) return;
  for (int part = 0; part < 2; ++part) {
    observation_.expected[static_cast<std::size_t>(part)] = component(before, index, part);
    observation_.actual[static_cast<std::size_t>(part)] = component(now, index, part);
  }
}

void Report::wrong(Effect effect, std::int64_t row, std::int64_t column, std::int64_t index,
                   const std::byte* now, const Judged& judged) {
  if (!first(effect, Operand::kC, row, column)) return;
  for (int part = 0; part < 2; ++part) {
    observation_.expected[static_cast<std::size_t>(part)] = judged.expected[part];
    observation_.actual[static_cast<std::size_t>(part)] = component(now, index, part);
  }
}

bool Report::first(Effect effect, Operand operand, std::int64_t row, std::int64_t column) {
  const bool first = observation_.effects == 0;
  observation_.effects |= effect;
  if (!first) return false;
  observation_.operand = operand;
  observation_.row = row_major_ ? column : row;
  observation_.column = row_major_ ? row : column;
  return true;
}

double Report::component(const std::byte* data, std::int64_t index, int part) const {
  if (part > 0 && !element_.complex) return 0;
  const std::byte* const place = data + index * element_.bytes() + part * element_.component_bytes;
  if (element_.component_bytes == 4) return reinterpret_cast<const Loose<float>*>(place)->value;
  return reinterpret_cast<const Loose<double>*>(place)->value;
}

std::int64_t first_difference(const std::byte* x, const std::byte* y, std::int64_t bytes,
                              int element_bytes) {
  if (std::memcmp(x, y, static_cast<std::size_t>(bytes)) == 0) return -1;
  return (std::mismatch(x, x + bytes, y).first - x) / element_bytes;
}

std::int64_t first_difference(const std::byte* x, const std::byte* y, std::int64_t bytes,
                              int element_bytes, std::span<const Part> parts) {
  if (parts.empty()) return first_difference(x, y, bytes, element_bytes);
  for (const Part& part : parts) {
    const std::byte* const begin = std::max(x, part.begin);
    const std::byte* const end = std::min(x + bytes, part.end);
    if (begin >= end) continue;
    const std::int64_t byte = first_difference(begin, y + (begin - x), end - begin, 1);
    if (byte >= 0) return (begin - x + byte) / element_bytes;
  }
  return -1;
}

}  // namespace gemmcheck::reference
