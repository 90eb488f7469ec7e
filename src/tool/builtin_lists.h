// The lists of corpus/lists, built into the program so that a run needs no files beside it.
#pragma once

#include <span>
#include <string_view>

namespace gemmcheck::tool {

struct BuiltinList {
  std::string_view file;  ///< "corpus/lists/dialect.toml"
  std::string_view text;
};
extern const std::span<const BuiltinList> kBuiltinLists;

}  // namespace gemmcheck::tool
