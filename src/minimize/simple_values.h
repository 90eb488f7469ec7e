// What is simple among values that are no numbers: the box's tables, and how far any value is from
// them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "call/call.h"
#include "call/enums.h"

namespace gemmcheck {

/// How far from a named enumerator the box's unnamed ones lie. Two enumerators of a cuBLAS or CBLAS
/// enum are neighbours; of Fortran's letters this takes in R, the one that some libraries add.
inline constexpr std::int64_t kUnnamedReach = 2;

/// All enumerators, then the unnamed values within kUnnamedReach of one.
[[nodiscard]] std::vector<std::int64_t> simple_enum_values(std::span<const EnumRow> rows);
[[nodiscard]] std::vector<Scalar> simple_scalars(Api api);
[[nodiscard]] std::vector<Pointer> simple_pointers(Key key);
[[nodiscard]] std::vector<Workspace> simple_workspaces();
[[nodiscard]] std::vector<Fill> simple_fills();

/// 0 exactly if the value is the baseline's.
[[nodiscard]] std::uint64_t scalar_magnitude(const Scalar& scalar, const Scalar& baseline);
[[nodiscard]] std::uint64_t pointer_magnitude(const Pointer& pointer);
[[nodiscard]] std::uint64_t workspace_magnitude(const Workspace& workspace);
[[nodiscard]] std::uint64_t fill_magnitude(const Fill& fill);

}  // namespace gemmcheck
