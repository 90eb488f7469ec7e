#include "minimize/simple_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace gemmcheck {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

constexpr Scalar scalar_of(double re, double im = 0) {
  Scalar scalar;
  scalar.re = re;
  scalar.im = im;
  return scalar;
}

// Simplest first; the place in this table is a scalar's magnitude. Real APIs have those without
// imaginary part.
constexpr std::array kScalars = {
    scalar_of(1),     scalar_of(0),       scalar_of(-1),      scalar_of(2),
    scalar_of(0, 1),  scalar_of(1, 1),    scalar_of(kNan),    scalar_of(kInf),
    scalar_of(-kInf), scalar_of(0, kNan), scalar_of(0, kInf), scalar_of(0.5),
};

// Offsets in bytes that keep or break the alignment of every component and element type.
constexpr std::array<std::int32_t, 5> kOffsets = {1, 2, 4, 8, 16};

constexpr std::array<std::uint32_t, 2> kFillSeeds = {0, 1};

constexpr std::array<std::int64_t, 2> kWorkspaceBytes = {0, 1};

// Compared as the text form prints them: -0 is not 0, and there is one NaN.
bool same(double x, double y) {
  return (std::isnan(x) && std::isnan(y)) || (x == y && std::signbit(x) == std::signbit(y));
}

bool same_numbers(const Scalar& x, const Scalar& y) {
  return same(x.re, y.re) && same(x.im, y.im);
}

// Grows with the number, and more slowly than any field's whole range: sums stay far from 2^64.
std::uint64_t size_of_number(double value) {
  constexpr double kMost = 1e9;
  if (std::isnan(value)) return static_cast<std::uint64_t>(kMost) + 2;
  const double size = std::abs(value);
  if (size > kMost) return static_cast<std::uint64_t>(kMost) + 1;
  return static_cast<std::uint64_t>(std::ceil(size));
}

std::uint64_t absolute(std::int64_t value) {
  return value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
}

}  // namespace

std::vector<std::int64_t> simple_enum_values(std::span<const EnumRow> rows) {
  std::vector<std::int64_t> values;
  const auto add = [&](std::int64_t value) {
    if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  };
  for (const EnumRow& row : rows) add(row.value);
  for (std::int64_t step = 1; step <= kUnnamedReach; ++step) {
    for (const EnumRow& row : rows) {
      add(row.value - step);
      add(row.value + step);
    }
  }
  return values;
}

std::vector<Scalar> simple_scalars(Api api) {
  const ApiInfo& info = api_info(api);
  std::vector<Scalar> scalars;
  for (const Scalar& scalar : kScalars) {
    if (info.complex_scalars || same(scalar.im, 0)) scalars.push_back(scalar);
  }
  // A real scalar of CBLAS is passed by value.
  if (info.convention != Convention::kCblas || info.element.complex) {
    Scalar null;
    null.null = true;
    scalars.push_back(null);
  }
  return scalars;
}

std::vector<Pointer> simple_pointers(Key key) {
  std::vector<Pointer> pointers(1);
  pointers[0].kind = PointerKind::kNull;
  for (std::int32_t offset : kOffsets) pointers.emplace_back().offset = offset;
  if (key == Key::kC) {
    for (Operand operand : {Operand::kA, Operand::kB}) {
      Pointer& alias = pointers.emplace_back();
      alias.kind = PointerKind::kAlias;
      alias.alias = operand;
    }
  }
  return pointers;
}

std::vector<Workspace> simple_workspaces() {
  std::vector<Workspace> workspaces(1);
  workspaces[0].bytes = 0;
  workspaces[0].null = true;
  for (std::int64_t bytes : kWorkspaceBytes) workspaces.emplace_back().bytes = bytes;
  return workspaces;
}

std::vector<Fill> simple_fills() {
  std::vector<Fill> fills;
  for (int kind = 0; kind <= static_cast<int>(FillKind::kInfC); ++kind) {
    for (std::uint32_t seed : kFillSeeds) {
      Fill& fill = fills.emplace_back();
      fill.kind = static_cast<FillKind>(kind);
      fill.seed = seed;
    }
  }
  return fills;
}

std::uint64_t scalar_magnitude(const Scalar& scalar, const Scalar& baseline) {
  if (std::memcmp(&scalar, &baseline, sizeof(Scalar)) == 0) return 0;
  const std::uint64_t side = static_cast<std::uint64_t>(scalar.side);
  if (scalar.null) return kScalars.size() + 1 + side;
  if (same_numbers(scalar, baseline)) return std::max<std::uint64_t>(side, 1);
  std::uint64_t place = 1 + side;
  for (const Scalar& simple : kScalars) {
    if (same_numbers(scalar, simple)) return place;
    if (!same_numbers(simple, baseline)) ++place;
  }
  return place + 1 + size_of_number(scalar.re) + size_of_number(scalar.im);
}

std::uint64_t pointer_magnitude(const Pointer& pointer) {
  std::uint64_t magnitude = absolute(pointer.offset);
  switch (pointer.kind) {
    case PointerKind::kValid:
      break;
    case PointerKind::kNull:
      magnitude += 1;
      break;
    case PointerKind::kAlias:
      magnitude += 2 + static_cast<std::uint64_t>(pointer.alias);
      break;
    case PointerKind::kHost:
      magnitude += 6;
      break;
  }
  if (pointer.entry < 0) return magnitude;
  return magnitude + 1 + absolute(pointer.entry) + absolute(pointer.entry_offset) +
         static_cast<std::uint64_t>(pointer.entry_kind);
}

std::uint64_t workspace_magnitude(const Workspace& workspace) {
  if (workspace.null) return 1;
  return absolute(workspace.offset) + (workspace.bytes < 0 ? 0 : 2 + absolute(workspace.bytes));
}

std::uint64_t fill_magnitude(const Fill& fill) {
  return static_cast<std::uint64_t>(fill.kind) + fill.seed;
}

}  // namespace gemmcheck
