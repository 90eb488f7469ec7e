#include "library/elf_file.h"

#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <system_error>

namespace gemmcheck {
namespace {

struct Name {
  int value;
  std::string_view name;
};

constexpr Name kMachines[] = {
    {EM_386, "i386"},   {EM_ARM, "arm"},       {EM_AARCH64, "aarch64"}, {EM_PPC64, "ppc64"},
    {EM_S390, "s390x"}, {EM_RISCV, "riscv"},   {EM_MIPS, "mips"},       {EM_LOONGARCH, "loongarch"},
    {EM_IA_64, "ia64"}, {EM_X86_64, "x86-64"},
};

constexpr Name kTypes[] = {
    {ET_REL, "an object file"},
    {ET_EXEC, "an executable"},
    {ET_CORE, "a core dump"},
};

std::string_view find_name(const Name* begin, const Name* end, int value) {
  for (const Name* row = begin; row != end; ++row) {
    if (row->value == value) return row->name;
  }
  return {};
}

tl::unexpected<Error> refuse(const std::string& path, std::string_view reason) {
  return unusable(fmt::format("{}: {}", path, reason));
}

tl::unexpected<Error> refuse_errno(const std::string& path, int error) {
  return refuse(path, std::generic_category().message(error));
}

/// The fields that say what the file is lie at the same offsets in both classes. `header` may be of
/// the other byte order.
Expected<void> check_header(const std::string& path, const Elf64_Ehdr& header) {
  const bool swapped = header.e_ident[EI_DATA] == ELFDATA2MSB;
  const int machine = swapped ? __builtin_bswap16(header.e_machine) : header.e_machine;
  const int type = swapped ? __builtin_bswap16(header.e_type) : header.e_type;
  if (machine != EM_X86_64 || swapped) {
    const std::string_view name = find_name(std::begin(kMachines), std::end(kMachines), machine);
    return refuse(path, name.empty() ? fmt::format("built for ELF machine {}, not x86-64", machine)
                                     : fmt::format("built for {}, not x86-64", name));
  }
  if (header.e_ident[EI_CLASS] != ELFCLASS64) {
    return refuse(path, "built for x32 (32-bit pointers), not x86-64");
  }
  if (type != ET_DYN) {
    const std::string_view name = find_name(std::begin(kTypes), std::end(kTypes), type);
    return refuse(path,
                  fmt::format("{}, not a shared object", name.empty() ? "an ELF file" : name));
  }
  return {};
}

}  // namespace

Expected<void> check_shared_object(const std::string& path) {
  // O_NONBLOCK: a fifo must not keep us waiting.
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return refuse_errno(path, errno);
  struct stat status {};
  Elf64_Ehdr header{};
  ssize_t size = 0;
  int error = 0;
  if (::fstat(file, &status) != 0) {
    error = errno;
  } else if (S_ISREG(status.st_mode)) {
    size = ::pread(file, &header, sizeof header, 0);
    if (size < 0) error = errno;
  }
  ::close(file);
  if (error != 0) return refuse_errno(path, error);
  if (S_ISDIR(status.st_mode)) return refuse(path, "is a folder, not a shared object");

  constexpr std::string_view kArchive = "!<arch>\n";
  const std::string_view start(reinterpret_cast<const char*>(&header),
                               static_cast<std::size_t>(size));
  if (start.starts_with(kArchive)) {
    return refuse(path, "a static archive, not an ELF shared object");
  }
  if (start.size() < offsetof(Elf64_Ehdr, e_version) ||
      std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) {
    return refuse(path, "not an ELF shared object");
  }
  return check_header(path, header);
}

}  // namespace gemmcheck
