// The whole lattice of small calls on the real Netlib: prediction and library agree call by call,
// except for what FINDINGS.md names.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "call/enums.h"
#include "call/text.h"
#include "campaign/examine.h"
#include "contract/netlib_error_exits.h"
#include "e2e/library.h"

namespace gemmcheck::testing {
namespace {

constexpr std::int64_t kLow = -1;
constexpr std::int64_t kHigh = 2;
constexpr Key kSizes[] = {Key::kM, Key::kN, Key::kK, Key::kLda, Key::kLdb, Key::kLdc};

// Every call of one API with layouts and ops legal and illegal and sizes and leading dimensions in
// kLow..kHigh.
class Lattice {
 public:
  explicit Lattice(Api api) : call_(baseline(api)) {
    const bool cblas = api_info(api).convention == Convention::kCblas;
    if (cblas) {
      layouts_ = {102, 101, 100};
      ops_ = {111, 112, 113, 110};
    } else {
      layouts_ = {0};
      ops_ = {'N', 'T', 'C', '/'};
    }
    total_ = layouts_.size() * ops_.size() * ops_.size();
    for (std::size_t i = 0; i < std::size(kSizes); ++i) total_ *= kHigh - kLow + 1;
  }

  // Writes the next calls; 0 at the end.
  std::size_t fill(std::span<Call> calls) {
    std::size_t filled = 0;
    while (filled < calls.size() && next_ < total_) calls[filled++] = at(next_++);
    return filled;
  }

 private:
  Call at(std::size_t index) {
    const auto digit = [&index](std::size_t radix) {
      const std::size_t value = index % radix;
      index /= radix;
      return value;
    };
    for (Key key : kSizes)
      set_integer(call_, key, kLow + static_cast<std::int64_t>(digit(kHigh - kLow + 1)));
    call_.transa = ops_[digit(ops_.size())];
    call_.transb = ops_[digit(ops_.size())];
    call_.layout = layouts_[digit(layouts_.size())];
    return call_;
  }

  Call call_;
  std::vector<std::int32_t> layouts_;
  std::vector<std::int32_t> ops_;
  std::size_t total_;
  std::size_t next_ = 0;
};

TEST(LatticeTest, NetlibAgreesCallByCall) {
  OpenLibrary netlib("netlib");
  if (!netlib.sandbox) GTEST_SKIP() << netlib.why;
  Examiner examiner = netlib.examiner();
  std::map<std::string, std::string> disagreements;  // coarse key -> first call
  std::size_t judged = 0;
  for (const ApiInfo& api : apis_of(Dialect::kNetlib)) {
    Lattice lattice(api.api);
    const auto streamed = netlib.sandbox->stream(
        [&](std::span<Call> calls, std::span<std::uint8_t> own_life) {
          std::fill(own_life.begin(), own_life.end(), 0);
          return lattice.fill(calls);
        },
        [&](std::span<const Call> calls, std::span<const Observation> observations) {
          for (std::size_t i = 0; i < calls.size(); ++i) {
            const Examined examined = examiner.judge(calls[i], predict(calls[i]), observations[i]);
            ++judged;
            if (examined.key) {
              disagreements.try_emplace(to_string(*examined.key, examiner.contract()),
                                        print_call(calls[i]));
            }
          }
          return true;
        });
    ASSERT_TRUE(streamed) << streamed.error().message;
  }
  EXPECT_EQ(judged, 4u * (3 + 1) * 16 * 4096);
  // FINDINGS.md, netlib-row-major-transb: the number of transa for a bad transb, in each precision.
  std::set<std::string> expected;
  for (const char* api : {"cblas_sgemm", "cblas_dgemm", "cblas_cgemm", "cblas_zgemm"}) {
    expected.insert(std::string(api) + "/parameter/netlib.transb/refused/refused/-/transa");
  }
  for (const auto& [key, call] : disagreements) {
    EXPECT_EQ(expected.erase(key), 1u) << key << " first shown by " << call;
  }
  for (const std::string& key : expected) ADD_FAILURE() << key << " was not seen";
}

// One row differs from what the test programs expect: see FINDINGS.md, netlib-row-major-transb.
TEST(NetlibErrorExitsTest, NetlibReportsTheNumberOfItsOwnTests) {
  OpenLibrary netlib("netlib");
  if (!netlib.sandbox) GTEST_SKIP() << netlib.why;
  std::vector<Call> calls;
  for (const ErrorExit& row : kNetlibErrorExits) calls.push_back(call_of(row));
  std::vector<Observation> observations(calls.size());
  ASSERT_TRUE(netlib.sandbox->observe(calls, observations));
  for (std::size_t i = 0; i < calls.size(); ++i) {
    SCOPED_TRACE(print_call(calls[i]));
    EXPECT_EQ(observations[i].messages, 1);
    EXPECT_EQ(observations[i].number, kNetlibErrorExits[i].number_3_11);
  }
}

}  // namespace
}  // namespace gemmcheck::testing
