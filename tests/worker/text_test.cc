// What captured text makes of an observation.
#include <gtest/gtest.h>

#include <string>

#include "worker/life.h"

namespace gemmcheck {
namespace {

TEST(AddText, TakesTheFirstReport) {
  Observation observation;
  add_text("Parameter 9 to routine DGEMM  was incorrect\n", &observation);
  add_text(" ** On entry to SGEMM  parameter number  8 had an illegal value\n", &observation);
  EXPECT_EQ(observation.messages, 2);
  EXPECT_EQ(observation.number, 9);
  EXPECT_EQ(observation.routine_view(), "DGEMM");
  EXPECT_EQ(observation.format, MessageFormat::kParameterToRoutine);
}

TEST(AddText, TakesAReportAfterOtherText) {
  Observation observation;
  add_text("warning: something else\n", &observation);
  EXPECT_EQ(observation.format, MessageFormat::kUnread);
  EXPECT_EQ(observation.messages, 0);
  add_text("Parameter 9 to routine DGEMM  was incorrect\n", &observation);
  EXPECT_EQ(observation.messages, 1);
  EXPECT_EQ(observation.number, 9);
  EXPECT_EQ(observation.format, MessageFormat::kParameterToRoutine);
}

TEST(AddText, IsBounded) {
  Observation observation;
  std::string report = "Parameter 9 to routine " + std::string(100, 'X') + " was incorrect\n";
  for (int i = 0; i < 300; ++i) add_text(report, &observation);
  EXPECT_EQ(observation.messages, 255);
  EXPECT_EQ(observation.text_size, observation.text.size());
  EXPECT_EQ(observation.routine.back(), '\0');
  Observation copy = observation;
  EXPECT_TRUE(sanitize(copy));
}

}  // namespace
}  // namespace gemmcheck
