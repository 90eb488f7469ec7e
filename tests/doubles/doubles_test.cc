// Each lie is found by an ordinary campaign, reduced to the line that its row names, and reported
// as one cause with one finding for each function that tells it.
#include <fnmatch.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "call/text.h"
#include "campaign/campaign.h"
#include "doubles/lies.h"

namespace gemmcheck::doubles {

// For the messages of GoogleTest.
void PrintTo(const LieRow& row, std::ostream* out) {
  *out << row.name;
}

namespace {

// Most lies show within the fewer.
constexpr std::uint64_t kFewCases = 20'000;
constexpr std::uint64_t kCases = 200'000;

constexpr std::chrono::milliseconds kShortDeadline{150};

// The library with one lie, or none.
class Double {
 public:
  explicit Double(const LieRow* row) {
    if (row != nullptr) setenv(kLieVariable, std::string(row->name).c_str(), 1);
    const auto spec = resolve_library("cblas:" GEMMCHECK_DOUBLES);
    SandboxOptions options;
    options.worker = GEMMCHECK_WORKER;
    // Each hang takes so long, and a call that is merely starved must not.
    if (row != nullptr && row->lie == Lie::kHangs) options.deadline = kShortDeadline;
    auto started = Sandbox::start(spec.value(), options);
    EXPECT_TRUE(started) << (started ? "" : started.error().message);
    sandboxes_.push_back(std::move(*started));
    unsetenv(kLieVariable);
  }

  Sandbox& sandbox() { return *sandboxes_.front(); }

  CampaignResult hunt(std::uint64_t cases) {
    CampaignOptions options;
    options.cases = cases;
    auto result = run_campaign(sandboxes_, lists_, options, {});
    EXPECT_TRUE(result) << (result ? "" : result.error().message);
    return result ? std::move(*result) : CampaignResult{};
  }

