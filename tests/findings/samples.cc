#include "samples.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "call/text.h"

namespace gemmcheck {

Call call_of(std::string_view line) {
  const auto call = parse_call(line);
  EXPECT_TRUE(call.has_value()) << line << ": " << call.error().message;
  return call.value_or(baseline(Api::kDgemm));
}

Finding finding_of(Kind kind, std::string_view line, const std::string& path) {
  Finding finding;
  finding.call = finding.original = call_of(line);
  finding.prediction = predict(finding.call);
  finding.key = {};
  finding.key.api = finding.call.api;
  finding.key.kind = kind;
  finding.key.clause = finding.prediction.deciding;
  finding.key.predicted = finding.prediction.statuses;
  finding.key.reported = Key::kNone;
  finding.verdict = {Judgement::kDisagree, kind, Operand::kNone, kAccepted, Key::kNone};
  finding.library.name = "cblas";
  finding.library.path = path;
  finding.signature = signature("cblas", finding.key, netlib_contract(), finding.call);
  return finding;
}

Folder::Folder() {
  std::string pattern = ::testing::TempDir() + "/findings-XXXXXX";
  if (mkdtemp(pattern.data()) == nullptr) ADD_FAILURE() << "no folder " << pattern;
  path_ = pattern;
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string Folder::path(std::string_view name) const {
  return name.empty() ? path_ : path_ + "/" + std::string(name);
}

std::string Folder::write(std::string_view name, std::string_view text) const {
  std::ofstream(path(name), std::ios::binary) << text;
  return path(name);
}

std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

int run(const std::string& command, std::string* text) {
  std::FILE* output = popen((command + " 2>&1").c_str(), "re");
  if (output == nullptr) return -1;
  for (int c = std::fgetc(output); c != EOF; c = std::fgetc(output)) {
    if (text != nullptr) *text += static_cast<char>(c);
  }
  const int status = pclose(output);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace gemmcheck
