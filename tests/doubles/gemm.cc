#include "doubles/gemm.h"

#include "doubles/told.h"

namespace gemmcheck::doubles {
namespace {

bool refused_before = false;

// ld x columns, computed as a library with 32-bit integers might.
bool extent_is_negative(const Arguments& call) {
  const Stored c = stored(call, kC);
  return static_cast<int>(static_cast<unsigned>(c.ld) * static_cast<unsigned>(c.columns)) < 0;
}

}  // namespace

Parameter refused_on_a_whim(const Arguments& call, bool a_starts_with_nan) {
  const bool dgemm = call.type == 'D';
  if (telling(Lie::kExtentOverflows) && dgemm && !call.cblas && extent_is_negative(call)) {
    return kLdc;
  }
  if (telling(Lie::kRefusesNan) && a_starts_with_nan) return kA;
  if (telling(Lie::kPrintsMegabyte) && dgemm && call.k == kTrigger) return kK;
  return kNothing;
}

void note_refusal(Parameter wrong) {
  refused_before = telling(Lie::kRemembersRefusal) && wrong != kNothing;
}

bool was_refused_before() {
  const bool refused = refused_before;
  refused_before = false;
  return refused;
}

}  // namespace gemmcheck::doubles