 private:
  std::vector<std::unique_ptr<Sandbox>> sandboxes_;
  const Lists lists_;
};

bool tells(Where where, const ApiInfo& api) {
  switch (where) {
    case Where::kFortran:
      return api.convention == Convention::kFortran;
    case Where::kCblas:
      return api.convention == Convention::kCblas;
    case Where::kComplex:
      return api.element.complex;
    case Where::kDgemm:
      return !api.element.complex && api.element.component_bytes == 8;
    case Where::kDgemmAlone:
      return api.api == Api::kDgemm;
    case Where::kAll:
      break;
  }
  return true;
}

std::string joined(std::string_view api, char between, std::string_view rest) {
  std::string text(api);
  if (!rest.empty()) text.append(1, between).append(rest);
  return text;
}

class LieTest : public ::testing::TestWithParam<LieRow> {};
INSTANTIATE_TEST_SUITE_P(Doubles, LieTest, ::testing::ValuesIn(kLies), [](const auto& info) {
  std::string name(info.param.name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST_P(LieTest, NamesAClause) {
  const auto clauses = netlib_contract().clauses;
  EXPECT_TRUE(GetParam().clause == "-" ||
              std::any_of(clauses.begin(), clauses.end(),
                          [](const Clause& clause) { return clause.id == GetParam().clause; }))
      << GetParam().clause;
}

TEST_P(LieTest, IsOneCauseWithOneFindingForEachFunction) {
  const LieRow& row = GetParam();
  Double library(&row);
  std::map<std::string, std::string> expected;  // key -> line
  for (const ApiInfo& api : apis_of(Dialect::kNetlib)) {
    if (tells(row.where, api))
      expected[joined(api.name, '/', row.key)] = joined(api.name, ' ', row.line);
  }
  CampaignResult result = library.hunt(kFewCases);
  if (result.findings.size() < expected.size()) result = library.hunt(kCases);
  for (const Filed& filed : result.findings) {
    const Finding& finding = filed.finding;
    EXPECT_EQ(finding.cause, result.findings.front().finding.cause);
    const std::string key = to_string(finding.key, netlib_contract());
    const std::string line = print_call(finding.call);
    const auto found = expected.find(key);
    if (found == expected.end()) {
      ADD_FAILURE() << "unexpected: " << key << ", " << line;
      continue;
    }
    // One call before it is enough to bring out what depends on a call before.
    EXPECT_EQ(finding.stage.size(), row.lie == Lie::kRemembersRefusal ? 1u : 0u);
    EXPECT_EQ(fnmatch(found->second.c_str(), line.c_str(), 0), 0) << key << ", " << line;
    expected.erase(found);
  }
  for (const auto& [key, line] : expected) ADD_FAILURE() << "not found: " << key << ", " << line;
}

TEST(HonestTest, NothingIsFound) {
  Double library(nullptr);
  const CampaignResult result = library.hunt(kCases);
  EXPECT_EQ(result.calls, kCases);
  EXPECT_EQ(result.unconfirmed, 0u);
  for (const Filed& filed : result.findings) ADD_FAILURE() << filed.finding.signature;
}

// Layouts and ops, legal and not; sizes and leading dimensions from -1 to 2.
struct Axis {
  Key key;
  std::vector<std::int64_t> values;
};

std::vector<Axis> lattice_of(const ApiInfo& api) {
  std::vector<Axis> axes;
  for (const Key key : {Key::kM, Key::kN, Key::kK, Key::kLda, Key::kLdb, Key::kLdc}) {
    axes.push_back({key, {-1, 0, 1, 2}});
  }
  const bool cblas = api.convention == Convention::kCblas;
  for (const Key key : {Key::kTransa, Key::kTransb}) {
    axes.push_back({key, cblas ? std::vector<std::int64_t>{110, 111, 112, 113}
                               : std::vector<std::int64_t>{'/', 'N', 'T', 'C'}});
  }
  if (cblas) axes.push_back({Key::kLayout, {100, 101, 102}});
  return axes;
}

TEST(HonestTest, TheLatticeAgrees) {
  Double library(nullptr);
  const auto numbering = learn_numbering(library.sandbox(), netlib_contract());
  ASSERT_TRUE(numbering);
  const Examiner examiner(library.sandbox(), netlib_contract(), *numbering);
  for (const ApiInfo& api : apis_of(Dialect::kNetlib)) {
    const std::vector<Axis> axes = lattice_of(api);
    std::size_t left = 1;
    for (const Axis& axis : axes) left *= axis.values.size();
    const auto fill = [&](std::span<Call> calls, std::span<std::uint8_t> own_life) {
      const std::size_t count = std::min(left, calls.size());
      for (std::size_t i = 0; i < count; ++i) {
        std::size_t digits = --left;
        calls[i] = baseline(api.api);
        own_life[i] = 0;
        for (const Axis& axis : axes) {
          set_integer(calls[i], axis.key, axis.values[digits % axis.values.size()]);
          digits /= axis.values.size();
        }
      }
      return count;
    };
    const auto take = [&](std::span<const Call> calls, std::span<const Observation> observations) {
      for (std::size_t i = 0; i < calls.size(); ++i) {
        const Examined examined = examiner.judge(calls[i], predict(calls[i]), observations[i]);
        if (examined.key) ADD_FAILURE() << print_call(calls[i]);
        if (examined.key) return false;
      }
      return true;
    };
    ASSERT_TRUE(library.sandbox().stream(fill, take));
    EXPECT_EQ(left, 0u);
  }
}

TEST(HonestTest, AnUnknownLieIsNoLibrary) {
  setenv(kLieVariable, "white-lie", 1);
  SandboxOptions options;
  options.worker = GEMMCHECK_WORKER;
  const auto started = Sandbox::start(resolve_library("cblas:" GEMMCHECK_DOUBLES).value(), options);
  unsetenv(kLieVariable);
  ASSERT_FALSE(started);
  EXPECT_EQ(started.error().code, ErrorCode::kUnusable);
}

}  // namespace
}  // namespace gemmcheck::doubles
