// What the command line asks for, one struct for all subcommands; cli.cc fills it, commands read
// their part.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gemmcheck::tool {

/// Exit codes are an interface (design, section 6); 2 to 4 are ErrorCode's values.
inline constexpr int kExitNothingNew = 0;
inline constexpr int kExitNew = 1;
inline constexpr int kExitBadInput = 2;

/// Numbers stay text until the command reads them with parse_number, which takes no sign and no
/// rest.
struct Options {
  std::string library = "auto";
  std::string cases;
  std::string time;  // "60s", "5m", "2h"
  std::string seed = "1";
  std::string shard = "0/1";  // "i/n"
  std::string jobs = "1";
  bool resume = false;
  std::string from = "0";
  std::vector<std::string> apis;
  std::string only;
  std::string out;
  std::vector<std::string> lists;
  std::string deadline_ms = "2000";
  std::string target;
  std::optional<std::string> json;  // a file for `run`, "" = stdout elsewhere
  std::vector<std::string> words;   // a call, "-", files or folders
};

}  // namespace gemmcheck::tool
