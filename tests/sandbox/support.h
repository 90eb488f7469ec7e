// What the tests of the sandbox share.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "call/call.h"
#include "library/spec.h"
#include "sandbox/double.h"
#include "sandbox/sandbox.h"

namespace gemmcheck::test {

inline SandboxOptions worker_options() {
  SandboxOptions options;
  options.worker = GEMMCHECK_WORKER;
  options.pin = false;
  return options;
}

inline LibrarySpec double_spec() {
  LibrarySpec spec;
  spec.name = "cblas";
  spec.path = SANDBOX_DOUBLE;
  return spec;
}

inline std::unique_ptr<Sandbox> start_double(const SandboxOptions& options = worker_options()) {
  auto sandbox = Sandbox::start(double_spec(), options);
  if (!sandbox) {
    ADD_FAILURE() << sandbox.error().message;
    std::abort();
  }
  return std::move(*sandbox);
}

/// A legal call on which the double behaves as told.
inline Call call_for(std::int64_t behaviour, Api api = Api::kDgemm) {
  Call call = baseline(api);
  call.m = behaviour;
  call.n = 2;
  call.k = 2;
  set_tight(call);
  return call;
}

inline std::vector<Observation> observe(Sandbox& sandbox, const std::vector<Call>& calls,
                                        Lives lives = Lives::kShared) {
  std::vector<Observation> observations(calls.size());
  const auto made = sandbox.observe(calls, observations, lives);
  EXPECT_TRUE(made) << (made ? "" : made.error().message);
  return observations;
}
inline Observation observe(Sandbox& sandbox, const Call& call) {
  return observe(sandbox, std::vector<Call>{call})[0];
}

}  // namespace gemmcheck::test
