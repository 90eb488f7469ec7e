// The real libraries, where they are installed: what they are known to do (contract facts as
// measured on Debian 12) comes through the sandbox as it is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "call/enums.h"
#include "sandbox/support.h"

namespace gemmcheck::test {
namespace {

class LibraryTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const auto spec = resolve_library(GetParam());
    if (!spec) GTEST_SKIP() << spec.error().message;
    auto sandbox = Sandbox::start(*spec, worker_options());
    ASSERT_TRUE(sandbox) << sandbox.error().message;
    sandbox_ = std::move(*sandbox);
  }
  std::unique_ptr<Sandbox> sandbox_;
};

// Legal calls of every API, shape, op, beta and guard: all of memory is as it must be.
TEST_P(LibraryTest, LegalCallsAreClean) {
  std::vector<Call> calls;
  for (const ApiInfo& api : apis_of(Dialect::kNetlib)) {
    for (int i = 0; i < 200; ++i) {
      Call call = baseline(api.api);
      const std::int32_t transposed = api.convention == Convention::kFortran ? 'T' : 112;
      call.m = i % 5;
      call.n = i / 5 % 6;
      call.k = i / 3 % 7;
      if (i % 2 == 0) call.transa = transposed;
      if (i % 3 == 0) call.transb = transposed;
      if (i % 7 == 0) call.beta.re = 1;
      if (i % 11 == 0) call.alpha.re = 0;
      if (i % 13 == 0) call.fill.kind = FillKind::kRandom;
      if (i % 17 == 0) call.A.offset = 16;
      if (i % 19 == 0) call.C.offset = 8 * api.element.bytes();
      call.guard = i % 4 < 2;
      call.fill.seed = static_cast<std::uint32_t>(i / 50);
      set_tight(call);
      call.ldc += i % 3;
      calls.push_back(call);
    }
  }
  const auto observations = observe(*sandbox_, calls);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    EXPECT_EQ(observations[i].outcome, Outcome::kReturned);
    EXPECT_EQ(observations[i].messages, 0);
    EXPECT_EQ(observations[i].effects, 0u) << i << effect_name(observations[i].effects);
  }
  EXPECT_EQ(sandbox_->restarts(), 0u);
}

// The message is the library's own; C is untouched; a refusal that exits costs no life.
TEST_P(LibraryTest, FaultsAreReported) {
  for (const Api api : {Api::kDgemm, Api::kSgemm, Api::kCblasZgemm, Api::kCblasDgemm}) {
    Call call = baseline(api);
    call.m = 3;
    set_tight(call);
    call.lda = 2;
    const std::vector<Call> calls(300, call);
    for (const Observation& seen : observe(*sandbox_, calls)) {
      ASSERT_EQ(seen.messages, 1);
      ASSERT_NE(seen.format, MessageFormat::kNone);
      ASSERT_NE(seen.format, MessageFormat::kUnread);
      ASSERT_THAT(seen.number, testing::AnyOf(8, 9));
      ASSERT_EQ(seen.effects, 0u);
    }
  }
  EXPECT_EQ(sandbox_->restarts(), 0u);
}

// What a refusal leaves behind in the library's globals when it exits, and is stopped from it, does
// not change what the next one reports.
TEST_P(LibraryTest, AnExitDoesNotColourTheNextReport) {
  Call exits = baseline(Api::kCblasDgemm);
  exits.m = 3;
  exits.layout = 101;  // row-major
  set_tight(exits);
  exits.ldb = 0;
  Call next = baseline(Api::kDgemm);
  next.m = 3;
  set_tight(next);
  next.lda = 2;
  const auto alone = observe(*sandbox_, {exits, next}, Lives::kOwn);
  const auto after = observe(*sandbox_, {exits, next});
  EXPECT_EQ(after[0].text_view(), alone[0].text_view());
  EXPECT_EQ(after[1].text_view(), alone[1].text_view());
  EXPECT_EQ(after[1].number, alone[1].number);
  EXPECT_EQ(after[1].outcome, alone[1].outcome);
}

// Sizes that no machine has memory for: what must be refused is refused, the rest is not made.
TEST_P(LibraryTest, HugeOperandsDoNoHarm) {
  Call huge = baseline(Api::kDgemm);
  huge.m = huge.n = huge.k = 2'000'000'000;
  set_tight(huge);
  Call refused = huge;
  refused.ldc = 1;
  Call quick = huge;
  quick.m = 0;
  const auto seen = observe(*sandbox_, {huge, refused, quick});
  EXPECT_EQ(seen[0].outcome, Outcome::kNotMade);
  EXPECT_EQ(seen[1].messages, 1);
  EXPECT_EQ(seen[2].outcome, Outcome::kReturned);
  EXPECT_EQ(seen[2].messages, 0);
}

// A null pointer that must not be followed is an ordinary call; one that must be is a crash.
TEST_P(LibraryTest, NullPointersReachTheLibrary) {
  Call nothing = baseline(Api::kDgemm);
  nothing.m = 0;
  nothing.A.kind = nothing.B.kind = nothing.C.kind = PointerKind::kNull;
  Call followed = baseline(Api::kDgemm);
  followed.A.kind = PointerKind::kNull;
  const auto seen = observe(*sandbox_, {nothing, followed, baseline(Api::kDgemm)});
  EXPECT_EQ(seen[0].outcome, Outcome::kReturned);
  EXPECT_EQ(seen[1].outcome, Outcome::kCrash);
  EXPECT_EQ(seen[2].outcome, Outcome::kReturned);
  EXPECT_EQ(seen[2].effects, 0u);
}

INSTANTIATE_TEST_SUITE_P(Debian, LibraryTest, testing::Values("openblas", "netlib", "blis"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace gemmcheck::test
