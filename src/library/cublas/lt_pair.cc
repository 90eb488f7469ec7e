#include "library/cublas/lt_pair.h"

#include <fmt/format.h>

#include <filesystem>

namespace gemmcheck {
namespace {

// The callback gets no pointer of ours.
std::string first_record;

void keep_first(const char* record) {
  if (first_record.empty()) first_record = record;
}

/// "" if the library has no log.
std::string logged_version(const cublas::Functions& functions) {
  if (functions.set_logger_callback == nullptr || functions.logger_configure == nullptr) return "";
  first_record.clear();
  if (functions.set_logger_callback(keep_first) != cublas::kSuccess) return "";
  cublas::Enum mode = 0;
  functions.get_math_mode(nullptr, &mode);  // logged before the null handle is refused
  functions.set_logger_callback(nullptr);
  // Without this the library goes on making records, 15 us a call.
  functions.logger_configure(0, 0, 0, nullptr);
  return std::string(version_in_log(first_record));
}

}  // namespace

std::string_view version_in_log(std::string_view record) {
  constexpr std::string_view kMark = "cuBLAS (v";
  const std::size_t mark = record.find(kMark);
  if (mark == std::string_view::npos) return {};
  record.remove_prefix(mark + kMark.size());
  const std::size_t end = record.find(')');
  return end == std::string_view::npos ? std::string_view() : record.substr(0, end);
}

bool fits_log(std::string_view logged, const CublasInfo& info) {
  return logged == to_text(info.version) || logged == cuda_release(info.cuda_version);
}

Expected<void> check_lt_pair(const CublasInfo& info, const cublas::Functions& functions) {
  if (info.lt_path.empty()) return {};
  const auto folder = [](const std::string& path) {
    return std::filesystem::path(path).parent_path();
  };
  if (folder(info.path) == folder(info.lt_path)) return {};
  const std::string logged = logged_version(functions);
  if (logged.empty() || fits_log(logged, info)) return {};
  return unusable(
      fmt::format("{} (version {} in its log) calls {}, which is of cuBLAS {}: such a pair refuses "
                  "legal calls; put the folder of the first before others in LD_LIBRARY_PATH",
                  info.path, logged, info.lt_path, to_text(info.version)));
}

}  // namespace gemmcheck
