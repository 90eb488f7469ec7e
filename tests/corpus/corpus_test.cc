// The corpus as it is delivered: every file is read, stands in canonical form and says what the
// validator says.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "corpus/corpus_files.h"
#include "generate/coverage.h"

namespace gemmcheck::testing {
namespace {

// The lines of a file that are no comments.
std::vector<std::string> call_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (!line.empty() && line.front() != '#') lines.push_back(line);
  }
  return lines;
}

TEST(CorpusTest, LinesAreInCanonicalForm) {
  for (const char* folder : {"seeds", "regressions", "reports"}) {
    for (const CorpusFile& file : files_in(folder)) {
      std::vector<std::string> printed;
      for (const Entry& entry : file.entries) {
        for (const Call& call : entry.calls) printed.push_back(print_call(call));
      }
      EXPECT_EQ(call_lines(file.text), printed) << file.name;
    }
  }
}

TEST(CorpusTest, ReportsComeToWhatTheyExpect) {
  for (const CorpusFile& file : files_in("reports")) {
    EXPECT_NE(file.text.find("https://"), std::string::npos) << file.name;
    for (const Entry& entry : file.entries) {
      EXPECT_EQ(predicted(entry.calls.back()), entry.expect) << file.name << ':' << entry.line;
    }
  }
}

TEST(CorpusTest, SeedsBreakEveryRuleAndMeetEveryBound) {
  Coverage coverage(netlib_contract());
  for (const CorpusFile& file : files_in("seeds")) {
    for (const Entry& entry : file.entries) {
      const Call& call = entry.calls.back();
      const Prediction prediction = predict(call);
      EXPECT_NE(prediction.standing, Standing::kUndefined) << print_call(call);
      coverage.add(call, prediction);
    }
  }
  const Coverage::Summary summary = coverage.summary();
  EXPECT_EQ(summary.violated_alone, summary.clauses)
      << ::testing::PrintToString(coverage.missing());
  EXPECT_EQ(summary.just_met, summary.bounds);
  EXPECT_GT(summary.accepted, 200u);
}

// Something that a seed file must hold of every API.
struct Circumstance {
  const char* name;
  std::function<bool(const Call& call)> holds;
};

bool is_fill(const Call& call, FillKind kind) {
  return call.fill.kind == kind;
}
bool any_operand(const Call& call, const std::function<bool(const Pointer& pointer)>& holds) {
  return holds(call.A) || holds(call.B) || holds(call.C);
}
bool is_legal(const Call& call) {
  return predict(call).deciding == kNoClause;
}

const std::vector<Circumstance>& circumstances() {
  static const std::vector<Circumstance> all = {
      {"m = 0", [](const Call& call) { return call.m == 0; }},
      {"n = 0", [](const Call& call) { return call.n == 0; }},
      {"k = 0, beta = 0", [](const Call& call) { return call.k == 0 && call.beta.re == 0; }},
      {"k = 0, beta = 1", [](const Call& call) { return call.k == 0 && call.beta.re == 1; }},
      {"alpha = 0", [](const Call& call) { return call.alpha.re == 0 && call.beta.re == 0; }},
      {"alpha = 0, beta = 1",
       [](const Call& call) { return call.alpha.re == 0 && call.beta.re == 1; }},
      {"alpha not finite", [](const Call& call) { return !std::isfinite(call.alpha.re); }},
      {"beta not finite", [](const Call& call) { return !std::isfinite(call.beta.re); }},
      {"NaN in A", [](const Call& call) { return is_fill(call, FillKind::kNanA); }},
      {"NaN in B", [](const Call& call) { return is_fill(call, FillKind::kNanB); }},
      {"NaN in C that is not read",
       [](const Call& call) { return is_fill(call, FillKind::kNanC) && call.beta.re == 0; }},
      {"NaN in C that is read",
       [](const Call& call) { return is_fill(call, FillKind::kNanC) && call.beta.re == 1; }},
      {"NaN that alpha = 0 hides",
       [](const Call& call) { return is_fill(call, FillKind::kNanA) && call.alpha.re == 0; }},
      {"Inf in A", [](const Call& call) { return is_fill(call, FillKind::kInfA); }},
      {"Inf in B", [](const Call& call) { return is_fill(call, FillKind::kInfB); }},
      {"Inf in C", [](const Call& call) { return is_fill(call, FillKind::kInfC); }},
      {"fractions", [](const Call& call) { return is_fill(call, FillKind::kRandom); }},
      {"guard in front",
       [](const Call& call) { return call.guard == static_cast<std::int32_t>(Guard::kFront); }},
      {"an offset",
       [](const Call& call) {
         return any_operand(call, [](const Pointer& pointer) {
           return pointer.kind == PointerKind::kValid && pointer.offset != 0;
         });
       }},
      {"a null operand",
       [](const Call& call) {
         return any_operand(
             call, [](const Pointer& pointer) { return pointer.kind == PointerKind::kNull; });
       }},
      {"an alias",
       [](const Call& call) {
         return any_operand(
             call, [](const Pointer& pointer) { return pointer.kind == PointerKind::kAlias; });
       }},
      {"gaps between columns",
       [](const Call& call) { return is_legal(call) && call.n > 1 && call.ldc > call.m + 1; }},
      {"a huge leading dimension",
       [](const Call& call) { return is_legal(call) && call.lda >= 1 << 30; }},
      {"a size at the end of its type", [](const Call& call) { return call.n == 2147483647; }},
      {"a negative size at the end of its type",
       [](const Call& call) { return call.m < -2147483647; }},
  };
  return all;
}

TEST(CorpusTest, SeedsHoldEveryCircumstanceForEveryApiAndLayout) {
  std::vector<Call> calls;
  for (const CorpusFile& file : files_in("seeds")) {
    for (const Entry& entry : file.entries) calls.push_back(entry.calls.back());
  }
  for (const ApiInfo& api : apis_of(Dialect::kNetlib)) {
    for (const Circumstance& circumstance : circumstances()) {
      EXPECT_TRUE(std::any_of(
          calls.begin(), calls.end(),
          [&](const Call& call) { return call.api == api.api && circumstance.holds(call); }))
          << api.name << ": " << circumstance.name;
    }
    if (!has_key(api.api, Key::kLayout)) continue;
    const std::int32_t row_major = 101;
    for (const std::string word :
         {"accepted", "refused transa", "refused transb", "refused m", "refused n", "refused k",
          "refused lda", "refused ldb", "refused ldc"}) {
      EXPECT_TRUE(std::any_of(calls.begin(), calls.end(),
                              [&](const Call& call) {
                                return call.api == api.api && call.layout == row_major &&
                                       predicted(call) == word;
                              }))
          << api.name << " row-major: " << word;
    }
  }
}

}  // namespace
}  // namespace gemmcheck::testing
