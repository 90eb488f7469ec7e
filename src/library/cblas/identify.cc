#include "library/cblas/identify.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace gemmcheck {
namespace {

class Symbols {
 public:
  Symbols(void* handle, const LibrarySpec& spec) : handle_(handle), spec_(spec) {}

  template <typename Function>
  Function find(const char* name) const {
    void* symbol = ::dlsym(handle_, (spec_.prefix + name + spec_.suffix).c_str());
    if (symbol == nullptr) symbol = ::dlsym(handle_, name);
    return reinterpret_cast<Function>(symbol);
  }

  /// What `name` returns; "" without such a function.
  std::string text(const char* name) const {
    auto* function = find<const char* (*)()>(name);
    const char* answer = function == nullptr ? nullptr : function();
    return answer == nullptr ? "" : answer;
  }

 private:
  void* handle_;
  const LibrarySpec& spec_;
};

std::string word(const std::string& text, int index) {
  std::size_t begin = text.find_first_not_of(' ');
  while (begin != std::string::npos) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    if (index-- == 0) return text.substr(begin, end - begin);
    begin = text.find_first_not_of(' ', end);
  }
  return "";
}

/// "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH NO_AFFINITY SkylakeX MAX_THREADS=64"
bool identify_openblas(const Symbols& symbols, Identity& identity) {
  // Builds with a suffix of their own may or may not have given it to these two.
  std::string config = symbols.text("openblas_get_config");
  if (config.empty()) config = symbols.text("openblas_get_config64_");
  if (config.empty()) return false;
  identity.name = "openblas";
  identity.version = word(config, 1);
  identity.core = symbols.text("openblas_get_corename");
  if (identity.core.empty()) identity.core = symbols.text("openblas_get_corename64_");
  identity.int_bits = config.find("USE64BITINT") != std::string::npos ? 64 : 32;
  identity.build = std::move(config);
  return true;
}

bool identify_blis(const Symbols& symbols, Identity& identity) {
  std::string version = symbols.text("bli_info_get_version_str");
  if (version.empty()) return false;
  identity.name = "blis";
  identity.version = std::move(version);
  // Asked before it is initialised, BLIS aborts where BLIS_ARCH_TYPE selects the sub-configuration.
  if (auto* initialise = symbols.find<void (*)()>("bli_init")) initialise();
  auto* arch_id = symbols.find<int (*)()>("bli_arch_query_id");
  auto* arch_name = symbols.find<const char* (*)(int)>("bli_arch_string");
  if (arch_id != nullptr && arch_name != nullptr) identity.core = arch_name(arch_id());
  // gint_t, an integer of pointer width.
  if (auto* bits = symbols.find<std::int64_t (*)()>("bli_info_get_blas_int_type_size")) {
    identity.int_bits = static_cast<int>(bits());
  }
  return true;
}

/// Netlib has no function that tells. Its CBLAS exports the two globals that it notes a call in,
/// which the others keep to themselves.
bool identify_netlib(const Symbols& symbols, Identity& identity) {
  if (symbols.find<int*>("CBLAS_CallFromC") == nullptr) return false;
  if (symbols.find<int*>("RowMajorStrg") == nullptr) return false;
  identity.name = "netlib";
  return true;
}

using Identify = bool (*)(const Symbols&, Identity&);
constexpr Identify kIdentify[] = {identify_openblas, identify_blis, identify_netlib};

}  // namespace

Identity identify(void* handle, const LibrarySpec& spec) {
  const Symbols symbols(handle, spec);
  Identity identity;
  for (Identify function : kIdentify) {
    if (function(symbols, identity)) break;
  }
  return identity;
}

std::string version_of_file_name(const std::string& path) {
  constexpr std::string_view kMark = ".so.";
  const std::size_t mark = path.rfind(kMark);
  if (mark == std::string::npos) return "";
  std::string version = path.substr(mark + kMark.size());
  const bool numeric = std::all_of(version.begin(), version.end(),
                                   [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
  return numeric && version.find('.') != std::string::npos ? version : "";
}

}  // namespace gemmcheck
