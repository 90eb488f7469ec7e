#include <cstdio>
#include <optional>

#include "campaign/campaign.h"
#include "findings/store.h"
#include "report/console.h"
#include "report/json.h"
#include "tool/commands.h"
#include "tool/common.h"
#include "tool/stream_options.h"
#include "tool/terminal.h"

namespace gemmcheck::tool {
namespace {

constexpr std::uint64_t kDefaultCases = 1'000'000;
constexpr std::uint64_t kMostJobs = 256;

}  // namespace

int run(const Options& options) {
  auto campaign = campaign_options(options, kDefaultCases);
  if (!campaign) return fail(campaign.error());
  auto jobs = parse_number("--jobs", options.jobs, 1, kMostJobs);
  if (!jobs) return fail(jobs.error());
  auto lists = load_lists(options);
  if (!lists) return fail(lists.error());
  if (options.json && *options.json != "-") {
    if (auto writable = check_writable(*options.json); !writable) {
      return fail(of_option("--json", writable.error()));
    }
  }
  // The folder is tried before the hunt: a run of hours must not end at an unwritable one.
  const std::string out = options.out.empty() ? "findings" : options.out;
  auto store = Store::open(out);
  if (!store) return fail(of_option("--out", store.error()));
  if (options.resume) {
    auto state = store->state();
    if (!state) return fail(state.error());
    if (!*state) std::fprintf(stderr, "%s: nothing to resume, the run begins anew\n", out.c_str());
    campaign->resume = std::move(*state);
  }
  auto opened = open_workers(options, *jobs);
  if (!opened) return fail(opened.error());
  const LibraryInfo& library = opened->sandboxes.front()->library();
  if ((library.apis & campaign->apis) == 0) {
    return fail({ErrorCode::kUnusable, library.path + " has none of the functions of --api"});
  }
  std::fprintf(stderr, "%s: %s\n", library_title(library).c_str(), library.path.c_str());

  ProgressPrinter printer;
  const InterruptGuard guard;
  const auto progress = [&](const Progress& state) {
    printer.show(progress_line(state));
    return !InterruptGuard::interrupted();
  };
  const auto file = [&](const Finding& finding, const Examiner& examiner) {
    return store->write(
        finding, finding_json(finding, examiner.contract(), examiner.numbering()),
        reproducer_source(finding, examiner.contract(), examiner.numbering(), opened->spec));
  };
  const auto keep = [&](const std::string& state) { return store->keep_state(state); };
  auto result = run_campaign(opened->sandboxes, *lists, *campaign, {progress, file, keep});
  printer.clear();
  if (!result) {
    // What cannot be gone on from is the folder's.
    const bool resumes = options.resume && result.error().code == ErrorCode::kBadInput;
    return fail(resumes ? of_option(out, result.error()) : result.error());
  }
  if (result->calls == 0 && result->skipped != 0 && !result->interrupted) {
    return fail({ErrorCode::kBadInput, "no call was made: none of the " + grouped(result->skipped) +
                                           " calls matched --only"});
  }

  const bool json_on_stdout = options.json && *options.json == "-";
  if (!json_on_stdout)
    std::fputs(
        console_summary(*result, options.library == "auto" ? opened->spec.name : options.library)
            .c_str(),
        stdout);
  if (options.json) {
    if (auto written = write_output(*options.json, campaign_json(*result, netlib_contract()));
        !written) {
      return fail(of_option("--json", written.error()));
    }
  }
  return result->new_findings() != 0 ? kExitNew : kExitNothingNew;
}

}  // namespace gemmcheck::tool
