// What crosses the shared memory is whole and within bounds on the other side.
#include "sandbox/protocol.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string_view>

namespace gemmcheck::protocol {
namespace {

Observation refusal(std::string_view text) {
  Observation observation;
  observation.messages = 1;
  observation.number = 9;
  observation.format = MessageFormat::kOnEntryTo;
  observation.row = 3;
  observation.text_size = static_cast<std::uint32_t>(text.copy(observation.text.data(), 168));
  return observation;
}

bool same(const Observation& x, const Observation& y) {
  return std::memcmp(&x, &y, sizeof(Observation)) == 0;
}

TEST(Position, SurvivesPacking) {
  for (const Position position :
       {Position{}, Position{7, 255, true}, Position{~0u, 65536, false}}) {
    const Position back = Position::unpack(position.pack());
    EXPECT_EQ(back.sequence, position.sequence);
    EXPECT_EQ(back.slot, position.slot);
    EXPECT_EQ(back.in_flight, position.in_flight);
  }
}

// Whatever was in the slot and in the supervisor's copy before.
TEST(Observations, ComeOverWhole) {
  const Observation said[] = {Observation{}, refusal("short"), refusal(std::string(168, 'x')),
                              refusal(std::string(57, 'y')), Observation{}};
  Observation slot = refusal(std::string(168, 'z'));
  Observation received = slot;
  for (const Observation& one : said) {
    for (int twice = 0; twice < 2; ++twice) {
      copy_said(one, &slot);
      receive(slot, &received);
      EXPECT_TRUE(same(received, one));
    }
  }
}

TEST(Observations, OfAHostileWorkerAreBounded) {
  Observation slot;
  std::memset(static_cast<void*>(&slot), 0xff, sizeof(slot));
  Observation received;
  receive(slot, &received);
  EXPECT_TRUE(sanitize(received));
  EXPECT_LE(received.text_size, received.text.size());
}

TEST(Observations, ResetSaysNothing) {
  Observation observation = refusal("text");
  reset(observation);
  EXPECT_TRUE(is_plain(observation));
  EXPECT_EQ(observation.row, -1);
  EXPECT_EQ(observation.text_view(), "");
}

}  // namespace
}  // namespace gemmcheck::protocol
