// Calls and findings made by hand.
#pragma once

#include <string>
#include <string_view>

#include "findings/finding.h"

namespace gemmcheck {

/// Fails the test, and returns a baseline call, if the line does not parse.
Call call_of(std::string_view line);

/// A finding of this kind for a call, predicted by its contract, on a library that is known by its
/// path only; nothing was observed yet.
Finding finding_of(Kind kind, std::string_view line, const std::string& path);

/// A folder of its own, removed at the end.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string path(std::string_view name = "") const;
  std::string write(std::string_view name, std::string_view text) const;

 private:
  std::string path_;
};

std::string read_text(const std::string& path);

/// Runs a command by sh; `text` gets what it printed.
int run(const std::string& command, std::string* text = nullptr);

}  // namespace gemmcheck
