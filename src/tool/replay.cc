#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "call/text.h"
#include "report/console.h"
#include "report/json.h"
#include "tool/commands.h"
#include "tool/common.h"
#include "tool/expectation.h"
#include "tool/finding_folder.h"
#include "tool/meaning.h"

namespace gemmcheck::tool {
namespace {

namespace fs = std::filesystem;

// Files as given, folders as the sorted *.txt below them.
Expected<std::vector<std::string>> corpus_files(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code error;
    if (path == "-" || !fs::is_directory(path, error)) {
      files.push_back(path);
      continue;
    }
    std::vector<std::string> found;
    for (fs::recursive_directory_iterator it(path, error), end; !error && it != end;
         it.increment(error)) {
      if (it->is_regular_file() && it->path().extension() == ".txt")
        found.push_back(it->path().string());
      if (it->path().filename() == "finding.json" &&
          !fs::exists(it->path().parent_path() / "call.txt", error)) {
        std::fprintf(stderr, "gemmcheck: %s: edited by hand: it has no call.txt\n",
                     it->path().parent_path().c_str());
      }
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

Expected<std::vector<NamedEntry>> read_files(const std::vector<std::string>& files) {
  std::vector<NamedEntry> all;
  for (const std::string& file : files) {
    const bool is_stdin = file == "-";
    const std::string name = is_stdin ? "stdin" : file;
    auto text = is_stdin ? read_stdin() : read_file(file);
    if (!text) return tl::make_unexpected(text.error());
    auto entries = read_entries(*text, name);
    if (!entries) return tl::make_unexpected(entries.error());
    if (const std::string edited = what_was_edited(file, *entries); !edited.empty()) {
      std::fprintf(stderr, "gemmcheck: %s: edited by hand: %s%s\n", file.c_str(), edited.c_str(),
                   entries->empty() ? "" : "; replayed as it stands");
    }
    for (Entry& entry : *entries) all.push_back({name, std::move(entry)});
  }
  if (all.empty()) return bad_input("no calls in the files given");
  return all;
}

// Entries without an expectation of their own, made on the library.
Expected<std::vector<Replayed>> make_entries(const std::vector<NamedEntry>& entries,
                                             Examiner& examiner, const Lists& lists) {
  std::vector<Replayed> replayed;
  for (const NamedEntry& named : entries) {
    const std::vector<Call>& calls = named.entry.calls;
    if ((examiner.library().apis & api_bit(calls.back().api)) == 0) continue;
    // Lines that set the stage share a life with the judged one, and with nothing else.
    auto examined = examiner.examine(calls, Lives::kOne);
    if (!examined) return tl::make_unexpected(examined.error());
    Replayed one{named.file, named.entry.line, calls.back(), examined->back(), nullptr};
    if (one.examined.key) {
      one.entry = lists.find(examiner.library(), one.call, *one.examined.key, examiner.contract());
    }
    replayed.push_back(std::move(one));
  }
  return replayed;
}

// What was made on a library, if anything was.
struct Made {
  std::vector<Replayed> replayed;
  std::size_t skipped = 0;
  LibraryInfo library;
  Numbering numbering;
  std::size_t disagreements() const {
    return static_cast<std::size_t>(std::count_if(
        replayed.begin(), replayed.end(), [](const Replayed& one) { return one.examined.key; }));
  }
  std::size_t unlisted() const {
    return static_cast<std::size_t>(std::count_if(
        replayed.begin(), replayed.end(),
        [](const Replayed& one) { return one.examined.key && one.entry == nullptr; }));
  }
};

Expected<Made> make_all(const std::vector<NamedEntry>& entries, const Options& options,
                        const Lists& lists) {
  auto opened = open_library(options);
  if (!opened) return tl::make_unexpected(opened.error());
  auto numbering = learn_numbering(*opened->sandbox, netlib_contract());
  if (!numbering) return tl::make_unexpected(numbering.error());
  Examiner examiner(*opened->sandbox, netlib_contract(), *numbering);
  auto replayed = make_entries(entries, examiner, lists);
  if (!replayed) return tl::make_unexpected(replayed.error());
  Made made{std::move(*replayed), 0, examiner.library(), *numbering};
  made.skipped = entries.size() - made.replayed.size();
  return made;
}

}  // namespace

int replay(const Options& options) {
  auto files = corpus_files(options.words);
  if (!files) return fail(files.error());
  auto entries = read_files(*files);
  if (!entries) return fail(entries.error());

  // What says itself what it must come to is a question to the validator, on any machine.
  std::vector<Validated> validated;
  std::vector<NamedEntry> to_make;
  for (NamedEntry& named : *entries) {
    if (named.entry.expect.empty()) {
      to_make.push_back(std::move(named));
      continue;
    }
    auto one = validate_entry(named.file, named.entry);
    if (!one) return fail(one.error());
    validated.push_back(std::move(*one));
  }
  const auto contradicted = static_cast<std::size_t>(std::count_if(
      validated.begin(), validated.end(), [](const auto& one) { return !one.agrees; }));

  auto lists = load_lists(options);
  if (!lists) return fail(lists.error());
  std::optional<Made> made;
  if (!to_make.empty()) {
    auto all = make_all(to_make, options, *lists);
    if (!all) return fail(all.error());
    made = std::move(*all);
  }
  const bool bad = contradicted != 0 || (made && made->unlisted() != 0);
  if (options.json) {
    std::fputs(replay_json(made ? made->replayed : std::vector<Replayed>{}, validated,
                           made ? &made->library : nullptr, netlib_contract(),
                           made ? made->numbering : Numbering{})
                   .c_str(),
               stdout);
    return bad ? kExitNew : kExitNothingNew;
  }
  for (const Validated& one : validated) std::printf("%s\n", validated_line(one).c_str());
  if (!validated.empty()) {
    std::printf("validator: %zu asked, %zu contradict what is expected\n", validated.size(),
                contradicted);
  }
  if (made) {
    for (const Replayed& one : made->replayed) {
      std::printf("%s\n", replay_line(one, made->library).c_str());
    }
    std::printf("%s: %zu replayed, %zu disagree (%zu in no list), %zu skipped\n",
                library_title(made->library).c_str(), made->replayed.size(), made->disagreements(),
                made->unlisted(), made->skipped);
  }
  return bad ? kExitNew : kExitNothingNew;
}

}  // namespace gemmcheck::tool
