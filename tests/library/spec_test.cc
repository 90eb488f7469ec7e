#include "library/spec.h"

#include <elf.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

namespace gemmcheck {
namespace {

namespace fs = std::filesystem;
using ::testing::TempDir;

struct BadRow {
  std::string_view text;
  std::string_view message;  ///< a part of it
};

TEST(Spec, BadInputNamesWhatIsKnown) {
  constexpr BadRow kRows[] = {
      {"", "known: openblas, blis, netlib, auto, cblas:PATH"},
      {"atlas", "unknown library 'atlas'; known: openblas, blis, netlib, auto, cblas:PATH"},
      {"OpenBLAS", "known: openblas"},
      {"openblas?int=64", "unknown library 'openblas?int=64'"},
      {"magma:/x.so", "unknown interface 'magma'"},
      {"cblas:", "needs the path"},
      {"cblas:?int=64", "needs the path"},
      {"cblas:x.so?bits=64", "unknown library option 'bits'; known: int=32|64, prefix=, suffix="},
      {"cblas:x.so?=64", "unknown library option ''"},
      {"cblas:x.so?int=16", "int=16: must be 32 or 64"},
      {"cblas:x.so?int", "int=: must be 32 or 64"},
      {"cblas:x.so?int=64&int=64", "'int' is given twice"},
      {"cblas:x.so?prefix=a b", "prefix=a b: only letters"},
      {"cblas:x.so?suffix=;", "suffix=;: only letters"},
      {std::string_view("cblas:x\0y", 9), "NUL"},
  };
  for (const BadRow& row : kRows) {
    SCOPED_TRACE(row.text);
    const auto spec = resolve_library(row.text);
    ASSERT_FALSE(spec);
    EXPECT_EQ(spec.error().code, ErrorCode::kBadInput);
    EXPECT_NE(spec.error().message.find(row.message), std::string::npos) << spec.error().message;
    EXPECT_EQ(spec.error().message.find('\n'), std::string::npos);
  }
}

/// A folder of its own that goes away with the test.
class SpecFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = TempDir() + "gemmcheck-spec-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  std::string write(const std::string& name, std::string_view bytes) {
    const std::string path = folder_ + "/" + name;
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  std::string write_elf(const std::string& name, int elf_class, int machine, int type,
                        bool big_endian = false) {
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = static_cast<unsigned char>(elf_class);
    header.e_ident[EI_DATA] = big_endian ? ELFDATA2MSB : ELFDATA2LSB;
    header.e_machine = static_cast<Elf64_Half>(machine);
    header.e_type = static_cast<Elf64_Half>(type);
    if (big_endian) {
      header.e_machine = __builtin_bswap16(header.e_machine);
      header.e_type = __builtin_bswap16(header.e_type);
    }
    return write(name, {reinterpret_cast<const char*>(&header), sizeof header});
  }
  void expect_unusable(const std::string& path, const std::string& reason) {
    const auto spec = resolve_library("cblas:" + path);
    ASSERT_FALSE(spec) << path;
    EXPECT_EQ(spec.error().code, ErrorCode::kUnusable);
    EXPECT_EQ(spec.error().message, path + ": " + reason);
  }

