#include "call/enums.h"

#include <array>

#include "call/call.h"

namespace gemmcheck {
namespace {

// Fortran ops are characters; LSAME takes either case, so the lower-case letters are enumerators of
// their own. R is named because some libraries take it (conjugated, not transposed), but the
// reference BLAS does not have it.
constexpr std::array kFortranOps = {
    EnumRow{"N", 'N', "NoTrans"},
    EnumRow{"T", 'T', "Trans"},
    EnumRow{"C", 'C', "ConjTrans"},
    EnumRow{"n", 'n', ""},
    EnumRow{"t", 't', ""},
    EnumRow{"c", 'c', ""},
    EnumRow{"R", 'R', "ConjNoTrans"},
};
// ConjNoTrans is named because some libraries take it, but the reference CBLAS does not have it.
constexpr std::array kCblasOps = {
    EnumRow{"N", 111, "NoTrans CblasNoTrans"},
    EnumRow{"T", 112, "Trans CblasTrans"},
    EnumRow{"C", 113, "ConjTrans CblasConjTrans"},
    EnumRow{"ConjNoTrans", 114, "CblasConjNoTrans"},
};
constexpr std::array kLayouts = {
    EnumRow{"ColMajor", 102, "CblasColMajor"},
    EnumRow{"RowMajor", 101, "CblasRowMajor"},
};
constexpr std::array kGuards = {
    EnumRow{"end", static_cast<std::int32_t>(Guard::kEnd), ""},
    EnumRow{"front", static_cast<std::int32_t>(Guard::kFront), ""},
};

bool among(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const std::size_t end = words.find(' ');
    if (words.substr(0, end) == word) return true;
    if (end == std::string_view::npos) break;
    words.remove_prefix(end + 1);
  }
  return false;
}

}  // namespace

std::span<const EnumRow> enum_rows(Api api, Key key) {
  const bool cblas = api_info(api).convention == Convention::kCblas;
  if (key == Key::kTransa || key == Key::kTransb) {
    return cblas ? std::span<const EnumRow>(kCblasOps) : std::span<const EnumRow>(kFortranOps);
  }
  if (key == Key::kLayout && cblas) return kLayouts;
  if (key == Key::kGuard) return kGuards;
  return {};
}

std::string_view enum_name(Api api, Key key, std::int64_t value) {
  for (const EnumRow& row : enum_rows(api, key)) {
    if (row.value == value) return row.name;
  }
  return {};
}

std::optional<std::int32_t> enum_value(Api api, Key key, std::string_view name) {
  if (name.empty()) return std::nullopt;
  for (const EnumRow& row : enum_rows(api, key)) {
    if (row.name == name || among(row.aliases, name)) return row.value;
  }
  return std::nullopt;
}

}  // namespace gemmcheck
