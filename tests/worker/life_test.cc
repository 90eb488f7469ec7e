// A life in a fork of the test, with the shared memory in the test's hands.
#include "worker/life.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <optional>

namespace gemmcheck {
namespace {

constexpr std::chrono::seconds kLong{20};

class LifeTest : public testing::Test {
 protected:
  LifeTest() : region_(Region::create(4).value()), memory_(OperandMemory::create().value()) {
    LibrarySpec spec;
    spec.path = SANDBOX_DOUBLE;
    library_ = CblasLibrary::load(spec).value();
  }
  ~LifeTest() override {
    if (life_ > 0) {
      kill(life_, SIGKILL);
      waitpid(life_, nullptr, 0);
    }
  }

  void put(std::uint32_t sequence, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      region_.slots(sequence).calls[i] = baseline(Api::kDgemm);
      region_.slots(sequence).flags[i] = 0;
      region_.slots(sequence).observations[i].outcome = Outcome::kNotMade;
    }
    region_.batch(sequence).sequence = sequence;
    region_.batch(sequence).count = count;
    region_.batch(sequence).state = protocol::kFilled;
  }

  void live_from(protocol::Position position) {
    region_.header().position = position.pack();
    life_ = fork();
    if (life_ != 0) return;
    const auto descriptors = FdCapture::start().value();
    const auto stream = StreamCapture::start().value();
    Life({*library_, region_, memory_, *stream, *descriptors}).run();
  }

  bool is_done(std::uint32_t sequence) {
    const auto limit = std::chrono::steady_clock::now() + kLong;
    Word& state = region_.batch(sequence).state;
    while (state != protocol::kDone && std::chrono::steady_clock::now() < limit) {
      futex_wait(state, protocol::kFilled, std::chrono::milliseconds(10));
    }
    return state == protocol::kDone;
  }

  Outcome outcome(std::uint32_t sequence, std::uint32_t slot) {
    return region_.slots(sequence).observations[slot].outcome;
  }

  Region region_;
  OperandMemory memory_;
  std::optional<CblasLibrary> library_;
  pid_t life_ = -1;
};

TEST_F(LifeTest, BeginsWhereTheLastOneEnded) {
  put(7, 4);
  live_from({7, 2, false});
  ASSERT_TRUE(is_done(7));
  EXPECT_EQ(outcome(7, 1), Outcome::kNotMade);
  EXPECT_EQ(outcome(7, 2), Outcome::kReturned);
  EXPECT_EQ(outcome(7, 3), Outcome::kReturned);
  EXPECT_EQ(region_.header().position, (protocol::Position{8, 0, false}.pack()));
}

TEST_F(LifeTest, ABatchWhoseLastCallKilledIsDone) {
  put(3, 2);
  live_from({3, 2, false});
  ASSERT_TRUE(is_done(3));
  EXPECT_EQ(outcome(3, 1), Outcome::kNotMade);
}

// The last life ended after the batch's last call and before it could say that it was done.
TEST_F(LifeTest, SaysWhatItsPredecessorCouldNot) {
  put(5, 1);
  live_from({6, 0, false});
  ASSERT_TRUE(is_done(5));
  EXPECT_EQ(outcome(5, 0), Outcome::kNotMade);
}

TEST_F(LifeTest, AHostileCountStaysInsideTheBatch) {
  put(0, 4);
  region_.batch(0).count = 1'000'000;
  live_from({});
  ASSERT_TRUE(is_done(0));
  EXPECT_EQ(outcome(0, 3), Outcome::kReturned);
}

TEST_F(LifeTest, EndsAsPlannedForACallThatWantsALifeOfItsOwn) {
  put(0, 3);
  region_.slots(0).flags[1] = protocol::kOwnLife;
  live_from({});
  int status = -1;
  ASSERT_EQ(waitpid(life_, &status, 0), life_);
  life_ = -1;
  EXPECT_EQ(status, 0);
  EXPECT_EQ(region_.header().position, (protocol::Position{0, 1, false}.pack()));
  EXPECT_EQ(outcome(0, 0), Outcome::kReturned);
  EXPECT_EQ(outcome(0, 1), Outcome::kNotMade);
}

}  // namespace
}  // namespace gemmcheck
