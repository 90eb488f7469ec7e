#include "library/cublas/loader.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "library/cublas/lt_pair.h"
#include "library/elf_file.h"

namespace gemmcheck {
namespace {

/// Sonames, the newest first. The version is that of the binary interface.
constexpr const char* kSonames[] = {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11"};

std::string last_words() {
  const char* words = ::dlerror();
  return words == nullptr ? "?" : words;
}

Expected<void*> open_file(const std::string& path) {
  // The loader's own words for a folder or a text file are hard to understand.
  if (path.find('/') != std::string::npos) {
    if (auto good = check_shared_object(path); !good) {
      return tl::make_unexpected(std::move(good.error()));
    }
  }
  void* handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return unusable(fmt::format("cannot load {}: {}", path, last_words()));
  return handle;
}

Expected<void*> open_newest() {
  for (const char* soname : kSonames) {
    void* handle = ::dlopen(soname, RTLD_NOW | RTLD_LOCAL);
    if (handle != nullptr) return handle;
    const std::string words = last_words();
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

/// The file that a symbol came from, which need not be the one that was opened.
std::string file_of(void* symbol) {
  Dl_info info{};
  if (::dladdr(symbol, &info) == 0 || info.dli_fname == nullptr) return "";
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(info.dli_fname, error);
  return error ? info.dli_fname : real.string();
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
  const auto find = [&](const std::string& name) { return ::dlsym(*handle, name.c_str()); };

  CublasLibrary library;
  CublasInfo& info = library.info_;
  MissingSymbols missing = resolve(cublas::kFunctionSymbols, library.functions_, find);
  if (!missing.required.empty()) {
    return unusable(fmt::format("{} is not cuBLAS: it lacks {}", path.empty() ? "libcublas" : path,
                                fmt::join(missing.required, ", ")));
  }
  info.missing = std::move(missing.optional);
  info.path = file_of(reinterpret_cast<void*>(library.functions_.create));
  for (std::size_t i = 0; i < cublas::kGemmCount; ++i) {
    const std::string symbol(cublas::kGemms[i].symbol);
    const std::string wide = symbol + std::string(cublas::kInt64Suffix);
    library.gemms32_[i] = find(symbol);
    library.gemms64_[i] = find(wide);
    if (library.gemms32_[i] == nullptr) info.missing.push_back(symbol);
    if (library.gemms64_[i] == nullptr) info.missing.push_back(wide);
  }

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
