// The files of calls under corpus/, read, and what the validator says of their entries.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "call/text.h"
#include "contract/predict.h"

namespace gemmcheck::testing {

struct CorpusFile {
  std::string name;  ///< without its extension
  std::string text;
  std::vector<Entry> entries;
};

inline std::string read_all(const std::filesystem::path& path) {
  std::ifstream stream(path);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// Every file of a folder, by name. A file that cannot be read or holds no entry fails the test.
inline std::vector<CorpusFile> files_in(const std::string& folder) {
  std::vector<CorpusFile> files;
  for (const auto& at : std::filesystem::directory_iterator(GEMMCHECK_CORPUS "/" + folder)) {
    EXPECT_EQ(at.path().extension(), ".txt") << at.path() << ": replay looks for *.txt only";
    CorpusFile file{at.path().stem().string(), read_all(at.path()), {}};
    auto entries = parse_entries(file.text);
    EXPECT_TRUE(entries) << (entries ? "" : to_string(entries.error(), file.name));
    if (entries) file.entries = std::move(*entries);
    EXPECT_FALSE(file.entries.empty()) << file.name;
    files.push_back(std::move(file));
  }
  EXPECT_FALSE(files.empty()) << folder;
  std::sort(files.begin(), files.end(),
            [](const CorpusFile& x, const CorpusFile& y) { return x.name < y.name; });
  return files;
}

/// "refused lda", "accepted", "undefined", ...
inline std::string predicted(const Call& call) {
  const Prediction prediction = predict(call);
  if (prediction.standing != Standing::kSettled)
    return std::string(standing_name(prediction.standing));
  if (prediction.deciding == kNoClause) return "accepted";
  return "refused " +
         std::string(key_name(netlib_contract().clauses[prediction.deciding].parameter));
}

}  // namespace gemmcheck::testing
