// observe, minimize: single calls on a real library.
#include <cstdio>
#include <string>

#include "call/text.h"
#include "report/console.h"
#include "report/json.h"
#include "tool/commands.h"
#include "tool/common.h"

namespace gemmcheck::tool {
namespace {

// The calls, and the library ready to judge them.
struct Bench {
  std::vector<Call> calls;
  Opened opened;
  Numbering numbering;
};

Expected<Bench> set_up(const Options& options) {
  auto named = read_calls(options.words);
  if (!named) return tl::make_unexpected(named.error());
  auto opened = open_library(options);
  if (!opened) return tl::make_unexpected(opened.error());
  Bench bench{{}, std::move(*opened), {}};
  for (const NamedCall& one : *named) {
    const ApiInfo& api = api_info(one.call.api);
    if ((bench.opened.sandbox->library().apis & api_bit(api.api)) == 0) {
      return unusable(bench.opened.sandbox->library().path + " has no symbol for " +
                      std::string(api.name));
    }
    bench.calls.push_back(one.call);
  }
  auto numbering = learn_numbering(*bench.opened.sandbox, netlib_contract());
  if (!numbering) return tl::make_unexpected(numbering.error());
  bench.numbering = *numbering;
  return bench;
}

}  // namespace

int observe(const Options& options) {
  auto bench = set_up(options);
  if (!bench) return fail(bench.error());
  Examiner examiner(*bench->opened.sandbox, netlib_contract(), bench->numbering);
  auto examined = examiner.examine(bench->calls, Lives::kOwn);
  if (!examined) return fail(examined.error());

  std::vector<Observed> observed;
  for (std::size_t i = 0; i < bench->calls.size(); ++i)
    observed.push_back({bench->calls[i], (*examined)[i]});
  if (options.json) {
    std::fputs(observations_json(observed, examiner.library(), examiner.contract(),
                                 examiner.numbering(), reads_stdin(options))
                   .c_str(),
               stdout);
    return kExitNothingNew;
  }
  for (const Observed& one : observed)
    std::fputs(observation_lines(one, examiner.library()).c_str(), stdout);
  return kExitNothingNew;
}

int minimize(const Options& options) {
  auto bench = set_up(options);
  if (!bench) return fail(bench.error());
  Examiner examiner(*bench->opened.sandbox, netlib_contract(), bench->numbering);
  std::vector<Finding> findings;
  for (const Call& call : bench->calls) {
    auto examined = examiner.examine({&call, 1}, Lives::kOwn);
    if (!examined) return fail(examined.error());
    const bool undefined = examined->front().verdict.judgement == Judgement::kNotJudged;
    if (undefined) {
      return fail(
          {ErrorCode::kBadInput,
           print_call(call) + ": the contract does not define this call; nothing to reduce"});
    }
    if (!examined->front().key) {
      return fail(
          {ErrorCode::kBadInput,
           print_call(call) + ": the library does what the contract asks; nothing to reduce"});
    }
    auto finding = examiner.investigate(call, *examined->front().key);
    if (!finding) return fail(finding.error());
    if (options.json) {
      findings.push_back(std::move(*finding));
      continue;
    }
    std::printf("%s\n", print_call(finding->call).c_str());
    std::fprintf(stderr, "%s: expected %s, observed %s; confirmed %d of %d%s\n",
                 std::string(kind_name(finding->key.kind)).c_str(), expected_text(*finding).c_str(),
                 observed_text(*finding).c_str(), finding->confirmed, kConfirmations,
                 finding->minimal ? "" : "; 1-minimal, a simpler call may exist");
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
