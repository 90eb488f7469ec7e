// What a call may do besides its work.
#pragma once

#include "doubles/arguments.h"

namespace gemmcheck::doubles {

/// The size that brings out the lies which would otherwise kill every call.
inline constexpr int kTrigger = 9;

/// The operands of a call that goes to work, whatever their type.
struct Memory {
  char* a;  ///< nullptr, as b, where A and B are not read
  char* b;
  char* c;
  long element_bytes;
};

/// Instead of the work: ends of the process.
void end_badly(const Arguments& call);

/// After the work: touches memory that is not the call's, or not the call's to write.
void trespass(const Arguments& call, const Memory& memory);

}  // namespace gemmcheck::doubles
