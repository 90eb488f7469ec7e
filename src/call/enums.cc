#include "call/enums.h"

#include <array>

#include "call/call.h"
#include "call/cublas_enums.h"

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

constexpr std::array kHandles = {EnumRow{"valid", 0, ""}, EnumRow{"null", 1, ""}};
constexpr std::array kModes = {EnumRow{"execute", 0, ""}, EnumRow{"capture", 1, ""}};

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
  const ApiInfo& info = api_info(api);
  switch (key) {
    case Key::kTransa:
    case Key::kTransb:
      if (info.convention == Convention::kFortran) return kFortranOps;
      if (info.convention == Convention::kCblas) return kCblasOps;
      return cublas::kOperations;
    case Key::kGuard:
      return kGuards;
    default:
      break;
  }
  if ((info.keys & key_bit(key)) == 0) return {};
  switch (key) {
    case Key::kLayout:
      return kLayouts;
    case Key::kAtype:
    case Key::kBtype:
    case Key::kCtype:
      return cublas::kDataTypes;
    case Key::kComputeType:
      if (info.compute == Compute::kDataType) return cublas::kDataTypes;
      return cublas::kComputeTypes;
    case Key::kAlgo:
      return cublas::kGemmAlgos;
    case Key::kHandle:
      return kHandles;
    case Key::kPointerMode:
      return cublas::kPointerModes;
    case Key::kMathMode:
      return cublas::kMathModes;
    case Key::kMode:
      return kModes;
    default:
      return {};
  }
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
