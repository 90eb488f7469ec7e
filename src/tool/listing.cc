// lists, libraries: what there is.
#include <cstdio>
#include <string>

#include "call/text.h"
#include "report/console.h"
#include "report/json.h"
#include "tool/commands.h"
#include "tool/common.h"

namespace gemmcheck::tool {
namespace {

// An error only where the harness itself fails: then nothing is known of the library.
Expected<FoundLibrary> try_library(const std::string& argument, std::string package) {
  FoundLibrary found{argument, std::move(package), "", {}};
  Options options;
  options.library = argument;
  auto opened = open_library(options);
  if (opened) {
    found.info = opened->sandbox->library();
  } else {
    if (opened.error().code == ErrorCode::kInternal) return tl::make_unexpected(opened.error());
    found.error = opened.error().message;
  }
  return found;
}

}  // namespace

int lists(const Options& options) {
  auto all = load_lists(options);
  if (!all) return fail(all.error());
  if (options.json) {
    std::fputs(lists_json(*all).c_str(), stdout);
    return kExitNothingNew;
  }
  for (const ListEntry& entry : all->entries()) {
    const std::string core = entry.core == "*" ? "" : " (" + entry.core + ")";
    std::printf("%-11s %s %s%s: %s\n            %s\n            example: %s\n",
                std::string(list_name(entry.list)).c_str(), entry.library.c_str(),
                entry.versions.c_str(), core.c_str(), entry.pattern.text().c_str(),
                entry.reason.c_str(), print_call(entry.example).c_str());
    if (!entry.link.empty()) std::printf("            %s\n", entry.link.c_str());
  }
  return kExitNothingNew;
}

int libraries(const Options& options) {
  struct Candidate {
    std::string argument;
    std::string package;
  };
  std::vector<Candidate> candidates;
  for (const KnownLibrary& known : known_libraries()) {
    candidates.push_back({std::string(known.name), std::string(known.debian_package)});
  }
  for (const std::string& argument : options.words) candidates.push_back({argument, ""});
  std::vector<FoundLibrary> found;
  for (const Candidate& candidate : candidates) {
    auto one = try_library(candidate.argument, candidate.package);
    if (!one) return fail(one.error());
    found.push_back(std::move(*one));
  }
  if (options.json) {
    std::fputs(libraries_json(found).c_str(), stdout);
    return kExitNothingNew;
  }
  for (const FoundLibrary& one : found) {
    if (!one.error.empty()) {
      std::printf("%-9s not usable: %s\n", one.name.c_str(), one.error.c_str());
      continue;
    }
    std::printf("%-9s %s\n          %s\n", one.name.c_str(), library_title(one.info).c_str(),
                one.info.path.c_str());
    if (!one.info.build.empty()) std::printf("          %s\n", one.info.build.c_str());
    for (const ApiInfo& api : apis_of(Dialect::kNetlib)) {
      if ((one.info.apis & api_bit(api.api)) == 0) {
        std::printf("          without %s\n", std::string(api.name).c_str());
      }
    }
  }
  return kExitNothingNew;
}

}  // namespace gemmcheck::tool
