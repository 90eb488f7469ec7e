// What really happened when a call was made: a plain value of fixed size, as it comes back from the
// worker.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "call/call.h"

namespace gemmcheck {

enum class Outcome : std::uint8_t {
  kReturned,
  kExit,     ///< the library called exit (or _exit): `code` is the exit status
  kCrash,    ///< a signal or abort: `code` is the signal
  kHang,     ///< the deadline passed
  kNotMade,  ///< the worker could not make it (operands too large, symbol missing): `text` says why
};

/// The shapes of error messages that BLAS libraries print (contract-facts 1.1 and 7.1).
enum class MessageFormat : std::uint8_t {
  kNone,                  ///< no message
  kOnEntryTo,             ///< "** On entry to DGEMM  parameter number  8 had an illegal value"
  kParameterToRoutine,    ///< "Parameter 8 to routine DGEMM  was incorrect"
  kParameterIncorrectOn,  ///< "Parameter 8 was incorrect on entry to DGEMM"
  kUnread,                ///< text that none of these fits
};
inline constexpr int kMessageFormatCount = 5;

/// What the call did to memory that it must not do, or left undone. Bits.
enum Effect : std::uint32_t {
  kEffectRefusedWroteC = 1u << 0,  ///< an error was reported and C changed all the same
  kEffectAChanged = 1u << 1,
  kEffectBChanged = 1u << 2,
  kEffectGapChanged = 1u << 3,   ///< C outside its m x n elements (between columns)
  kEffectWrongC = 1u << 4,       ///< an accepted call left a wrong value in C
  kEffectUnwrittenC = 1u << 5,   ///< an accepted call left the sentinel in C
  kEffectOutsideRead = 1u << 6,  ///< touched memory before or after an operand (a fault at a guard)
  kEffectOutsideWrite = 1u << 7,
};
/// "c-written", "a-changed", ... for the lowest bit of the mask; "" for 0.
[[nodiscard]] std::string_view effect_name(std::uint32_t effect);
/// "A", "B", "C"; "" for kNone.
[[nodiscard]] std::string_view operand_name(Operand operand);

/// Trivially copyable and bounded: it crosses shared memory and is validated on the other side.
struct Observation {
  Outcome outcome = Outcome::kReturned;
  MessageFormat format = MessageFormat::kNone;  ///< of the first message
  Operand operand = Operand::kNone;             ///< concerned by a fault or by `effects`
  std::uint8_t messages = 0;                    ///< parameter reports seen (saturated)
  std::uint32_t effects = 0;                    ///< mask of Effect
  std::int32_t status = 0;                      ///< what a status-returning API returned
  std::int32_t number = 0;  ///< parameter number of the first message; meaningful if messages > 0
  std::int32_t code = 0;    ///< exit status or signal
  std::uint32_t text_size = 0;
  std::uint64_t nanoseconds = 0;  ///< the call alone; 0 if not measured. Never part of a result
  // The first element that shows the effect, or the byte offset of a fault relative to the
  // operand's start.
  std::int64_t row = -1;
  std::int64_t column = -1;
  std::int64_t fault_offset = 0;
  std::array<double, 2> expected{};
  std::array<double, 2> actual{};
  std::array<char, 24> routine{};  ///< NUL-terminated, trailing blanks cut
  std::array<char, 168> text{};    ///< the captured text's head, `text_size` bytes of it

  std::string_view routine_view() const;
  std::string_view text_view() const { return {text.data(), text_size}; }
};
static_assert(std::is_trivially_copyable_v<Observation>);

/// Rewrites fields that a hostile or dying worker left out of range (enums, sizes, missing NUL) to
/// kCrash / bounded values. True if nothing had to be changed.
bool sanitize(Observation& observation);

}  // namespace gemmcheck
