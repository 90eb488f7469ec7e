// A library that goes wrong on demand: dgemm_ and cblas_dgemm whose behaviour depends on m.
#include "sandbox/double.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

using namespace gemmcheck::test;

constexpr char kReport[] = "Parameter 9 to routine DGEMM  was incorrect\n";

int calls_made = 0;

struct Gemm {
  bool transa, transb;
  int m, n, k;
  double alpha;
  const double* a;
  int lda;
  const double* b;
  int ldb;
  double beta;
  double* c;
  int ldc;

  // Bytes from the first of an operand to one past its last, for ops N.
  const char* end_of_a() const { return reinterpret_cast<const char*>(a + lda * (k - 1) + m); }
  char* end_of_c() const { return reinterpret_cast<char*>(c + ldc * (n - 1) + m); }
};

void multiply(const Gemm& call) {
  for (int j = 0; j < call.n; ++j) {
    for (int i = 0; i < call.m; ++i) {
      double sum = 0;
      if (call.alpha != 0) {
        for (int p = 0; p < call.k; ++p) {
          sum += (call.transa ? call.a[i * call.lda + p] : call.a[p * call.lda + i]) *
                 (call.transb ? call.b[p * call.ldb + j] : call.b[j * call.ldb + p]);
        }
      }
      double& to = call.c[j * call.ldc + i];
      to = call.alpha * sum + (call.beta == 0 ? 0 : call.beta * to);
    }
  }
}

volatile char sink;

// Endless, though the compiler cannot know that.
[[gnu::noinline]] int recurse(int depth) {
  volatile char frame[4096];
  frame[0] = static_cast<char>(depth);
  return (sink == 0 ? recurse(depth + 1) : 0) + frame[0];
}

[[noreturn]] void hang() {
  while (true) sink = sink;
}

void crash() {
  *reinterpret_cast<volatile char*>(8) = 1;
}

void write_much(std::size_t bytes) {
  static char text[1 << 16];
  std::memset(text, 'x', sizeof(text));
  for (std::size_t written = 0; written < bytes; written += sizeof(text)) {
    if (write(STDOUT_FILENO, text, sizeof(text)) < 0) return;
  }
}

void behave(const Gemm& call) {
  switch (call.m) {
    case kCrashes:
      return crash();
    case kJumpsToNull:
      return reinterpret_cast<void (*)()>(reinterpret_cast<void*>(sink & 0))();
    case kDividesByZero:
      raise(SIGFPE);
      return;
    case kOverflowsStack:
      sink = 0;
      sink = static_cast<char>(recurse(0));
      return;
    case kAborts:
      std::abort();
    case kRaisesAbort:
      raise(SIGABRT);
      return;
    case kExitsSilently:
      std::exit(3);
    case kExitsAtOnce:
      _exit(4);
    case kLeavesBySystemCall:
      syscall(SYS_exit_group, 5);
      return;
    case kExitsWithReport:
      std::fputs(kReport, stderr);
      std::exit(255);
    case kReports:
      std::fputs(kReport, stdout);
      return;
    case kReportsByWrite:
      if (write(STDERR_FILENO, kReport, sizeof(kReport) - 1) < 0) hang();
      return;
    case kReportsThenCrashes:
      std::fputs(kReport, stderr);
      return crash();
    case kReportsAndWritesC:
      std::fputs(kReport, stderr);
      call.c[0] = 77;
      return;
    case kPrintsMuch:
      for (int i = 0; i < 1 << 14; ++i) {
        std::puts("0123456789012345678901234567890123456789012345678901234567890123");
      }
      return multiply(call);
    case kPrintsMuchByWrite:
      write_much(std::size_t{2} << 20);
      return multiply(call);
    case kHangs:
      hang();
    case kHangsWithReport:
      std::fputs(kReport, stderr);
      hang();
    case kKillsItself:
      kill(getpid(), SIGKILL);
      hang();
    case kKillsItsGroup:
      kill(0, SIGKILL);
      hang();
    case kKillsItsParent:
      kill(getppid(), SIGKILL);
      hang();
    case kWritesToA:
      const_cast<double*>(call.a)[0] = 77;
      return multiply(call);
    case kWritesToB:
      const_cast<double*>(call.b)[0] = 77;
      return multiply(call);
    case kWritesBeforeC:
      multiply(call);
      reinterpret_cast<char*>(call.c)[-1] ^= 1;
      return;
    case kWritesAfterC:
      multiply(call);
      *call.end_of_c() ^= 1;
      return;
    case kReadsAfterA:
      sink = *call.end_of_a();
      return multiply(call);
    case kReadsBeforeB:
      sink = reinterpret_cast<const char*>(call.b)[-1];
      return multiply(call);
    case kReadsAfterAThenReports:
      sink = *call.end_of_a();
      std::fputs(kReport, stderr);
      return;
    case kReadsAfterAThenExits:
      sink = *call.end_of_a();
      std::exit(3);
    case kReadsAfterAThenCrashes:
      sink = *call.end_of_a();
      return crash();
    case kReadsFarAfterA:
      for (int page = 0; page < 16; ++page) sink = call.end_of_a()[page * 4096];
      return multiply(call);
    case kLeavesC:
      return;
    case kCountsCalls:
      std::printf("Parameter %d to routine DGEMM was incorrect\n", calls_made);
      return;
    case kPrintsMuchThenReports:
      for (int i = 0; i < (1 << 16); ++i) std::printf("what nobody asked\n");
      std::printf("Parameter 8 to routine DGEMM  was incorrect\n");
      return;
    case kForks: {
      const pid_t child = fork();
      if (child == 0) {
        while (true) pause();
      }
      std::printf("Parameter %d to routine DGEMM was incorrect\n", child);
      return;
    }
    default:
      return multiply(call);
  }
}

// GEMMCHECK_DOUBLE_START: what happens when the library is loaded.
[[gnu::constructor]] void start() {
  const char* how = std::getenv("GEMMCHECK_DOUBLE_START");
  if (how == nullptr) return;
  if (std::strcmp(how, "crash") == 0) crash();
  if (std::strcmp(how, "exit") == 0) std::exit(7);
}

}  // namespace

extern "C" {

void dgemm_(const char* transa, const char* transb, const int* m, const int* n, const int* k,
            const double* alpha, const double* a, const int* lda, const double* b, const int* ldb,
            const double* beta, double* c, const int* ldc) {
  ++calls_made;
  behave({*transa != 'N', *transb != 'N', *m, *n, *k, *alpha, a, *lda, b, *ldb, *beta, c, *ldc});
}

void cblas_dgemm(int, int transa, int transb, int m, int n, int k, double alpha, const double* a,
                 int lda, const double* b, int ldb, double beta, double* c, int ldc) {
  constexpr int kNoTrans = 111;
  ++calls_made;
  behave({transa != kNoTrans, transb != kNoTrans, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc});
}
}
