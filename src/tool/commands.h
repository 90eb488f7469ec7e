// The subcommands. Each prints results to stdout, diagnostics to stderr, and returns the exit code.
#pragma once

#include "tool/options.h"

namespace gemmcheck::tool {

int run(const Options& options);
int generate(const Options& options);
int replay(const Options& options);
int predict(const Options& options);
int explain(const Options& options);
int observe(const Options& options);
int minimize(const Options& options);
int compare(const Options& options);
int lists(const Options& options);
int libraries(const Options& options);

}  // namespace gemmcheck::tool
