#include "doubles/misdeeds.h"

#include <csignal>
#include <cstdlib>

#include "doubles/told.h"

namespace gemmcheck::doubles {
namespace {

volatile char sink;
char* volatile const kNowhere = nullptr;

[[noreturn]] void hang() {
  while (true) sink = sink;
}

void read(const char* byte) {
  sink = *static_cast<const volatile char*>(byte);
}
void write(char* byte) {
  *static_cast<volatile char*>(byte) = 0x5c;
}

// One row a touch of the byte before the first or after the last of an operand.
struct Touch {
  Lie lie;
  Parameter operand;
  bool after;
  bool writes;
};
constexpr Touch kTouches[] = {
    {Lie::kReadsBeforeA, kA, false, false}, {Lie::kReadsAfterA, kA, true, false},
    {Lie::kReadsBeforeB, kB, false, false}, {Lie::kReadsAfterB, kB, true, false},
    {Lie::kReadsBeforeC, kC, false, false}, {Lie::kReadsAfterC, kC, true, false},
    {Lie::kWritesBeforeC, kC, false, true}, {Lie::kWritesAfterC, kC, true, true},
};

char* start_of(const Memory& memory, Parameter operand) {
  if (operand == kA) return memory.a;
  return operand == kB ? memory.b : memory.c;
}

void touch(const Arguments& call, const Memory& memory, const Touch& row) {
  char* start = start_of(memory, row.operand);
  if (start == nullptr) return;
  char* byte =
      row.after ? start + stored(call, row.operand).elements() * memory.element_bytes : start - 1;
  row.writes ? write(byte) : read(byte);
}

}  // namespace

void end_badly(const Arguments& call) {
  if (call.type != 'D') return;
  if (telling(Lie::kCrashes) && call.m == kTrigger) write(kNowhere);
  if (telling(Lie::kDividesByZero) && call.k == 0) std::raise(SIGFPE);
  if (telling(Lie::kAborts) && call.n == kTrigger) std::abort();
  if (telling(Lie::kExits) && call.k == kTrigger) std::exit(3);
  if (telling(Lie::kHangs) && !call.cblas && call.m == kTrigger) hang();
}

void trespass(const Arguments& call, const Memory& memory) {
  for (const Touch& row : kTouches) {
    if (telling(row.lie)) touch(call, memory, row);
  }
  if (call.k == kTrigger && memory.a != nullptr) {
    if (telling(Lie::kWritesA)) write(memory.a);
    if (telling(Lie::kWritesB)) write(memory.b);
  }
  const Stored c = stored(call, kC);
  if (telling(Lie::kWritesGap) && c.columns > 1 && c.ld > c.rows) {
    write(memory.c + c.rows * memory.element_bytes);
  }
}

}  // namespace gemmcheck::doubles
