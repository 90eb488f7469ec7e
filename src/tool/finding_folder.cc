#include "tool/finding_folder.h"

#include <filesystem>

#include "report/json.h"
#include "tool/common.h"
#include "verdict/key.h"

namespace gemmcheck::tool {
namespace fs = std::filesystem;

std::string what_was_edited(const std::string& file, const std::vector<Entry>& entries) {
  std::error_code error;
  const fs::path path = fs::absolute(file, error).lexically_normal();
  const fs::path json = path.parent_path() / "finding.json";
  if (path.filename() != "call.txt" || !fs::is_regular_file(json, error)) return {};
  const auto text = read_file(json.string());
  if (!text) return text.error().message;
  const auto record = parse_finding_json(*text);
  if (!record) return "its finding.json cannot be read as one";
  if (entries.empty()) return "it holds no call";
  if (short_hash(record->signature) != path.parent_path().filename().string()) {
    return "the folder's name does not go with the signature in finding.json";
  }
  std::vector<std::string> lines;
  for (const Entry& entry : entries) {
    for (const Call& call : entry.calls) lines.push_back(print_call(call));
  }
  return lines == record->lines ? "" : "finding.json has another call";
}

}  // namespace gemmcheck::tool
