// Whatever a worker left in an observation, judging it is total and follows the rules.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstring>
#include <vector>

#include "observations.h"
#include "verdict/key.h"

namespace gemmcheck {
namespace {

constexpr const char* kCalls[] = {
    "dgemm_",
    "cblas_dgemm layout=RowMajor m=3 n=2 k=4 lda=1",
    "cblas_zgemm layout=#7 transa=#9 m=-1 n=-1 k=-1 lda=0 ldb=0 ldc=0",
    "cblas_sgemm A=null",
    "cgemm_ m=0 lda=0 ldc=0",
};

// Any bytes that sanitize() lets pass, with the head often sensible.
rc::Gen<Observation> any_observation() {
  return rc::gen::map(rc::gen::tuple(rc::gen::container<std::vector<std::uint8_t>>(
                                         sizeof(Observation), rc::gen::arbitrary<std::uint8_t>()),
                                     rc::gen::inRange(0, 6), rc::gen::inRange(0, 6),
                                     rc::gen::inRange(-2, 17), rc::gen::inRange(0, 3)),
                      [](const auto& parts) {
                        const auto& [bytes, outcome, format, number, messages] = parts;
                        Observation observation;
                        std::memcpy(static_cast<void*>(&observation), bytes.data(),
                                    sizeof(observation));
                        if (outcome < 5) observation.outcome = static_cast<Outcome>(outcome);
                        if (format < 5) observation.format = static_cast<MessageFormat>(format);
                        if (number < 16) observation.number = number;
                        if (messages < 2)
                          observation.messages = static_cast<std::uint8_t>(messages);
                        if (messages == 0) observation.effects = 0;
                        (void)sanitize(observation);
                        return observation;
                      });
}

TEST(Hostile, JudgingIsTotal) {
  EXPECT_TRUE(rc::check("judge", [] {
    const Call call = call_of(kCalls[*rc::gen::inRange<std::size_t>(0, std::size(kCalls))]);
    const Observation observation = *any_observation();
    Prediction prediction = predict(call, netlib_contract());
    prediction.standing = static_cast<Standing>(*rc::gen::inRange(0, 3));
    const Verdict verdict = judge(call, prediction, observation, netlib_contract(), Numbering{});

    RC_ASSERT((verdict.judgement == Judgement::kDisagree) == (verdict.kind != Kind::kCount));
    if (prediction.standing == Standing::kUndefined)
      RC_ASSERT(verdict.judgement == Judgement::kNotJudged);
    if (verdict.judgement == Judgement::kAgree) {
      RC_ASSERT(prediction.standing == Standing::kSettled);
      RC_ASSERT((verdict.observed & prediction.statuses) != 0u);
      RC_ASSERT((observation.effects & (kFootprintEffects | kForbiddenEffects)) == 0u);
    }
    if (verdict.judgement == Judgement::kUnsettled)
      RC_ASSERT(prediction.standing == Standing::kUnsettled);
    if (verdict.judgement != Judgement::kDisagree) return;
    const CoarseKey key = coarse_key(call, prediction, observation, verdict);
    RC_ASSERT(to_string(key, netlib_contract()).size() < 200u);
    RC_ASSERT(key == coarse_key(call, prediction, observation, verdict));
  }));
}

}  // namespace
}  // namespace gemmcheck
