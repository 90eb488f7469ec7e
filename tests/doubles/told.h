// Which lie this process is told to tell.
#pragma once

#include "doubles/lies.h"

namespace gemmcheck::doubles {

/// Lie::kNone unless the environment named one when the library was loaded. An unknown name ends
/// the process there and then.
extern const Lie kTold;

inline bool telling(Lie lie) {
  return kTold == lie;
}

}  // namespace gemmcheck::doubles
