// What the test double does, by the m of a call. Every other m: what GEMM must do.
#pragma once

#include <cstdint>

namespace gemmcheck::test {

enum Behaviour : std::int64_t {
  kCrashes = 101,           ///< writes to address 8
  kJumpsToNull,             ///< calls address 0
  kDividesByZero,           ///< SIGFPE
  kOverflowsStack,          ///< endless recursion
  kAborts,                  ///< abort()
  kRaisesAbort,             ///< SIGABRT that the worker's abort() does not see
  kExitsSilently,           ///< exit(3)
  kExitsAtOnce,             ///< _exit(4)
  kLeavesBySystemCall,      ///< the process ends with status 5, unseen by any function of libc
  kExitsWithReport,         ///< prints a parameter report to stderr, then exit(255)
  kReports,                 ///< prints a parameter report to stdout and returns
  kReportsByWrite,          ///< the same, straight to descriptor 2
  kReportsThenCrashes,      ///< the same by printf, then as kCrashes
  kReportsAndWritesC,       ///< reports, but changes C all the same
  kPrintsMuch,              ///< a megabyte of text, then what GEMM must do
  kPrintsMuchByWrite,       ///< two megabytes, straight to descriptor 1
  kHangs,                   ///< forever
  kHangsWithReport,         ///< reports first
  kKillsItself,             ///< SIGKILL
  kKillsItsGroup,           ///< SIGKILL to the process group
  kKillsItsParent,          ///< SIGKILL to the process that forked it
  kWritesToA,               ///< the first element
  kWritesToB,               ///< the first element
  kWritesBeforeC,           ///< the byte before the first
  kWritesAfterC,            ///< the byte after the last
  kReadsAfterA,             ///< the byte after the last
  kReadsBeforeB,            ///< the byte before the first
  kReadsAfterAThenReports,  ///< what is said after the fault is no answer
  kReadsAfterAThenExits,    ///< exit(3)
  kReadsAfterAThenCrashes,  ///< the first fault is the one that counts
  kReadsFarAfterA,          ///< a byte of each of the next 16 pages
  kLeavesC,                 ///< returns without having done anything
  kCountsCalls,             ///< reports the number of calls made in this process as the parameter
  kPrintsMuchThenReports,   ///< and returns
  kForks,  ///< leaves a process that waits, and reports its number as the parameter
  kEndOfBehaviours,
};

}  // namespace gemmcheck::test
