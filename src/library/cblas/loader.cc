#include "library/cblas/loader.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <utility>

#include "library/cblas/dispatch.h"
#include "library/cblas/identify.h"

namespace gemmcheck {
namespace {

/// Globals of a CBLAS that are not 0 during a call and 0 at rest (Netlib,
/// CBLAS/src/cblas_globals.c). BLIS has the same two but hides them, and only its CBLAS reads them,
/// which sets them first.
constexpr const char* kCallState[] = {"CBLAS_CallFromC", "RowMajorStrg"};

std::string symbol_name(const ApiInfo& api, const LibrarySpec& spec) {
  return fmt::format("{}{}{}", spec.prefix, api.name, spec.suffix);
}

std::string all_symbol_names(const LibrarySpec& spec) {
  std::string names;
  for (const ApiInfo& api : all_apis()) {
    if (api.dialect != spec.dialect) continue;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", symbol_name(api, spec));
  }
  return names;
}

/// The file that a symbol really came from, which need not be the one that was opened.
std::string file_of(void* symbol, const std::string& otherwise) {
  Dl_info info{};
  std::string path = otherwise;
  if (::dladdr(symbol, &info) != 0 && info.dli_fname != nullptr) path = info.dli_fname;
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(path, error);
  return error ? path : real.string();
}

}  // namespace

bool takes_scalars_by_value(Api api) {
  const ApiInfo& info = api_info(api);
  return info.convention == Convention::kCblas && !info.element.complex;
}

Expected<CblasLibrary> CblasLibrary::load(const LibrarySpec& spec) {
  void* handle = ::dlopen(spec.path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* words = ::dlerror();
    return unusable(fmt::format("cannot load {}: {}", spec.path, words == nullptr ? "?" : words));
  }

  CblasLibrary library;
  void* any_symbol = nullptr;
  for (const ApiInfo& api : all_apis()) {
    if (api.dialect != spec.dialect) continue;
    void* symbol = ::dlsym(handle, symbol_name(api, spec).c_str());
    if (symbol == nullptr) continue;
    library.entries_[static_cast<std::size_t>(api.api)] = {symbol,
                                                           find_invoke(api.api, spec.int_bits)};
    library.info_.apis |= api_bit(api.api);
    if (any_symbol == nullptr) any_symbol = symbol;
  }
  if (any_symbol == nullptr) {
    return unusable(
        fmt::format("{} has none of the symbols {}; a library with other names needs "
                    "the options prefix= or suffix=",
                    spec.path, all_symbol_names(spec)));
  }

  Identity identity = identify(handle, spec);
  if (identity.int_bits != 0 && identity.int_bits != spec.int_bits) {
    return unusable(
        fmt::format("{} says that its integers have {} bits, not {}; use the option "
                    "int={}",
                    spec.path, identity.int_bits, spec.int_bits, identity.int_bits));
  }
  for (const char* name : kCallState) {
    if (void* state = ::dlsym(handle, name))
      library.call_state_.push_back(static_cast<int*>(state));
  }

  LibraryInfo& info = library.info_;
  info.path = file_of(any_symbol, spec.path);
  info.name = identity.name.empty() ? spec.name : std::move(identity.name);
  info.version =
      identity.version.empty() ? version_of_file_name(info.path) : std::move(identity.version);
  info.build = std::move(identity.build);
  info.core = std::move(identity.core);
  info.dialect = spec.dialect;
  return library;
}

void CblasLibrary::restore_after_exit() const {
  for (int* state : call_state_) *state = 0;
}

}  // namespace gemmcheck
