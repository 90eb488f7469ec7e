// The three lists: dialect (a legitimate difference of this library), known (the library is wrong),
// unspecified.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "findings/finding.h"
#include "findings/pattern.h"
#include "findings/version.h"

namespace gemmcheck {

enum class ListKind : std::uint8_t { kDialect, kKnown, kUnspecified };
[[nodiscard]] std::string_view list_name(ListKind kind);

/// One entry, read from a TOML file named dialect.toml, known.toml or unspecified.toml.
struct ListEntry {
  ListKind list;
  std::string library;   ///< name, or "*"
  std::string versions;  ///< "*", "0.3.21", "0.3.20..0.3.25", "..0.3.25", "0.3.26.."
  std::string core;      ///< "*" or a glob; "*" if the file does not give it
  Pattern pattern;
  std::string reason;
  std::string link;  ///< required in `known`
  std::string date;  ///< YYYY-MM-DD
  Call example;      ///< a concrete call that must still show it; the pattern matches it
  std::string file;
  int line = 0;
};

class Lists {
 public:
  /// Reads files or folders (every *.toml in it, sorted by name). kBadInput names file, line and
  /// what is wrong; a folder without a list is an error too.
  [[nodiscard]] static Expected<Lists> load(const std::vector<std::string>& paths);

  /// Reads one list from its text; the last part of `file` decides which list it is.
  [[nodiscard]] static Expected<Lists> parse(std::string_view text, const std::string& file);

  /// Puts the entries of `others` behind these.
  void append(Lists others);

  /// The first entry that covers this disagreement, or nullptr.
  [[nodiscard]] const ListEntry* find(const LibraryInfo& library, const Call& call,
                                      const CoarseKey& key, const Contract& contract) const;
  /// Entries that apply to this library and version, to be checked by their examples.
  [[nodiscard]] std::vector<const ListEntry*> for_library(const LibraryInfo& library) const;
  [[nodiscard]] const std::vector<ListEntry>& entries() const { return entries_; }

 private:
  std::vector<ListEntry> entries_;
};

}  // namespace gemmcheck
