// Enumerators by name, as tables: what a name means depends on the key and on the API's convention.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "call/api.h"
#include "call/key.h"

namespace gemmcheck {

/// A release of the CUDA toolkit; none (0.0) where there is nothing to tell.
struct CudaVersion {
  std::uint8_t major = 0;
  std::uint8_t minor = 0;
  std::uint8_t update = 0;
  friend auto operator<=>(const CudaVersion&, const CudaVersion&) = default;
};

/// One row an enumerator. `name` is canonical (without prefix); `aliases` are read too, separated
/// by blanks. `since`: the first CUDA that has it.
struct EnumRow {
  std::string_view name;
  std::int32_t value;
  std::string_view aliases;
  CudaVersion since{};
};

/// The enumerators of `key` in `api`, legal or merely named (NoTrans' fourth sibling ConjNoTrans,
/// say); empty if the key is not an enum there.
[[nodiscard]] std::span<const EnumRow> enum_rows(Api api, Key key);

/// "" if the value has no name.
[[nodiscard]] std::string_view enum_name(Api api, Key key, std::int64_t value);
[[nodiscard]] std::optional<std::int32_t> enum_value(Api api, Key key, std::string_view name);

/// Whether the key is a choice among its enumerators, without raw values: handle, mode, guard.
[[nodiscard]] constexpr bool is_choice(Key key) {
  return key == Key::kHandle || key == Key::kMode || key == Key::kGuard;
}

/// The ops that mean "as it is", a row a convention. Fortran takes either case.
inline constexpr std::int32_t kNoTrans[kConventionCount][2] = {{'N', 'n'}, {111, 111}, {0, 0}};

/// What an op means wherever a definite answer is needed (tightness, extents): N, or transposed, or
/// conjugated too. A value other than the API's N counts as transposed, legal or not.
[[nodiscard]] inline bool is_transposed(Api api, std::int32_t op) {
  const auto& no_trans = kNoTrans[static_cast<std::size_t>(api_info(api).convention)];
  return op != no_trans[0] && op != no_trans[1];
}
/// ConjTrans, which conjugates complex elements.
[[nodiscard]] inline bool is_conjugate_transposed(Api api, std::int32_t op) {
  switch (api_info(api).convention) {
    case Convention::kFortran:
      return op == 'C' || op == 'c';
    case Convention::kCblas:
      return op == 113;
    case Convention::kCublas:
      return op == 2;
  }
  return false;
}
/// ConjTrans of a complex API. Where calls say what their elements are, ask is_conjugated() of
/// call/types.h.
[[nodiscard]] inline bool is_conjugated(Api api, std::int32_t op) {
  return api_info(api).element.complex && is_conjugate_transposed(api, op);
}
/// RowMajor; every other value counts as ColMajor. False for APIs without layout.
[[nodiscard]] inline bool is_row_major(Api api, std::int32_t layout) {
  return layout == 101 && api_info(api).convention == Convention::kCblas;
}

}  // namespace gemmcheck
