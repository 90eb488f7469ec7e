// A library without a process: it answers as the contract says, but for one fault of its own.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "contract/predict.h"
#include "sandbox/sandbox.h"

namespace gemmcheck::testing {

/// Changes what an honest library would have shown. `life` counts the calls made before in the same
/// life.
using Fault = std::function<void(const Call& call, std::uint64_t life, Observation& observation)>;

/// What a library without faults shows.
[[nodiscard]] Observation honest(const Call& call);

/// Fails after some calls, as a sandbox whose worker cannot be started any more.
struct PretendedOptions {
  Fault fault = {};
  std::uint64_t fails_after = ~std::uint64_t{0};
  std::string version = "1.0";
  ApiSet apis = kNetlibApis;
};
[[nodiscard]] std::unique_ptr<Sandbox> pretend(const PretendedOptions& options);

/// Several that serve the same library.
[[nodiscard]] std::vector<std::unique_ptr<Sandbox>> pretend(const PretendedOptions& options,
                                                            std::size_t count);

}  // namespace gemmcheck::testing
