// What a prediction is for: dialect, library version, architecture. Written "netlib", later
// "cublas-13.1/sm_90".
#pragma once

#include <string>
#include <string_view>

#include "call/api.h"
#include "call/error.h"
#include "contract/clause.h"

namespace gemmcheck {

struct Target {
  Dialect dialect = Dialect::kNetlib;
};
[[nodiscard]] Expected<Target> parse_target(std::string_view text);
[[nodiscard]] std::string to_string(const Target& target);
/// The fixed default of the API's dialect, the same on every machine.
[[nodiscard]] Target default_target(Api api);
[[nodiscard]] const Contract& contract_of(const Target& target);

}  // namespace gemmcheck
