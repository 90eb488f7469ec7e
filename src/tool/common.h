// What several subcommands need: printing errors, reading calls, opening a library.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "call/call.h"
#include "call/error.h"
#include "campaign/examine.h"
#include "findings/lists.h"
#include "sandbox/sandbox.h"
#include "tool/options.h"

namespace gemmcheck::tool {

/// Prints "gemmcheck: MESSAGE" to stderr and returns the exit code.
int fail(const Error& error);

/// The error with the option in front that it comes from.
[[nodiscard]] Error of_option(std::string_view option, Error error);

/// The whole of `text` as one unsigned decimal number within the bounds; else kBadInput that names
/// the option.
[[nodiscard]] Expected<std::uint64_t> parse_number(std::string_view option, std::string_view text,
                                                   std::uint64_t min = 0,
                                                   std::uint64_t max = ~std::uint64_t{0});

/// The calls that the words mean: one call whose words may come separately, or stdin for "-".
struct NamedCall {
  std::string file;
  int line;
  Call call;
  std::vector<Call> stage;  ///< calls to be made before it in the same process
};
[[nodiscard]] Expected<std::vector<NamedCall>> read_calls(const std::vector<std::string>& words);

/// Several calls (stdin) or one: JSON output is an array for the former.
[[nodiscard]] bool reads_stdin(const Options& options);

struct Opened {
  LibrarySpec spec;
  std::unique_ptr<Sandbox> sandbox;
};
[[nodiscard]] Expected<Opened> open_library(const Options& options);

/// The same library several times over, for as many jobs.
struct Workers {
  LibrarySpec spec;
  std::vector<std::unique_ptr<Sandbox>> sandboxes;
};
[[nodiscard]] Expected<Workers> open_workers(const Options& options, std::size_t count);

/// The built-in lists and those of --lists.
[[nodiscard]] Expected<Lists> load_lists(const Options& options);

[[nodiscard]] Expected<ApiSet> parse_apis(const std::vector<std::string>& names);

/// Reads a whole file; kBadInput with the system's words if that fails.
[[nodiscard]] Expected<std::string> read_file(const std::string& path);

/// All of standard input.
[[nodiscard]] Expected<std::string> read_stdin();

/// Opens the file for appending and closes it again, so that a long run does not end at it.
[[nodiscard]] Expected<void> check_writable(const std::string& path);

/// Writes to a file, or to stdout for "" and "-".
[[nodiscard]] Expected<void> write_output(const std::string& path, const std::string& text);

}  // namespace gemmcheck::tool
