#include "call/api.h"

#include <initializer_list>

namespace gemmcheck {
namespace {

using enum Key;

constexpr std::array kFortranParameters = {kTransa, kTransb, kM,   kN,    kK, kAlpha, kA,
                                           kLda,    kB,      kLdb, kBeta, kC, kLdc};
constexpr std::array kCblasParameters = {kLayout, kTransa, kTransb, kM,   kN,    kK, kAlpha,
                                         kA,      kLda,    kB,      kLdb, kBeta, kC, kLdc};

template <std::size_t kSize>
constexpr KeySet keys_of(const std::array<Key, kSize>& parameters,
                         std::initializer_list<Key> more) {
  KeySet set = 0;
  for (Key key : parameters) set |= key_bit(key);
  for (Key key : more) set |= key_bit(key);
  return set;
}

// A CPU library has no handle, modes or workspace: its circumstances are the operands' placement
// and contents.
constexpr KeySet kFortranKeys = keys_of(kFortranParameters, {kGuard, kFill});
constexpr KeySet kCblasKeys = keys_of(kCblasParameters, {kGuard, kFill});

constexpr ApiInfo fortran(Api api, std::string_view name, ElementType element) {
  return {api,     name,  Dialect::kNetlib, Convention::kFortran,
          element, false, kFortranKeys,     kFortranParameters};
}
constexpr ApiInfo cblas(Api api, std::string_view name, ElementType element) {
  return {api,     name,  Dialect::kNetlib, Convention::kCblas,
          element, false, kCblasKeys,       kCblasParameters};
}

}  // namespace

constexpr std::array<ApiInfo, kApiCount> kApiTable = {
    fortran(Api::kSgemm, "sgemm_", {4, false}),
    fortran(Api::kDgemm, "dgemm_", {8, false}),
    fortran(Api::kCgemm, "cgemm_", {4, true}),
    fortran(Api::kZgemm, "zgemm_", {8, true}),
    cblas(Api::kCblasSgemm, "cblas_sgemm", {4, false}),
    cblas(Api::kCblasDgemm, "cblas_dgemm", {8, false}),
    cblas(Api::kCblasCgemm, "cblas_cgemm", {4, true}),
    cblas(Api::kCblasZgemm, "cblas_zgemm", {8, true}),
};

namespace {

constexpr bool in_enum_order() {
  for (std::size_t i = 0; i < kApiTable.size(); ++i) {
    if (static_cast<std::size_t>(kApiTable[i].api) != i) return false;
  }
  return true;
}
static_assert(in_enum_order());

}  // namespace

std::span<const ApiInfo> all_apis() {
  return kApiTable;
}

const ApiInfo* find_api(std::string_view name) {
  for (const ApiInfo& info : kApiTable) {
    if (info.name == name) return &info;
  }
  return nullptr;
}

}  // namespace gemmcheck
