#include "reference/contents.h"

#include <cstring>
#include <limits>
#include <optional>

namespace gemmcheck {
namespace {

template <typename T>
void store(std::byte* base, std::size_t component, T value) {
  std::memcpy(base + component * sizeof(T), &value, sizeof(T));
}

template <typename T, typename Component>
void fill(void* arena, std::size_t count, Guard guard, Component component) {
  auto* const base = static_cast<std::byte*>(arena);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t index = guard == Guard::kEnd ? count - 1 - i : i;
    store(base, i, static_cast<T>(component(index)));
  }
}

template <typename T>
void fill(void* arena, std::size_t count, const Fill& how, Operand operand, Guard guard,
          std::size_t skipped) {
  if (how.kind == FillKind::kRandom) {
    fill<T>(arena, count, guard, [&](std::size_t index) {
      return random_component(how.seed, operand, skipped + index);
    });
  } else {
    fill<T>(arena, count, guard,
            [&](std::size_t index) { return int_component(how.seed, operand, skipped + index); });
  }
}

template <typename T>
void repeat(void* arena, std::size_t count, T value) {
  auto* const base = static_cast<std::byte*>(arena);
  for (std::size_t i = 0; i < count; ++i) store(base, i, value);
}

// The operand whose elements the fill makes special; kNone if it has no such elements.
Operand special_operand(FillKind kind) {
  switch (kind) {
    case FillKind::kNanA:
    case FillKind::kInfA:
      return Operand::kA;
    case FillKind::kNanB:
    case FillKind::kInfB:
      return Operand::kB;
    case FillKind::kNanC:
    case FillKind::kInfC:
      return Operand::kC;
    default:
      return Operand::kNone;
  }
}

}  // namespace

bool is_special(const Fill& fill, Operand operand, std::int64_t row, std::int64_t column) {
  if (special_operand(fill.kind) != operand || operand == Operand::kNone) return false;
  if (row == 0 && column == 0) return true;
  const auto index =
      static_cast<std::uint64_t>(row) * 0x10001u + static_cast<std::uint64_t>(column);
  return component_bits(fill.seed, operand, index) % 5 == 0;
}

double special_value(const Fill& fill) {
  switch (fill.kind) {
    case FillKind::kInfA:
    case FillKind::kInfB:
    case FillKind::kInfC:
      return std::numeric_limits<double>::infinity();
    default:
      return std::numeric_limits<double>::quiet_NaN();
  }
}

void fill_components(void* start, std::size_t count, int component_bytes, const Fill& how,
                     Operand operand, Guard guard, std::size_t skipped) {
  if (component_bytes == 4) {
    fill<float>(start, count, how, operand, guard, skipped);
  } else {
    fill<double>(start, count, how, operand, guard, skipped);
  }
}

void fill_sentinel(void* arena, std::size_t count, int component_bytes) {
  if (component_bytes == 4) {
    repeat(arena, count, kSentinel32);
  } else {
    repeat(arena, count, kSentinel64);
  }
}

void fill_special(void* start, const Shape& shape, ElementType element, const Fill& how,
                  Operand operand) {
  if (special_operand(how.kind) != operand || operand == Operand::kNone) return;
  auto* const base = static_cast<std::byte*>(start);
  const double value = special_value(how);
  for (std::int64_t column = 0; column < shape.columns; ++column) {
    for (std::int64_t row = 0; row < shape.rows; ++row) {
      if (!is_special(how, operand, row, column)) continue;
      std::byte* const place = base + (column * shape.ld + row) * element.bytes();
      if (element.component_bytes == 4) {
        store(place, 0, static_cast<float>(value));
      } else {
        store(place, 0, value);
      }
    }
  }
}

void fill_operand(void* start, const Shape& shape, ElementType element, const Fill& how,
                  Operand operand, Guard guard, bool sentinel) {
  const std::optional<std::int64_t> elements = extent_elements(shape);
  if (!elements) return;
  const std::size_t count = static_cast<std::size_t>(*elements) * (element.complex ? 2 : 1);
  if (sentinel) {
    fill_sentinel(start, count, element.component_bytes);
  } else {
    fill_components(start, count, element.component_bytes, how, operand, guard);
  }
  fill_special(start, shape, element, how, operand);
}

}  // namespace gemmcheck
