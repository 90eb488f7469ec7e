// The software validator: what the contract says of a call. Pure, allocates nothing.
#pragma once

#include <cstdint>

#include "contract/clause.h"

namespace gemmcheck {

enum class Standing : std::uint8_t {
  kSettled,
  kUnsettled,  ///< the contract is silent or contradicts itself: recorded, not judged (within the
               ///< set)
  kUndefined,  ///< the library cannot notice: not judged at all
};
[[nodiscard]] std::string_view standing_name(Standing standing);

inline constexpr std::uint8_t kNoClause = 0xff;

/// Which operands an accepted call may touch.
struct Access {
  bool reads_ab;
  bool reads_c;
  bool writes_c;
};

struct Prediction {
  StatusSet statuses;  ///< allowed statuses
  Standing standing;
  std::uint8_t deciding;   ///< index of the clause that decides, kNoClause if the call is accepted
  Access access;           ///< of accepted calls; all false for refused ones
  std::uint64_t violated;  ///< clauses with role kRefuse that are violated, by index
  std::uint64_t reportable;  ///< those of them whose parameter the library may report
  std::uint64_t
      undefined;  ///< clauses with role kUndefined that hold, by index; 0 if it is refused
};

/// Precondition: `check_contract(contract)` is "".
[[nodiscard]] Prediction predict(const Call& call, const Contract& contract);
/// By the API's own contract.
[[nodiscard]] Prediction predict(const Call& call);

/// The value of a quantity in a call (for explanations and tests; predict() computes them in one
/// go). Access quantities are those of an accepted call by the contract's access rows.
[[nodiscard]] std::int64_t quantity(const Call& call, Quantity which, const Contract& contract);
[[nodiscard]] std::int64_t quantity(const Call& call, Quantity which);

/// Whether all terms of a clause hold of a call, whatever else does. `contract` gives the legal
/// enum values and the access rows; the clause need not be one of its rows.
[[nodiscard]] bool holds(const Call& call, const Clause& clause, const Contract& contract);

/// The smallest value of the clause's left side that would satisfy its first term, for a "below"
/// clause: max(floor, right) + slack (saturated).
[[nodiscard]] std::int64_t bound_of(const Call& call, const Clause& clause);

}  // namespace gemmcheck
