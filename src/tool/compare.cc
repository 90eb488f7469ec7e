#include "campaign/compare.h"

#include <cstdio>

#include "report/compare.h"
#include "report/console.h"
#include "tool/commands.h"
#include "tool/common.h"
#include "tool/stream_options.h"
#include "tool/terminal.h"

namespace gemmcheck::tool {
namespace {

constexpr std::uint64_t kDefaultCases = 100'000;

Expected<std::vector<std::unique_ptr<Sandbox>>> open_all(const Options& options) {
  std::vector<std::unique_ptr<Sandbox>> sandboxes;
  for (const std::string& name : options.words) {
    Options one = options;
    one.library = name;
    auto opened = open_library(one);
    if (!opened) return tl::make_unexpected(opened.error());
    const LibraryInfo& library = opened->sandbox->library();
    std::fprintf(stderr, "%s: %s\n", library_title(library).c_str(), library.path.c_str());
    sandboxes.push_back(std::move(opened->sandbox));
  }
  return sandboxes;
}

}  // namespace

int compare(const Options& options) {
  if (options.words.size() < 2) return fail({ErrorCode::kBadInput, "give at least two libraries"});
  auto campaign = campaign_options(options, kDefaultCases);
  if (!campaign) return fail(campaign.error());
  if (options.json && *options.json != "-") {
    if (auto writable = check_writable(*options.json); !writable) {
      return fail(of_option("--json", writable.error()));
    }
  }
  auto sandboxes = open_all(options);
  if (!sandboxes) return fail(sandboxes.error());

  ProgressPrinter printer;
  const InterruptGuard guard;
  const auto progress = [&](const Progress& state) {
    printer.show(progress_line(state));
    return !InterruptGuard::interrupted();
  };
  const auto comparison = gemmcheck::compare(*sandboxes, *campaign, progress);
  printer.clear();
  if (!comparison) return fail(comparison.error());
  if (comparison->calls == 0 && !comparison->interrupted) {
    return fail(
        {ErrorCode::kBadInput, "no call was compared: none of the " + grouped(comparison->skipped) +
                                   " calls matched --only and is known to two of the libraries"});
  }
  if (!options.json || *options.json != "-") {
    std::fputs(comparison_summary(*comparison).c_str(), stdout);
  }
  if (options.json) {
    if (auto written = write_output(*options.json, comparison_json(*comparison)); !written) {
      return fail(of_option("--json", written.error()));
    }
  }
  const bool differ = comparison->differences() + comparison->not_reduced != 0;
  return differ ? kExitNew : kExitNothingNew;
}

}  // namespace gemmcheck::tool
