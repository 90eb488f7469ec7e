// observe, minimize: single calls on a real library.
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "call/text.h"
#include "campaign/sequence.h"
#include "report/console.h"
#include "report/json.h"
#include "tool/commands.h"
#include "tool/common.h"

namespace gemmcheck::tool {
namespace {

// The calls, and the library ready to judge them.
struct Bench {
  std::vector<NamedCall> calls;
  Opened opened;
  Numbering numbering;
};

Expected<Bench> set_up(const Options& options) {
  auto named = read_calls(options.words);
  if (!named) return tl::make_unexpected(named.error());
  auto opened = open_library(options);
  if (!opened) return tl::make_unexpected(opened.error());
  Bench bench{std::move(*named), std::move(*opened), {}};
  const LibraryInfo& library = bench.opened.sandbox->library();
  for (const NamedCall& one : bench.calls) {
    const ApiInfo& api = api_info(one.call.api);
    if ((library.apis & api_bit(api.api)) == 0)
      return unusable(library.path + " has no symbol for " + std::string(api.name));
  }
  auto numbering = learn_numbering(*bench.opened.sandbox, netlib_contract());
  if (!numbering) return tl::make_unexpected(numbering.error());
  bench.numbering = *numbering;
  return bench;
}

// What the call did, after those that set the stage for it and nothing else.
Expected<Examined> examine(Examiner& examiner, const NamedCall& named) {
  std::vector<Call> calls = named.stage;
  calls.push_back(named.call);
  auto examined = examiner.examine(calls, named.stage.empty() ? Lives::kOwn : Lives::kOne);
  if (!examined) return tl::make_unexpected(examined.error());
  return examined->back();
}

Expected<CoarseKey> key_to_reduce(Examiner& examiner, const NamedCall& named) {
  auto examined = examine(examiner, named);
  if (!examined) return tl::make_unexpected(examined.error());
  const std::string call = print_call(named.call);
  if (examined->observation.outcome == Outcome::kNotMade) {
    return bad_input(call + ": not made: " + std::string(examined->observation.text_view()));
  }
  if (examined->verdict.judgement == Judgement::kNotJudged)
    return bad_input(call + ": the contract does not define this call; nothing to reduce");
  if (!examined->key)
    return bad_input(call + ": the library does what the contract asks; nothing to reduce");
  return *examined->key;
}

Expected<Finding> reduce_one(Examiner& examiner, const NamedCall& named, const CoarseKey& key) {
  if (named.stage.empty()) return examiner.investigate(named.call, key);
  // What shows without the stage needs none.
  auto alone = examine(examiner, {named.file, named.line, named.call, {}});
  if (!alone) return tl::make_unexpected(alone.error());
  if (alone->key == key) return examiner.investigate(named.call, key);
  auto finding = investigate_sequence(examiner, named.stage, named.call, key, {});
  if (!finding) return tl::make_unexpected(finding.error());
  if (!*finding)
    return internal_error(print_call(named.call) + ": what it showed did not show again");
  return std::move(**finding);
}

// A call that is slow rather than stuck may be as fast again as it has to be.
Expected<void> check_repeats(const Finding& finding) {
  if (finding.confirmed != 0) return {};
  return bad_input(print_call(finding.call) + ": what the call showed did not show again in " +
                   std::to_string(kConfirmations) + " fresh processes" +
                   (finding.key.kind == Kind::kHang ? "; a slow call needs a longer --deadline"
                                                    : "; nothing to reduce"));
}

void print_reduced(const Finding& finding) {
  for (const Call& call : finding.stage) std::printf("%s \\\n", print_call(call).c_str());
  std::printf("%s\n", print_call(finding.call).c_str());
  std::fprintf(stderr, "%s: expected %s, observed %s; confirmed %d of %d%s\n",
               std::string(kind_name(finding.key.kind)).c_str(), expected_text(finding).c_str(),
               observed_text(finding).c_str(), finding.confirmed, kConfirmations,
               finding.minimal ? "" : "; 1-minimal, a simpler call may exist");
}

}  // namespace

int observe(const Options& options) {
  auto bench = set_up(options);
  if (!bench) return fail(bench.error());
  Examiner examiner(*bench->opened.sandbox, netlib_contract(), bench->numbering);
  std::vector<Observed> observed;
  std::fprintf(stderr, "%s: %s\n", library_title(examiner.library()).c_str(),
               examiner.library().path.c_str());
  for (const NamedCall& named : bench->calls) {
    auto examined = examine(examiner, named);
    if (!examined) return fail(examined.error());
    observed.push_back({named.call, *examined});
    if (options.json) continue;
    std::fputs(observation_lines(observed.back(), examiner.library()).c_str(), stdout);
    if (examined->observation.outcome == Outcome::kHang) {
      std::printf("  after %s ms it was ended; --deadline gives a slow call more\n",
                  options.deadline_ms.c_str());
    }
  }
  if (options.json) {
    std::fputs(observations_json(observed, examiner.library(), examiner.contract(),
                                 examiner.numbering(), reads_stdin(options))
                   .c_str(),
               stdout);
  }
  return kExitNothingNew;
}

int minimize(const Options& options) {
  auto bench = set_up(options);
  if (!bench) return fail(bench.error());
  Examiner examiner(*bench->opened.sandbox, netlib_contract(), bench->numbering);
  // All are looked at before the first is reduced: that may take long, and one may have nothing.
  std::vector<CoarseKey> keys;
  for (const NamedCall& named : bench->calls) {
    auto key = key_to_reduce(examiner, named);
    if (!key) return fail(key.error());
    keys.push_back(*key);
  }
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    auto finding = reduce_one(examiner, bench->calls[i], keys[i]);
    if (!finding) return fail(finding.error());
    if (auto repeats = check_repeats(*finding); !repeats) return fail(repeats.error());
    findings.push_back(std::move(*finding));
    if (!options.json) print_reduced(findings.back());
  }
  if (options.json) {
    // As predict and observe have it: one call, one object; calls from stdin, an array.
    const std::string json =
        reads_stdin(options)
            ? findings_json(findings, examiner.contract(), examiner.numbering())
            : finding_json(findings.front(), examiner.contract(), examiner.numbering());
    std::fputs(json.c_str(), stdout);
  }
  return kExitNothingNew;
}

}  // namespace gemmcheck::tool
