// Observations come from a process that may be dying: whatever it left must be safe to read.
#include "call/observation.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cstring>
#include <limits>
#include <set>
#include <string>
#include <vector>

namespace gemmcheck {
namespace {

TEST(ObservationTest, EveryEffectHasItsOwnName) {
  std::set<std::string_view> names;
  for (std::uint32_t bit = kEffectRefusedWroteC; bit <= kEffectOutsideWrite; bit <<= 1) {
    EXPECT_FALSE(effect_name(bit).empty());
    names.insert(effect_name(bit));
  }
  EXPECT_EQ(names.size(), 8u);
  EXPECT_EQ(effect_name(kEffectRefusedWroteC), "c-written");
  EXPECT_EQ(effect_name(kEffectAChanged | kEffectWrongC), "a-changed");
  EXPECT_EQ(effect_name(0), "");
  EXPECT_EQ(effect_name(kEffectOutsideWrite << 1), "");
}

TEST(ObservationTest, RoutineEndsAtItsNulOrAtTheArraysEnd) {
  Observation observation;
  EXPECT_EQ(observation.routine_view(), "");
  std::memcpy(observation.routine.data(), "DGEMM", 5);
  EXPECT_EQ(observation.routine_view(), "DGEMM");
  observation.routine.fill('x');
  EXPECT_EQ(observation.routine_view(), std::string(observation.routine.size(), 'x'));
}

TEST(ObservationTest, SoundOnesAreLeftAlone) {
  Observation observation;
  observation.outcome = Outcome::kNotMade;
  observation.format = MessageFormat::kUnread;
  observation.operand = Operand::kNone;
  observation.messages = 255;
  observation.effects = 255;
  observation.number = -7;
  observation.text_size = 168;
  observation.text.fill('x');
  observation.routine.fill('y');
  observation.routine.back() = '\0';
  observation.expected[0] = std::numeric_limits<double>::signaling_NaN();
  Observation copy = observation;
  EXPECT_TRUE(sanitize(copy));
  EXPECT_EQ(std::memcmp(&copy, &observation, sizeof(copy)), 0);
}

TEST(ObservationTest, EachFieldOutOfRangeIsRewritten) {
  Observation observation;
  observation.outcome = static_cast<Outcome>(5);
  EXPECT_FALSE(sanitize(observation));
  EXPECT_EQ(observation.outcome, Outcome::kCrash);
  observation.format = static_cast<MessageFormat>(kMessageFormatCount);
  EXPECT_FALSE(sanitize(observation));
  EXPECT_EQ(observation.format, MessageFormat::kUnread);
  observation.operand = static_cast<Operand>(4);
  EXPECT_FALSE(sanitize(observation));
  EXPECT_EQ(observation.operand, Operand::kNone);
  observation.effects = 0x101;
  EXPECT_FALSE(sanitize(observation));
  EXPECT_EQ(observation.effects, 1u);
  observation.text_size = 169;
  EXPECT_FALSE(sanitize(observation));
  EXPECT_EQ(observation.text_size, 168u);
  observation.routine.fill('x');
  EXPECT_FALSE(sanitize(observation));
  EXPECT_EQ(observation.routine_view(), std::string(23, 'x'));
  EXPECT_TRUE(sanitize(observation));
}

RC_GTEST_PROP(ObservationProperty, RandomBytesBecomeSafe, ()) {
  const auto bytes = *rc::gen::container<std::vector<std::uint8_t>>(
      sizeof(Observation), rc::gen::arbitrary<std::uint8_t>());
  Observation observation;
  std::memcpy(&observation, bytes.data(), sizeof(observation));
  sanitize(observation);
  RC_ASSERT(observation.outcome <= Outcome::kNotMade);
  RC_ASSERT(observation.format <= MessageFormat::kUnread);
  RC_ASSERT(observation.operand <= Operand::kNone);
  RC_ASSERT(observation.effects <= 0xffu);
  RC_ASSERT(observation.text_view().size() <= observation.text.size());
  RC_ASSERT(observation.routine_view().size() < observation.routine.size());
  RC_ASSERT(sanitize(observation));
}

}  // namespace
}  // namespace gemmcheck
