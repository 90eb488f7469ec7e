// Calls that may leave through exit() or abort(): they are stopped at the border and become a
// value.
//
// The definitions of exit, _exit, _Exit and abort must stand in the program itself, so that a
// library's calls bind to them: link the object library `gemmcheck_exits` (DEPENDS exits) into the
// executable. Outside of a guarded call, and on every thread but the one that makes it, they do
// what libc's do.
#pragma once

#include <cstdint>
#include <type_traits>

namespace gemmcheck {

enum class LeftBy : std::uint8_t {
  kReturned,
  kExit,   ///< exit, _exit or _Exit; `code` is the status as a parent would see it, 0..255
  kAbort,  ///< abort
};

struct Leave {
  LeftBy by = LeftBy::kReturned;
  int code = 0;
};

namespace detail {

/// What the interposed functions jump to. One a thread: an exit from a library's own thread ends
/// the process as it would without us.
struct ExitGuard {
  void* jump[5] = {};
  bool armed = false;
  Leave leave;
};
extern constinit thread_local ExitGuard exit_guard;

}  // namespace detail

/// Runs `body()` and tells how it was left. What the body had on its stack at an exit is not
/// unwound, and what the library held (locks, buffers, its own globals) it still holds: see
/// CblasLibrary::restore_after_exit. Not reentrant.
template <typename Body>
[[gnu::noinline]] Leave guarded_call(Body&& body) {
  detail::ExitGuard& guard = detail::exit_guard;
  guard.leave = {};
  if (__builtin_setjmp(guard.jump) == 0) {
    guard.armed = true;
    body();
  }
  detail::exit_guard.armed = false;
  return detail::exit_guard.leave;
}

}  // namespace gemmcheck
