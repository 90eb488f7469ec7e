// A real library opened in a sandbox, or the reason why not.
#pragma once

#include <memory>
#include <string>

#include "campaign/examine.h"

namespace gemmcheck::testing {

struct OpenLibrary {
  explicit OpenLibrary(const std::string& name) {
    auto spec = resolve_library(name);
    if (!spec) {
      why = spec.error().message;
      return;
    }
    SandboxOptions options;
    options.worker = GEMMCHECK_WORKER;
    auto started = Sandbox::start(*spec, options);
    if (!started) {
      why = started.error().message;
      return;
    }
    sandbox = std::move(*started);
    if (auto learned = learn_numbering(*sandbox, netlib_contract())) numbering = *learned;
  }

  Examiner examiner() { return {*sandbox, netlib_contract(), numbering}; }

  std::unique_ptr<Sandbox> sandbox;
  Numbering numbering;
  std::string why;
};

}  // namespace gemmcheck::testing
