// Enumerators by name, as tables: what a name means depends on the key and on the API's convention.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "call/api.h"
#include "call/key.h"

namespace gemmcheck {

/// One row an enumerator. `name` is canonical (without prefix); `aliases` are read too, separated
/// by blanks.
struct EnumRow {
  std::string_view name;
  std::int32_t value;
  std::string_view aliases;
};

/// The enumerators of `key` in `api`, legal or merely named (NoTrans' fourth sibling ConjNoTrans,
/// say); empty if the key is not an enum there.
[[nodiscard]] std::span<const EnumRow> enum_rows(Api api, Key key);

/// "" if the value has no name.
[[nodiscard]] std::string_view enum_name(Api api, Key key, std::int64_t value);
[[nodiscard]] std::optional<std::int32_t> enum_value(Api api, Key key, std::string_view name);

/// What an op means wherever a definite answer is needed (tightness, extents): N, or transposed, or
/// conjugated too. A value other than the API's N counts as transposed, legal or not.
[[nodiscard]] inline bool is_transposed(Api api, std::int32_t op) {
  if (api_info(api).convention == Convention::kCblas) return op != 111;
  return op != 'N' && op != 'n';
}
/// ConjTrans of a complex API.
[[nodiscard]] inline bool is_conjugated(Api api, std::int32_t op) {
  const ApiInfo& info = api_info(api);
  if (!info.element.complex) return false;
  return info.convention == Convention::kCblas ? op == 113 : op == 'C' || op == 'c';
}
/// RowMajor; every other value counts as ColMajor. False for APIs without layout.
[[nodiscard]] inline bool is_row_major(Api api, std::int32_t layout) {
  return layout == 101 && api_info(api).convention == Convention::kCblas;
}

}  // namespace gemmcheck
