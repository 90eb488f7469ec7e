#include "sandbox/region.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <new>
#include <string>
#include <utility>

namespace gemmcheck {
namespace {

// Out of the way of the numbers that the worker finds its descriptors under.
constexpr int kLowestFd = 10;

tl::unexpected<Error> failed(const char* what) {
  return internal_error(std::string("cannot ") + what +
                        " the memory shared with the worker: " + std::strerror(errno));
}

}  // namespace

Expected<Region> Region::create(int capacity) {
  Region region;
  region.capacity_ = static_cast<std::size_t>(capacity);
  region.bytes_ = protocol::region_bytes(region.capacity_);
  const int fd = memfd_create("gemmcheck-batches", MFD_CLOEXEC);
  if (fd < 0) return failed("create");
  region.fd_ = fcntl(fd, F_DUPFD_CLOEXEC, kLowestFd);
  close(fd);
  if (region.fd_ < 0 || ftruncate(region.fd_, static_cast<off_t>(region.bytes_)) != 0) {
    return failed("create");
  }
  void* memory = mmap(nullptr, region.bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, region.fd_, 0);
  if (memory == MAP_FAILED) return failed("map");
  region.header_ = new (memory) protocol::Header{};
  region.header_->magic = protocol::kMagic;
  region.header_->bytes = region.bytes_;
  region.header_->capacity = static_cast<std::uint32_t>(capacity);
  region.header_->stored = protocol::kNowhere;
  return region;
}

Expected<Region> Region::open(int fd) {
  Region region;
  region.fd_ = fd;
  struct stat status {};
  if (fstat(fd, &status) != 0) return failed("find");
  region.bytes_ = static_cast<std::size_t>(status.st_size);
  if (region.bytes_ < sizeof(protocol::Header)) return internal_error("not a batch memory");
  void* memory = mmap(nullptr, region.bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (memory == MAP_FAILED) return failed("map");
  region.header_ = static_cast<protocol::Header*>(memory);
  region.capacity_ = region.header_->capacity;
  if (region.header_->magic != protocol::kMagic || region.header_->bytes != region.bytes_ ||
      region.bytes_ != protocol::region_bytes(region.capacity_)) {
    return internal_error("supervisor and worker are of different versions");
  }
  return region;
}

Region::Region(Region&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      header_(std::exchange(other.header_, nullptr)),
      capacity_(other.capacity_),
      bytes_(other.bytes_) {}

Region& Region::operator=(Region&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(header_, other.header_);
  std::swap(capacity_, other.capacity_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

Region::~Region() {
  if (header_ != nullptr) munmap(header_, bytes_);
  if (fd_ >= 0) close(fd_);
}

}  // namespace gemmcheck
