// Findings on disk: OUT/HASH/{call.txt,finding.json,reproducer.c}, each folder complete or not
// there at all.
#pragma once

#include <string>
#include <vector>

#include "findings/finding.h"

namespace gemmcheck {

class Store {
 public:
  /// Creates the folder if needed and checks that it can be written: kBadInput if not.
  [[nodiscard]] static Expected<Store> open(std::string folder);

  /// Writes the finding under a temporary name and renames it into place; replaces an older one of
  /// the same signature. Returns the finding's folder.
  [[nodiscard]] Expected<std::string> write(const Finding& finding, const std::string& finding_json,
                                            const std::string& reproducer) const;
  /// Folders of the findings there, sorted.
  [[nodiscard]] Expected<std::vector<std::string>> folders() const;

  const std::string& folder() const { return folder_; }

 private:
  explicit Store(std::string folder) : folder_(std::move(folder)) {}
  std::string folder_;
};

}  // namespace gemmcheck
