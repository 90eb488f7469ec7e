// Where the operands of a call lie: between inaccessible pages, with the contents the call asks
// for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "call/call.h"
#include "call/error.h"
#include "call/observation.h"
#include "reference/check.h"
#include "worker/arena.h"
#include "worker/fresh.h"
#include "worker/reach.h"

namespace gemmcheck {

/// One operand as placed.
struct Placed {
  std::byte* pointer = nullptr;  ///< what the library gets
  Reach reach;                   ///< what of the memory around it is the operand's
  /// The same bytes from before the call, lowest first; nullptr if they cannot have changed.
  const std::byte* before = nullptr;

  std::byte* lowest() const { return pointer - reach.before; }
};

struct Placement {
  std::array<Placed, 3> operands;  ///< by Operand
  /// Whether each operand has the memory that the call describes, so that an accepted call can be
  /// judged by it.
  bool exact = true;
  /// Whether C is memory of A, of B.
  bool c_in_a = false;
  bool c_in_b = false;
  std::string_view not_made;  ///< why the call cannot be made; "" if it can

  const Placed& operator[](Operand operand) const { return operands[index(operand)]; }
  Placed& operator[](Operand operand) { return operands[index(operand)]; }
};

/// How a call came back, as far as memory is concerned.
enum class Ending {
  kAccepted,
  kRefused,
  kUnclear,  ///< neither: nothing is judged
};

/// Arenas for every kind of operand, reused from call to call. Their memory is taken page by page
/// as calls need it.
class OperandMemory {
 public:
  /// Operands up to this size lie in arenas that stay filled.
  static constexpr std::size_t kCachedBytes = std::size_t{256} << 10;
  /// What an operand gets that is larger or has no size at all, in a call that has a fault and so
  /// ought not to look at it.
  static constexpr std::int64_t kTokenBytes = 4096;

  [[nodiscard]] static Expected<OperandMemory> create();

  /// Lays the operands of a call out. Valid until the next call of `place`.
  const Placement& place(const Call& call);

  /// Judges the memory after the call (sets effects, operand and position of the observation, which
  /// must be reset before) and makes it ready for the next.
  void settle(const Call& call, Ending ending, Observation& observation);

  const Placement& placement() const { return placement_; }
  /// The operand of the present call whose memory, or the inaccessible memory around it, holds an
  /// address; kNone if none has.
  [[nodiscard]] Operand owner(const void* address) const;
  /// Whether the address is in the inaccessible memory around an operand of the present call.
  [[nodiscard]] bool in_guard(const void* address) const;

 private:
  // By component width (4, 8), then guard.
  template <typename T>
  using Arenas = std::array<std::array<T, 2>, 2>;

  bool measure(const Call& call, Operand operand, bool finite);
  void place_cached(const Call& call);
  void place_fresh(const Call& call);
  void judge(const Call& call, Ending ending, Observation& observation) const;
  void settle_cached(Ending ending, Observation& observation);
  void give_back();
  void settle_fresh(Observation& observation);

  Arenas<FixedArena> a_;
  Arenas<FixedArena> b_;
  Arenas<LiveArena> integer_c_;
  Arenas<LiveArena> sentinel_c_;
  // For all other calls.
  std::array<FreshOperand, 3> fresh_;

  Placement placement_;
  std::array<const Arena*, 3> arenas_{};  // of the present call; nullptr for null pointers
  LiveArena* live_ = nullptr;             // C's, if the present call lies in the cached arenas
  std::array<Operand, 3> owners_{};       // whose fresh memory each operand lies in
};

}  // namespace gemmcheck
