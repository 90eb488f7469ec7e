#include "worker/trespass.h"

#include <sys/mman.h>

#include <cstdint>

#include "worker/arena.h"

namespace gemmcheck {

bool Trespass::open(const void* address) {
  if (count_ == kMostPages) return false;
  const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(address) % Arena::kPage;
  void* const page = const_cast<char*>(static_cast<const char*>(address)) - offset;
  if (mprotect(page, Arena::kPage, PROT_READ | PROT_WRITE) != 0) return false;
  pages_[count_++] = page;
  return true;
}

void Trespass::close() {
  for (; count_ != 0; --count_) {
    void* const page = pages_[count_ - 1];
    madvise(page, Arena::kPage, MADV_DONTNEED);
    mprotect(page, Arena::kPage, PROT_NONE);
  }
}

}  // namespace gemmcheck
