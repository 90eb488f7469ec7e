#include "findings/lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "findings/glob.h"
#include "findings/list_file.h"

namespace gemmcheck {
namespace {

namespace fs = std::filesystem;

bool applies(const ListEntry& entry, const LibraryInfo& library) {
  return (entry.library == "*" || entry.library == library.name) &&
         version_in(library.version, entry.versions) && glob_matches(entry.core, library.core);
}

Expected<std::string> read_file(const std::string& path) {
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (!stream) return bad_input(fmt::format("{}: {}", path, std::strerror(errno)));
  return text;
}

Expected<std::vector<std::string>> lists_in_folder(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == ".toml") files.push_back(at->path().string());
  }
  if (error) return bad_input(fmt::format("{}: {}", folder, error.message()));
  if (files.empty()) {
    return bad_input(
        fmt::format("{}: no list in this folder; a list is named {}", folder, list_file_names()));
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

Expected<Lists> Lists::parse(std::string_view text, const std::string& file) {
  auto entries = parse_list_file(text, file);
  if (!entries) return tl::make_unexpected(entries.error());
  Lists lists;
  lists.entries_ = *std::move(entries);
  return lists;
}

Expected<Lists> Lists::load(const std::vector<std::string>& paths) {
  Lists lists;
  for (const std::string& path : paths) {
    std::vector<std::string> files = {path};
    std::error_code error;
    if (fs::is_directory(path, error)) {
      auto found = lists_in_folder(path);
      if (!found) return tl::make_unexpected(found.error());
      files = *std::move(found);
    }
    for (const std::string& file : files) {
      const auto text = read_file(file);
      if (!text) return tl::make_unexpected(text.error());
      auto parsed = parse(*text, file);
      if (!parsed) return parsed;
      lists.append(*std::move(parsed));
    }
  }
  return lists;
}

void Lists::append(Lists others) {
  entries_.insert(entries_.end(), std::make_move_iterator(others.entries_.begin()),
                  std::make_move_iterator(others.entries_.end()));
}

const ListEntry* Lists::find(const LibraryInfo& library, const Call& call, const CoarseKey& key,
                             const Contract& contract) const {
  const auto found = std::ranges::find_if(entries_, [&](const ListEntry& entry) {
    return applies(entry, library) && entry.pattern.matches(call, key, contract);
  });
  return found == entries_.end() ? nullptr : &*found;
}

std::vector<const ListEntry*> Lists::for_library(const LibraryInfo& library) const {
  std::vector<const ListEntry*> entries;
  for (const ListEntry& entry : entries_) {
    if (applies(entry, library)) entries.push_back(&entry);
  }
  return entries;
}

}  // namespace gemmcheck
