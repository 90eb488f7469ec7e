#include "library/message.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace gemmcheck {
namespace {

struct Row {
  std::string_view text;
  int reports;
  MessageFormat format;
  int number;
  std::string_view routine;
};

constexpr auto kOnEntryTo = MessageFormat::kOnEntryTo;
constexpr auto kToRoutine = MessageFormat::kParameterToRoutine;
constexpr auto kIncorrectOn = MessageFormat::kParameterIncorrectOn;
constexpr auto kUnread = MessageFormat::kUnread;
constexpr auto kNone = MessageFormat::kNone;

constexpr Row kRows[] = {
    // As the libraries print them.
    {" ** On entry to DGEMM  parameter number  8 had an illegal value\n", 1, kOnEntryTo, 8,
     "DGEMM"},
    {"** On entry to DGEMM , parameter number 10 had an illegal value\n", 1, kOnEntryTo, 10,
     "DGEMM"},
    {" ** On entry to GEMM_EX  parameter number 9 had an illegal value\n", 1, kOnEntryTo, 9,
     "GEMM_EX"},
    {" ** On entry to DGEMM  parameter number  0 had an illegal value\n", 1, kOnEntryTo, 0,
     "DGEMM"},
    {"Parameter 8 to routine DGEMM  was incorrect\n", 1, kToRoutine, 8, "DGEMM"},
    {"Parameter 9 to routine cblas_dgemm was incorrect\nIllegal lda setting, 1\n", 1, kToRoutine, 9,
     "cblas_dgemm"},
    {"Parameter 8 was incorrect on entry to DGEMM", 1, kIncorrectOn, 8, "DGEMM"},
    {"\nIntel MKL ERROR: Parameter 8 was incorrect on entry to DGEMM .\n", 1, kIncorrectOn, 8,
     "DGEMM"},
    // Blanks, signs, width.
    {"**On\tentry  to   SGEMM,parameter number-1 had  an illegal value", 1, kOnEntryTo, -1,
     "SGEMM"},
    {"On entry to DGEMM parameter number 000123 had an illegal value", 1, kOnEntryTo, 123, "DGEMM"},
    {"Parameter 99999999999999999999999 to routine DGEMM was incorrect", 1, kToRoutine, 2147483647,
     "DGEMM"},
    {"Parameter -99999999999999999999999 to routine DGEMM was incorrect", 1, kToRoutine,
     -2147483647, "DGEMM"},
    {"Parameter 3 to routine         was incorrect", 1, kToRoutine, 3, ""},
    {"Parameter 3 to routine wasgemm was incorrect", 1, kToRoutine, 3, "wasgemm"},
    {"On entry to        parameter number  3 had an illegal value", 1, kOnEntryTo, 3, ""},
    {"Parameter 3 was incorrect on entry to\nDGEMM", 1, kIncorrectOn, 3, ""},
    // Several; the first one counts.
    {" ** On entry to DGEMM  parameter number  8 had an illegal value\n"
     " ** On entry to SGEMM  parameter number 10 had an illegal value\n",
     2, kOnEntryTo, 8, "DGEMM"},
    {"noise\nParameter 8 to routine DGEMM was incorrect** On entry to SGEMM , parameter number 10 "
     "had an illegal value",
     2, kToRoutine, 8, "DGEMM"},
    {"the parameter is bad\nParameter 8 to routine DGEMM was incorrect\n", 1, kToRoutine, 8,
     "DGEMM"},
    {"Parameter 1 to routine Parameter 2 to routine X was incorrect", 1, kToRoutine, 1,
     "Parameter 2 to routine X"},
    {"On entry to DGEMM parameter number 1 had an illegal value parameter number 2 had an illegal "
     "value",
     1, kOnEntryTo, 1, "DGEMM"},
    // None.
    {"", 0, kNone, 0, ""},
    {" \t\r\n\n", 0, kNone, 0, ""},
    {"BLAS : Program is Terminated.", 0, kUnread, 0, ""},
    {"arameter", 0, kUnread, 0, ""},
    {"Parameter", 0, kUnread, 0, ""},
    {"Parameter number", 0, kUnread, 0, ""},
    {"Parameter number 8", 0, kUnread, 0, ""},
    {"parameter number 8 had an illegal value", 0, kUnread, 0, ""},
    {"entry to DGEMM parameter number 8 had an illegal value", 0, kUnread, 0, ""},
    {"On entry toDGEMM parameter number 8 had an illegal value", 0, kUnread, 0, ""},
    {"On entry to DGEMM\n parameter number 8 had an illegal value", 0, kUnread, 0, ""},
    {"On entry to DGEMM parameter number 8 had an", 0, kUnread, 0, ""},
    {"On entry to DGEMM parameter number ** had an illegal value", 0, kUnread, 0, ""},
    {"Parameter - to routine DGEMM was incorrect", 0, kUnread, 0, ""},
    {"Parameter 8 to routine DGEMM was", 0, kUnread, 0, ""},
    {"Parameter 8 to routine DGEMM\nwas incorrect", 0, kUnread, 0, ""},
    {"Parameter 8 was incorrect on entry", 0, kUnread, 0, ""},
    {std::string_view("\0\xff\xfe", 3), 0, kUnread, 0, ""},
};

TEST(Message, ReadsEveryFormatWhateverItsBlanks) {
  for (const Row& row : kRows) {
    SCOPED_TRACE(row.text);
    Report report;
    EXPECT_EQ(parse_reports(row.text, &report), row.reports);
    EXPECT_EQ(report.format, row.format);
    EXPECT_EQ(report.number, row.number);
    EXPECT_EQ(report.routine, row.routine);
  }
}

TEST(Message, ManyReportsInOneLineAreCounted) {
  std::string text;
  for (int i = 0; i < 1000; ++i) {
    text += "On entry to DGEMM parameter number 8 had an illegal value";
  }
  Report report;
  EXPECT_EQ(parse_reports(text, &report), 1000);
}

std::string blanks(int least) {
  return std::string(static_cast<std::size_t>(*rc::gen::inRange(least, 5)), ' ');
}

RC_GTEST_PROP(Message, FindsAReportBetweenAnyOtherText, ()) {
  const auto noise = rc::gen::container<std::string>(rc::gen::distinctFrom('m'));
  const std::string name =
      *rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::inRange('A', 'Z')));
  const std::string number = std::to_string(*rc::gen::arbitrary<int>());
  const MessageFormat format = *rc::gen::element(kOnEntryTo, kToRoutine, kIncorrectOn);
  std::string text = *noise;
  if (format == kOnEntryTo) {
    text += "\n On" + blanks(1) + "entry" + blanks(1) + "to" + blanks(1) + name + blanks(1) +
            *rc::gen::element<std::string>("", ",") + blanks(0) + "parameter" + blanks(1) +
            "number" + blanks(1) + number + blanks(1) + "had an illegal value\n";
  } else if (format == kToRoutine) {
    text += "Parameter" + blanks(1) + number + blanks(1) + "to" + blanks(1) + "routine" +
            blanks(1) + name + blanks(1) + "was" + blanks(1) + "incorrect\n";
  } else {
    text += "Parameter" + blanks(1) + number + blanks(1) + "was incorrect on" + blanks(1) +
            "entry to" + blanks(1) + name + blanks(1) + "\n";
  }
  text += *noise;
  Report report;
  RC_ASSERT(parse_reports(text, &report) == 1);
  RC_ASSERT(report.format == format);
  RC_ASSERT(std::to_string(report.number) == number);
  RC_ASSERT(report.routine == name);
}

RC_GTEST_PROP(Message, AnyMixtureOfItsWordsIsRead, ()) {
  const auto words = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "Parameter", "parameter", "arameter", "number", "8", "-", "to", "routine", "was", "incorrect",
      "on", "On", "entry", "had an illegal value", "DGEMM", ",", " ", "\n", std::string(1, '\0')));
  std::string text;
  for (const std::string& word : words) text += word;
  Report report;
  const int reports = parse_reports(text, &report);
  RC_ASSERT(reports >= 0);
  RC_ASSERT((reports == 0) == (report.format == kNone || report.format == kUnread));
  if (!report.routine.empty()) {
    RC_ASSERT(report.routine.data() >= text.data());
    RC_ASSERT(report.routine.data() + report.routine.size() <= text.data() + text.size());
  }
}

}  // namespace
}  // namespace gemmcheck