  std::string folder_;
};

TEST_F(SpecFiles, UnusableFilesAreToldApart) {
  expect_unusable(folder_ + "/none.so", "No such file or directory");
  expect_unusable(folder_, "is a folder, not a shared object");
  expect_unusable(write("empty.so", ""), "not an ELF shared object");
  expect_unusable(write("short.so",
                        "\x7f"
                        "ELF"),
                  "not an ELF shared object");
  expect_unusable(write("text.so", "INPUT(libblas.so.3 and more text than a header is long)"),
                  "not an ELF shared object");
  expect_unusable(write("lib.a", "!<arch>\n and so on"),
                  "a static archive, not an ELF shared object");
  expect_unusable(write_elf("arm.so", ELFCLASS64, EM_AARCH64, ET_DYN),
                  "built for aarch64, not x86-64");
  expect_unusable(write_elf("old.so", ELFCLASS32, EM_386, ET_DYN), "built for i386, not x86-64");
  expect_unusable(write_elf("z.so", ELFCLASS64, EM_S390, ET_DYN, true),
                  "built for s390x, not x86-64");
  expect_unusable(write_elf("odd.so", ELFCLASS64, 0x1234, ET_DYN),
                  "built for ELF machine 4660, not x86-64");
  expect_unusable(write_elf("x32.so", ELFCLASS32, EM_X86_64, ET_DYN),
                  "built for x32 (32-bit pointers), not x86-64");
  expect_unusable(write_elf("file.o", ELFCLASS64, EM_X86_64, ET_REL),
                  "an object file, not a shared object");
  expect_unusable(write_elf("program", ELFCLASS64, EM_X86_64, ET_EXEC),
                  "an executable, not a shared object");
}

TEST_F(SpecFiles, AFifoDoesNotBlock) {
  const std::string path = folder_ + "/fifo.so";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  expect_unusable(path, "not an ELF shared object");
}

TEST_F(SpecFiles, PathsBecomeAbsoluteAndOptionsAreRead) {
  const std::string path = write_elf("lib?.so", ELFCLASS64, EM_X86_64, ET_DYN);
  const auto spec =
      resolve_library("cblas:" + fs::relative(path).string() + "?int=64&prefix=scipy_&suffix=64_");
  ASSERT_TRUE(spec) << spec.error().message;
  EXPECT_EQ(spec->name, "cblas");
  EXPECT_EQ(spec->path, fs::absolute(path).lexically_normal().string());
  EXPECT_EQ(spec->dialect, Dialect::kNetlib);
  EXPECT_EQ(spec->int_bits, 64);
  EXPECT_EQ(spec->prefix, "scipy_");
  EXPECT_EQ(spec->suffix, "64_");
}

TEST_F(SpecFiles, OptionsDefaultToThe32BitInterface) {
  const std::string path = write_elf("plain.so", ELFCLASS64, EM_X86_64, ET_DYN);
  for (const std::string options : {"", "?", "?prefix=&suffix="}) {
    const auto spec = resolve_library("cblas:" + path + options);
    ASSERT_TRUE(spec) << spec.error().message;
    EXPECT_EQ(spec->int_bits, 32);
    EXPECT_EQ(spec->prefix, "");
    EXPECT_EQ(spec->suffix, "");
  }
}

TEST(Spec, ANameWithoutSlashIsLeftToTheLoader) {
  const auto spec = resolve_library("cblas:libgemmcheck-no-such.so.7");
  ASSERT_TRUE(spec) << spec.error().message;
  EXPECT_EQ(spec->path, "libgemmcheck-no-such.so.7");
}

TEST(Spec, KnownNamesResolveToTheirFirstFileOrNameThePackage) {
  const auto libraries = known_libraries();
  ASSERT_EQ(libraries.size(), 3u);
  std::string first_found;
  for (const KnownLibrary& library : libraries) {
    SCOPED_TRACE(library.name);
    ASSERT_FALSE(library.candidates.empty());
    std::string expected;
    for (const std::string& candidate : library.candidates) {
      if (expected.empty() && fs::exists(candidate)) expected = candidate;
    }
    const auto spec = resolve_library(library.name);
    if (expected.empty()) {
      ASSERT_FALSE(spec);
      EXPECT_EQ(spec.error().code, ErrorCode::kUnusable);
      EXPECT_NE(spec.error().message.find(library.debian_package), std::string::npos);
    } else {
      ASSERT_TRUE(spec) << spec.error().message;
      EXPECT_EQ(spec->path, expected);
      EXPECT_EQ(spec->name, library.name);
      EXPECT_EQ(spec->int_bits, 32);
      if (first_found.empty()) first_found = library.name;
    }
  }
  const auto automatic = resolve_library("auto");
  ASSERT_EQ(automatic.has_value(), !first_found.empty());
  EXPECT_EQ(automatic ? automatic->name : "", first_found);
}

}  // namespace
}  // namespace gemmcheck
