// What a library prints, caught without a system call: stdio through a stream of our own, direct
// writes through a file in memory. Both keep a bounded head and tail and never block.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string_view>

#include "call/error.h"

namespace gemmcheck {

/// How much of one call's text is kept: of its head, and, of what comes after, of its end.
inline constexpr std::size_t kKeptText = std::size_t{64} << 10;
inline constexpr std::size_t kKeptTail = std::size_t{4} << 10;

/// Text and how many bytes came after it. Valid until the next call of a member function, or the
/// next print.
struct Captured {
  std::string_view text;
  std::uint64_t dropped = 0;
  std::string_view tail;  ///< the last of the dropped bytes
};

/// Points the variables `stdout` and `stderr` to one stream in memory, for the object's life.
/// At most one may live at a time. The object owns the stream: it is not copied or moved.
class StreamCapture {
 public:
  [[nodiscard]] static Expected<std::unique_ptr<StreamCapture>> start();
  ~StreamCapture();
  StreamCapture(const StreamCapture&) = delete;
  StreamCapture& operator=(const StreamCapture&) = delete;

  /// True if anything was printed since the last `take`. A few loads.
  bool pending() const;
  /// What was printed since the last `take`, which is then forgotten.
  Captured take();

 private:
  StreamCapture() = default;
  static ssize_t write(void* self, const char* bytes, std::size_t count);
  void drop(std::string_view text);

  std::FILE* stream_ = nullptr;
  std::FILE* saved_stdout_ = nullptr;
  std::FILE* saved_stderr_ = nullptr;
  std::size_t spilled_ = 0;  // bytes of kept_ that came through write()
  std::uint64_t dropped_ = 0;
  char buffer_[kKeptText];  // the stream's own
  char kept_[kKeptText];    // what overflowed from it
  char tail_[kKeptTail];    // the last of what kept_ has no room for, at its end
};

/// Points file descriptors 1 and 2 to a file in memory, for the object's life. Forked processes
/// share the file and its position. Writes beyond kRoom bytes fail in the writer with EPERM.
class FdCapture {
 public:
  static constexpr std::size_t kRoom = std::size_t{1} << 20;

  [[nodiscard]] static Expected<std::unique_ptr<FdCapture>> start();
  ~FdCapture();
  FdCapture(const FdCapture&) = delete;
  FdCapture& operator=(const FdCapture&) = delete;

  /// True if bytes were written since the last `take`. One load; blind only to text that starts
  /// with a NUL byte.
  bool pending() const { return *static_cast<const volatile char*>(memory_) != 0; }
  /// How many bytes were written since the last `take`. A system call.
  std::size_t written() const;
  /// What was written since the last `take`, which is then forgotten. System calls.
  Captured take();

 private:
  FdCapture() = default;

  int file_ = -1;
  int saved_out_ = -1;
  int saved_err_ = -1;
  char* memory_ = nullptr;  // the file, mapped
  std::unique_ptr<char[]> kept_;
};

}  // namespace gemmcheck
