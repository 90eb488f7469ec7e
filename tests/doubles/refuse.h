// How a call is refused.
#pragma once

#include "doubles/arguments.h"

namespace gemmcheck::doubles {

/// Prints to stderr what Netlib 3.11 prints. Its Fortran routines return then; its CBLAS functions
/// exit, so that this does not return for them.
void refuse(const Arguments& call, Parameter wrong);

}  // namespace gemmcheck::doubles
