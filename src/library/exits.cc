#include "library/exits.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__)
#define GEMMCHECK_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GEMMCHECK_ASAN 1
#endif
#endif
#ifdef GEMMCHECK_ASAN
extern "C" void __asan_handle_no_return();
#endif

namespace gemmcheck::detail {

constinit thread_local ExitGuard exit_guard;

namespace {

[[noreturn]] void leave(LeftBy by, int code) {
  exit_guard.leave = {by, code};
#ifdef GEMMCHECK_ASAN
  // The frames that the jump skips keep their red zones otherwise.
  __asan_handle_no_return();
#endif
  __builtin_longjmp(exit_guard.jump, 1);
}

// A child that the library forks in the middle of a call is not ours to bring back: its exit is an
// exit.
[[maybe_unused]] const int disarmed_in_children =
    ::pthread_atfork(nullptr, nullptr, [] { exit_guard.armed = false; });

template <typename Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

[[noreturn]] void really_exit(const char* name, int status) {
  if (auto* function = next<void (*)(int)>(name)) function(status);
  ::syscall(SYS_exit_group, status);
  __builtin_trap();
}

}  // namespace
}  // namespace gemmcheck::detail

using gemmcheck::LeftBy;
namespace detail = gemmcheck::detail;

extern "C" {

void exit(int status) noexcept {
  if (detail::exit_guard.armed) detail::leave(LeftBy::kExit, status & 0xff);
  detail::really_exit("exit", status);
}

void _exit(int status) {
  if (detail::exit_guard.armed) detail::leave(LeftBy::kExit, status & 0xff);
  detail::really_exit("_exit", status);
}

void _Exit(int status) noexcept {
  if (detail::exit_guard.armed) detail::leave(LeftBy::kExit, status & 0xff);
  detail::really_exit("_Exit", status);
}

void abort() noexcept {
  if (detail::exit_guard.armed) detail::leave(LeftBy::kAbort, 0);
  if (auto* function = detail::next<void (*)()>("abort")) function();
  __builtin_trap();
}

}  // extern "C"
