// predict, explain, generate: what can be said without a library.
#include <cstdio>
#include <string>

#include "call/text.h"
#include "contract/explain.h"
#include "contract/target.h"
#include "generate/generate.h"
#include "report/json.h"
#include "tool/commands.h"
#include "tool/common.h"

namespace gemmcheck::tool {
namespace {

Expected<Target> chosen_target(const Options& options, const Call& call) {
  return options.target.empty() ? Expected<Target>(default_target(call.api))
                                : parse_target(options.target);
}

// "refused lda (9)  netlib.lda", or "accepted".
std::string prediction_line(const Call& call, const Contract& contract) {
  const Prediction prediction = gemmcheck::predict(call, contract);
  std::string line;
  // Where the contract defines nothing, the statuses say nothing either.
  if (prediction.standing != Standing::kSettled) line = standing_name(prediction.standing);
  if (prediction.standing != Standing::kUndefined) {
    for (const std::string& status : status_names(call.api, prediction.statuses)) {
      line.append(line.empty() ? "" : " ").append(status);
    }
  }
  for (const Violation& violation : violations(call, prediction, contract)) {
    line.append("  ").append(key_name(violation.clause->parameter));
    for (int number : violation.numbers)
      line.append(" (").append(std::to_string(number)).append(")");
    line.append("  ").append(violation.clause->id);
    break;
  }
  return line;
}

}  // namespace

int predict(const Options& options) {
  auto calls = read_calls(options.words);
  if (!calls) return fail(calls.error());
  auto target = chosen_target(options, calls->front().call);
  if (!target) return fail(target.error());
  if (options.json) {
    std::vector<Call> bare;
    for (const NamedCall& named : *calls) bare.push_back(named.call);
    std::fputs(predictions_json(bare, *target, reads_stdin(options)).c_str(), stdout);
    return kExitNothingNew;
  }
  for (const NamedCall& named : *calls) {
    std::string line = prediction_line(named.call, contract_of(*target));
    if (calls->size() > 1) line = print_call(named.call) + ": " + line;
    std::printf("%s\n", line.c_str());
  }
  return kExitNothingNew;
}

int explain(const Options& options) {
  auto calls = read_calls(options.words);
  if (!calls) return fail(calls.error());
  auto target = chosen_target(options, calls->front().call);
  if (!target) return fail(target.error());
  bool first = true;
  for (const NamedCall& named : *calls) {
    if (!first) std::putchar('\n');
    first = false;
    std::fputs(gemmcheck::explain(named.call, contract_of(*target)).c_str(), stdout);
  }
  return kExitNothingNew;
}

int generate(const Options& options) {
  auto apis = parse_apis(options.apis);
  if (!apis) return fail(apis.error());
  auto seed = parse_number("--seed", options.seed);
  if (!seed) return fail(seed.error());
  auto cases = parse_number("--cases", options.cases);
  if (!cases) return fail(cases.error());
  auto from = parse_number("--from", options.from, 0, ~std::uint64_t{0} - *cases);
  if (!from) return fail(from.error());
  const Generator generator(*seed, *apis);
  std::string text;
  for (std::uint64_t i = 0; i < *cases && std::ferror(stdout) == 0; ++i) {
    text.clear();
    print_call(generator.call(*from + i), text);
    text.push_back('\n');
    std::fwrite(text.data(), 1, text.size(), stdout);
  }
  return kExitNothingNew;
}

}  // namespace gemmcheck::tool
