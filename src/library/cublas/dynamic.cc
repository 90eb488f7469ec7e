#include "library/cublas/dynamic.h"

#include <dlfcn.h>

#include <filesystem>

namespace gemmcheck {

tl::expected<void*, std::string> open_library(const std::string& path) {
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library != nullptr) return library;
  const char* words = ::dlerror();
  return tl::make_unexpected(std::string(words == nullptr ? "?" : words));
}

void* find_symbol(void* library, const std::string& name) {
  return ::dlsym(library, name.c_str());
}

std::string file_of(void* symbol) {
  Dl_info info{};
  if (::dladdr(symbol, &info) == 0 || info.dli_fname == nullptr) return "";
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(info.dli_fname, error);
  return error ? info.dli_fname : real.string();
}

}  // namespace gemmcheck
