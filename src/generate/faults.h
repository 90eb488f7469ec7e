// What can be wrong with a call of some API, read off its contract: the places where the generator
// breaks or exactly meets a clause.
#pragma once

#include <array>
#include <cstdint>

#include "call/call.h"
#include "contract/clause.h"
#include "generate/scalars.h"
#include "generate/sizes.h"

namespace gemmcheck {

/// A value of an enum parameter, with the one thing that leading dimensions need to know of it.
struct EnumSlot {
  std::int32_t value;
  bool flips;  ///< transposed (ops) or row-major (layout): rows and columns change roles
};

/// Values of one enum parameter, spread evenly over slots so that a draw is one index.
struct EnumSlots {
  std::array<EnumSlot, 32> legal;
  std::array<EnumSlot, 32> illegal;  ///< near the legal ones: neighbours, other libraries' values,
                                     ///< the ends of the type
};

/// One way to be refused: a clause that the API's calls can violate.
struct Fault {
  /// kBelow: whose stored rows the bound follows; kNone: the bound is fixed.
  Operand rows = Operand::kNone;
  Test test = Test::kBelow;
  Key key = Key::kNone;                 ///< the parameter to set
  std::int64_t Call::*field = nullptr;  ///< kBelow: where it lies
  std::int32_t floor = 0;
  std::int32_t slack = 0;

  bool follows_sizes() const { return rows != Operand::kNone; }
};

/// Everything that the layers need to know of one API.
struct ApiTable {
  Call baseline;
  const Contract* contract;
  const ScalarTable* scalars;
  IntegerRange range;  ///< of sizes and leading dimensions
  WideValues wide;     ///< within that range
  std::int32_t component_bytes;
  bool has_layout;
  std::uint8_t fault_count;
  std::uint8_t undefined_count;
  std::uint8_t ld_count;
  std::array<Fault, 16> faults;
  std::array<Fault, 3> lds;  ///< those of `faults` whose bounds follow sizes
  std::array<Quantity, 16>
      undefined;  ///< circumstances that leave a call with work to do undefined
  EnumSlots layout;
  EnumSlots transa;
  EnumSlots transb;
};

[[nodiscard]] const ApiTable& api_table(Api api);

/// Makes a circumstance (kAIsNull, kCOverlapsB, ...) true of a call. `component_bytes` is that of
/// the API's element type. Nothing happens for other quantities.
void set_circumstance(Call& call, Quantity which, std::int32_t component_bytes);

}  // namespace gemmcheck
