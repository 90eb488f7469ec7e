#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>

#include "call/text.h"
#include "report/console.h"
#include "report/json.h"
#include "tool/commands.h"
#include "tool/common.h"
#include "tool/finding_folder.h"

namespace gemmcheck::tool {
namespace {

namespace fs = std::filesystem;

// Files as given, folders as the sorted *.txt below them.
Expected<std::vector<std::string>> corpus_files(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      files.push_back(path);
      continue;
    }
    std::vector<std::string> found;
    for (fs::recursive_directory_iterator it(path, error), end; !error && it != end;
         it.increment(error)) {
      if (it->is_regular_file() && it->path().extension() == ".txt")
        found.push_back(it->path().string());
    }
    if (error) return bad_input(path + ": cannot be read: " + error.message());
    if (found.empty()) return bad_input(path + ": holds no *.txt file");
    std::sort(found.begin(), found.end());
    files.insert(files.end(), found.begin(), found.end());
  }
  return files;
}

struct NamedEntry {
  std::string file;
  Entry entry;
};

Expected<std::vector<NamedEntry>> read_entries(const std::vector<std::string>& files) {
  std::vector<NamedEntry> all;
  for (const std::string& file : files) {
    auto text = read_file(file);
    if (!text) return tl::make_unexpected(text.error());
    auto entries = parse_entries(*text);
    if (!entries) return bad_input(to_string(entries.error(), file));
    if (const std::string edited = what_was_edited(file, *entries); !edited.empty()) {
      std::fprintf(stderr, "gemmcheck: %s: edited by hand: %s; replayed as it stands\n",
                   file.c_str(), edited.c_str());
    }
    for (Entry& entry : *entries) all.push_back({file, std::move(entry)});
  }
  if (all.empty()) return bad_input("no calls in the files given");
  return all;
}

}  // namespace

int replay(const Options& options) {
  auto files = corpus_files(options.words);
  if (!files) return fail(files.error());
  auto entries = read_entries(*files);
  if (!entries) return fail(entries.error());
  auto lists = load_lists(options);
  if (!lists) return fail(lists.error());
  auto opened = open_library(options);
  if (!opened) return fail(opened.error());
  auto numbering = learn_numbering(*opened->sandbox, netlib_contract());
  if (!numbering) return fail(numbering.error());
  Examiner examiner(*opened->sandbox, netlib_contract(), *numbering);

  std::vector<Replayed> replayed;
  std::size_t disagreements = 0;
  std::size_t fresh = 0;
  std::size_t skipped = 0;
  for (const NamedEntry& named : *entries) {
    const std::vector<Call>& calls = named.entry.calls;
    if ((examiner.library().apis & api_bit(calls.back().api)) == 0) {
      ++skipped;
      continue;
    }
    // Lines that set the stage share a life with the judged one, and with nothing else.
    auto examined = examiner.examine(calls, Lives::kOne);
    if (!examined) return fail(examined.error());
    Replayed one{named.file, named.entry.line, calls.back(), examined->back(), nullptr};
    if (one.examined.key) {
      ++disagreements;
      one.entry = lists->find(examiner.library(), one.call, *one.examined.key, examiner.contract());
      if (one.entry == nullptr) ++fresh;
    }
    if (!options.json) std::printf("%s\n", replay_line(one, examiner.library()).c_str());
    replayed.push_back(std::move(one));
  }
  if (options.json) {
    std::fputs(replay_json(replayed, examiner.library(), examiner.contract(), examiner.numbering())
                   .c_str(),
               stdout);
  } else {
    std::printf("%s: %zu replayed, %zu disagree (%zu in no list), %zu skipped\n",
                library_title(examiner.library()).c_str(), replayed.size(), disagreements, fresh,
                skipped);
  }
  return fresh != 0 ? kExitNew : kExitNothingNew;
}

}  // namespace gemmcheck::tool
