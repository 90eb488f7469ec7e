// Findings on disk: OUT/HASH/{call.txt,finding.json,reproducer.c}, each folder complete or not
// there at all.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "findings/finding.h"

namespace gemmcheck {

/// The folder is locked while this lives, so that two runs do not mix. Errors of writing are
/// kInternal: the folder could be written when it was opened.
class Store {
 public:
  /// Creates the folder if needed, checks that it can be written and that no other run writes to
  /// it: kBadInput if not. Removes what a killed run left half-written.
  [[nodiscard]] static Expected<Store> open(std::string folder);

  Store(Store&& other) noexcept;
  Store& operator=(Store&& other) noexcept;
  ~Store();

  /// Writes the finding under a temporary name and renames it into place; replaces an older one of
  /// the same signature. Returns the finding's folder.
  [[nodiscard]] Expected<std::string> write(const Finding& finding, const std::string& finding_json,
                                            const std::string& reproducer) const;
  /// Keeps the state of the run that writes here, in place of any kept before.
  [[nodiscard]] Expected<void> keep_state(const std::string& text) const;
  /// The state that was kept last, by whatever run; nothing if there is none.
  [[nodiscard]] Expected<std::optional<std::string>> state() const;

  /// Folders of the findings there, sorted.
  [[nodiscard]] Expected<std::vector<std::string>> folders() const;

  const std::string& folder() const { return folder_; }

 private:
  Store(std::string folder, int lock) : folder_(std::move(folder)), lock_(lock) {}
  void sweep() const;

  std::string folder_;
  int lock_ = -1;  // a descriptor of the lock file
};

}  // namespace gemmcheck
