// The three lists: dialect (a legitimate difference of this library), known (the library is wrong),
// unspecified.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "findings/finding.h"
#include "findings/pattern.h"

namespace gemmcheck {

enum class ListKind : std::uint8_t { kDialect, kKnown, kUnspecified };
[[nodiscard]] std::string_view list_name(ListKind kind);

/// One entry, read from a TOML file named dialect.toml, known.toml or unspecified.toml.
struct ListEntry {
  ListKind list;
  std::string library;   ///< name, or "*"
  std::string versions;  ///< "*", "0.3.21", "0.3.20..0.3.25", "..0.3.25", "0.3.26.."
  std::string core;      ///< "*" or a glob
  Pattern pattern;
  std::string reason;
  std::string link;  ///< required in `known`
  std::string date;  ///< YYYY-MM-DD
  Call example;      ///< a concrete call that must still show it
  std::string file;
  int line = 0;
};

class Lists {
 public:
  /// Reads files or folders (every *.toml in it). kBadInput names file, line and what is wrong.
  [[nodiscard]] static Expected<Lists> load(const std::vector<std::string>& paths);

  /// The first entry that covers this disagreement, or nullptr.
  [[nodiscard]] const ListEntry* find(const LibraryInfo& library, const Call& call,
                                      const CoarseKey& key, const Contract& contract) const;
  /// Entries that apply to this library and version, to be checked by their examples.
  [[nodiscard]] std::vector<const ListEntry*> for_library(const LibraryInfo& library) const;
  [[nodiscard]] const std::vector<ListEntry>& entries() const { return entries_; }

 private:
  std::vector<ListEntry> entries_;
};

/// "0.3.9" < "0.3.21": by numeric fields.
[[nodiscard]] bool version_in(std::string_view version, std::string_view range);

}  // namespace gemmcheck
