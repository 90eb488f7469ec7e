// Runs a program as a person would and keeps what it said.
#pragma once

#include <string>
#include <string_view>

namespace gemmcheck::testing {

struct Ended {
  int exit_code;  ///< 128 + signal if it was killed
  std::string out;
  std::string err;
};

/// Runs `command` by sh; `input` is its stdin.
Ended shell(const std::string& command, std::string_view input = "");

/// A new empty folder that is removed with its contents at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }
  std::string write(const std::string& name, std::string_view text) const;

 private:
  std::string path_;
};

std::string read_text(const std::string& path);

}  // namespace gemmcheck::testing
