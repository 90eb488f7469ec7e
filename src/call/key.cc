#include "call/key.h"

#include <array>

namespace gemmcheck {
namespace {

constexpr std::array<std::string_view, kKeyCount> kNames = {
    "layout", "uplo",        "transa",   "transb", "m",          "n",           "k",
    "alpha",  "A",           "Atype",    "lda",    "strideA",    "ao",          "B",
    "Btype",  "ldb",         "strideB",  "bo",     "beta",       "C",           "Ctype",
    "ldc",    "strideC",     "offsetc",  "co",     "batchCount", "computeType", "algo",
    "handle", "pointerMode", "mathMode", "mode",   "workspace",  "guard",       "fill",
};

}  // namespace

std::string_view key_name(Key key) {
  return key < Key::kNone ? kNames[static_cast<std::size_t>(key)] : std::string_view{};
}

Key find_key(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<Key>(i);
  }
  return Key::kNone;
}

}  // namespace gemmcheck
