#include "library/cublas/loader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "library/cublas/dynamic.h"
#include "library/cublas/lt_pair.h"
#include "library/elf_file.h"

namespace gemmcheck {
namespace {

/// Sonames, the newest first. The version is that of the binary interface.
constexpr const char* kSonames[] = {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11"};

Expected<void*> open_file(const std::string& path) {
  // The loader's own words for a folder or a text file are hard to understand.
  if (path.find('/') != std::string::npos) {
    if (auto good = check_shared_object(path); !good) {
      return tl::make_unexpected(std::move(good.error()));
    }
  }
  const auto library = open_library(path);
  if (!library) return unusable(fmt::format("cannot load {}: {}", path, library.error()));
  return *library;
}

Expected<void*> open_newest() {
  for (const char* soname : kSonames) {
    const auto library = open_library(soname);
    if (library) return *library;
    const std::string& words = library.error();
    // A file that was found and is broken is named with its folder, or the words speak of another
    // library that it needs. An older cuBLAS instead would not be what the user believes to test.
    if (!words.starts_with(fmt::format("{}:", soname))) {
      return unusable(fmt::format("cannot load {}: {}", soname, words));
    }
  }
  return unusable(
      fmt::format("cuBLAS is not installed: the loader finds none of {}; set LD_LIBRARY_PATH or "
                  "name the file with cublas:PATH",
                  fmt::join(kSonames, ", ")));
}

bool read_version(const cublas::Functions& functions, CublasVersion* version) {
  const auto read = [&](cublas::Enum property, int* value) {
    return functions.get_property(property, value) == cublas::kSuccess;
  };
  return read(cublas::kMajorVersion, &version->major) &&
         read(cublas::kMinorVersion, &version->minor) && read(cublas::kPatchLevel, &version->patch);
}

}  // namespace

std::string to_text(const CublasVersion& version) {
  return fmt::format("{}.{}.{}", version.major, version.minor, version.patch);
}

std::string cuda_release(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

Expected<CublasLibrary> CublasLibrary::load(const std::string& path) {
  const Expected<void*> handle = path.empty() ? open_newest() : open_file(path);
  if (!handle) return tl::make_unexpected(handle.error());
  const auto find = [&](const std::string& name) { return find_symbol(*handle, name); };

  CublasLibrary library;
  CublasInfo& info = library.info_;
  const MissingSymbols missing = resolve(cublas::kFunctionSymbols, library.functions_, find);
  if (!missing.required.empty()) {
    return unusable(fmt::format("{} is not cuBLAS: it lacks {}", path.empty() ? "libcublas" : path,
                                fmt::join(missing.required, ", ")));
  }
  info.path = file_of(reinterpret_cast<void*>(library.functions_.create));
  for (std::size_t i = 0; i < cublas::kGemmCount; ++i) {
    const std::string symbol(cublas::kGemms[i].symbol);
    const std::string wide = symbol + std::string(cublas::kInt64Suffix);
    library.gemms32_[i] = find(symbol);
    library.gemms64_[i] = find(wide);
    if (library.gemms32_[i] == nullptr) info.missing.push_back(symbol);
    if (library.gemms64_[i] == nullptr) info.missing.push_back(wide);
  }
  if (info.missing.size() == 2 * cublas::kGemmCount) {
    return unusable(fmt::format("{} has none of cuBLAS's gemm functions", info.path));
  }
  info.missing.insert(info.missing.end(), missing.optional.begin(), missing.optional.end());

  if (!read_version(library.functions_, &info.version)) {
    return unusable(fmt::format("{} does not tell its version", info.path));
  }
  if (auto* cuda_version = library.functions_.get_cudart_version) {
    info.cuda_version = static_cast<int>(cuda_version());
  }
  // dlsym looks through what the library needs as well: this is the one that its calls go to.
  if (void* symbol = find("cublasLtGetVersion")) info.lt_path = file_of(symbol);
  if (auto good = check_lt_pair(info, library.functions_); !good) {
    return tl::make_unexpected(std::move(good.error()));
  }
  return library;
}

void* CublasLibrary::gemm(std::string_view name) const {
  const auto found = cublas::find_gemm(name);
  if (!found) return nullptr;
  return (found->int_bits == 64 ? gemms64_ : gemms32_)[static_cast<std::size_t>(found->row)];
}

}  // namespace gemmcheck
