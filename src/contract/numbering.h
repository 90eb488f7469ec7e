// How libraries number parameters in their messages, and back from a number to a parameter's name.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "call/call.h"
#include "call/observation.h"

namespace gemmcheck {

/// A fixed set of schemes; a library may use a different one in each message format.
enum class Scheme : std::uint8_t {
  kCblas,                 ///< position in the C prototype, layout counted as 1
  kFortran,               ///< layout not counted: transa is 1, lda 8
  kFortranOfSwappedCall,  ///< as kFortran, of the column-major call that a row-major one becomes;
                          ///< layout is 0
  kCount,
};
[[nodiscard]] std::string_view scheme_name(Scheme scheme);

/// The parameter that `number` means in a message about `call`; kNone if it means none.
[[nodiscard]] Key parameter_of(const Call& call, Scheme scheme, int number);
/// The number of a parameter; nullopt if the scheme has none for it.
[[nodiscard]] std::optional<int> number_of(const Call& call, Scheme scheme, Key parameter);
/// The scheme that the API's dialect prescribes.
[[nodiscard]] Scheme prescribed_scheme(Api api);

/// What a library's messages use: one scheme for each (convention, message format) that was seen.
struct Numbering {
  // [convention][format]; kCount where no message was seen: then the prescribed scheme is used.
  Scheme schemes[kConventionCount][kMessageFormatCount];
  Numbering();
  [[nodiscard]] Scheme scheme(Api api, MessageFormat format) const;
};

/// One (call, expected parameter) and what the library said of it, as evidence for choosing
/// schemes.
struct NumberingSample {
  Call call;
  Key violated;  ///< the only violated parameter
  Observation observation;
};
/// The calls of the start-up self-check: each violates exactly one clause; every API in `apis`,
/// both layouts, non-square sizes so that no two schemes agree on all of them.
void numbering_calls(ApiSet apis, std::vector<Call>& calls);
/// For each format, the scheme that fits most samples (first in enum order among equals, the
/// prescribed one first).
[[nodiscard]] Numbering fit_numbering(std::span<const NumberingSample> samples);

}  // namespace gemmcheck
