// The APIs under test as a table: one row a function, with its prototype's parameters in order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "call/key.h"

namespace gemmcheck {

enum class Api : std::uint16_t {
  kSgemm,
  kDgemm,
  kCgemm,
  kZgemm,
  kCblasSgemm,
  kCblasDgemm,
  kCblasCgemm,
  kCblasZgemm,
  kCount,
};
inline constexpr int kApiCount = static_cast<int>(Api::kCount);

/// A set of APIs, one bit each.
using ApiSet = std::uint64_t;
constexpr ApiSet api_bit(Api api) {
  return ApiSet{1} << static_cast<int>(api);
}
inline constexpr ApiSet kAllApis = (ApiSet{1} << kApiCount) - 1;

/// Which family of rules an API belongs to.
enum class Dialect : std::uint8_t { kNetlib };

/// How an API takes its arguments, which also decides how its enums are encoded.
enum class Convention : std::uint8_t { kFortran, kCblas };

/// The type of a matrix element: a float or double, or a pair of them.
struct ElementType {
  std::uint8_t component_bytes;  ///< 4 or 8
  bool complex;
  constexpr int bytes() const { return complex ? 2 * component_bytes : component_bytes; }
};

struct ApiInfo {
  Api api;
  std::string_view name;  ///< as in the text form, and the symbol of the 32-bit interface
  Dialect dialect;
  Convention convention;
  ElementType element;
  bool reports_status;  ///< false: a void function, whose statuses are "accepted" and "refused"
  KeySet keys;          ///< every key of the text form: parameters and circumstances
  std::span<const Key>
      parameters;  ///< in the prototype's order, the first is number 1 of scheme `cblas`
};

/// The table, in the order of Api. Use api_info.
extern const std::array<ApiInfo, kApiCount> kApiTable;
[[nodiscard]] inline const ApiInfo& api_info(Api api) {
  return kApiTable[static_cast<std::size_t>(api)];
}
[[nodiscard]] std::span<const ApiInfo> all_apis();
/// nullptr if no API has that name.
[[nodiscard]] const ApiInfo* find_api(std::string_view name);
[[nodiscard]] inline bool has_key(Api api, Key key) {
  return (api_info(api).keys & key_bit(key)) != 0;
}

}  // namespace gemmcheck
