#include "library/capture.h"

#include <fcntl.h>
#include <stdio_ext.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wchar.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

namespace gemmcheck {
namespace {

tl::unexpected<Error> failed(const char* what) {
  return internal_error(std::string("cannot catch the library's output: ") + what + ": " +
                        std::generic_category().message(errno));
}

}  // namespace

Expected<std::unique_ptr<StreamCapture>> StreamCapture::start() {
  std::unique_ptr<StreamCapture> capture(new StreamCapture);
  cookie_io_functions_t functions{};
  functions.write = &StreamCapture::write;
  capture->stream_ = ::fopencookie(capture.get(), "w", functions);
  if (capture->stream_ == nullptr) return failed("fopencookie");
  if (std::setvbuf(capture->stream_, capture->buffer_, _IOFBF, sizeof capture->buffer_) != 0) {
    return failed("setvbuf");
  }
  // Wide prints have a buffer of their own that `take` does not see: let them fail instead.
  ::fwide(capture->stream_, -1);
  // What was printed before belongs where it was meant to go.
  std::fflush(stdout);
  std::fflush(stderr);
  capture->saved_stdout_ = std::exchange(stdout, capture->stream_);
  capture->saved_stderr_ = std::exchange(stderr, capture->stream_);
  return capture;
}

StreamCapture::~StreamCapture() {
  if (saved_stdout_ != nullptr) stdout = saved_stdout_;
  if (saved_stderr_ != nullptr) stderr = saved_stderr_;
  if (stream_ != nullptr) std::fclose(stream_);
}

ssize_t StreamCapture::write(void* self, const char* bytes, std::size_t count) {
  auto* capture = static_cast<StreamCapture*>(self);
  const std::size_t kept = std::min(count, sizeof capture->kept_ - capture->spilled_);
  std::memcpy(capture->kept_ + capture->spilled_, bytes, kept);
  capture->spilled_ += kept;
  capture->drop({bytes + kept, count - kept});
  return static_cast<ssize_t>(count);
}

void StreamCapture::drop(std::string_view text) {
  dropped_ += text.size();
  const std::size_t fresh = std::min(text.size(), sizeof tail_);
  std::memmove(tail_, tail_ + fresh, sizeof tail_ - fresh);
  std::memcpy(tail_ + sizeof tail_ - fresh, text.data() + text.size() - fresh, fresh);
}

bool StreamCapture::pending() const {
  return ::__fpending(stream_) != 0 || spilled_ != 0 || dropped_ != 0;
}

Captured StreamCapture::take() {
  std::fflush(stream_);
  const std::size_t last = std::min<std::uint64_t>(dropped_, sizeof tail_);
  const Captured captured{{kept_, spilled_}, dropped_, {tail_ + sizeof tail_ - last, last}};
  spilled_ = 0;
  dropped_ = 0;
  return captured;
}

Expected<std::unique_ptr<FdCapture>> FdCapture::start() {
  std::unique_ptr<FdCapture> capture(new FdCapture);
  capture->kept_.reset(new char[kKeptText + kKeptTail]);
  capture->file_ = ::memfd_create("gemmcheck-output", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (capture->file_ < 0) return failed("memfd_create");
  // Sealed, so that endless output meets an end instead of filling the memory.
  if (::ftruncate(capture->file_, kRoom) != 0) return failed("ftruncate");
  if (::fcntl(capture->file_, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK) != 0) return failed("seal");
  void* memory = ::mmap(nullptr, kRoom, PROT_READ | PROT_WRITE, MAP_SHARED, capture->file_, 0);
  if (memory == MAP_FAILED) return failed("mmap");
  capture->memory_ = static_cast<char*>(memory);
  std::fflush(stdout);
  std::fflush(stderr);
  capture->saved_out_ = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  capture->saved_err_ = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (::dup2(capture->file_, STDOUT_FILENO) < 0 || ::dup2(capture->file_, STDERR_FILENO) < 0) {
    return failed("dup2");
  }
  return capture;
}

FdCapture::~FdCapture() {
  if (saved_out_ >= 0) {
    ::dup2(saved_out_, STDOUT_FILENO);
    ::close(saved_out_);
  }
  if (saved_err_ >= 0) {
    ::dup2(saved_err_, STDERR_FILENO);
    ::close(saved_err_);
  }
  if (memory_ != nullptr) ::munmap(memory_, kRoom);
  if (file_ >= 0) ::close(file_);
}

std::size_t FdCapture::written() const {
  const off_t position = ::lseek(file_, 0, SEEK_CUR);
  // A library may move the position as it likes.
  return static_cast<std::size_t>(std::clamp<off_t>(position, 0, off_t{kRoom}));
}

Captured FdCapture::take() {
  const std::size_t size = written();
  const std::size_t kept = std::min(size, kKeptText);
  const std::size_t last = std::min(size - kept, kKeptTail);
  std::memcpy(kept_.get(), memory_, kept);
  std::memcpy(kept_.get() + kept, memory_ + size - last, last);
  std::memset(memory_, 0, size);
  ::lseek(file_, 0, SEEK_SET);
  return {{kept_.get(), kept}, size - kept, {kept_.get() + kept, last}};
}

}  // namespace gemmcheck
