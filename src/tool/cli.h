// The command line: the only place that includes CLI11.
#pragma once

namespace gemmcheck::tool {

/// Parses, runs the subcommand, returns the exit code.
int run_command_line(int argc, char** argv);

}  // namespace gemmcheck::tool
