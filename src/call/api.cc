#include "call/api.h"

#include <initializer_list>

namespace gemmcheck {
namespace {

using enum Key;

// Parameters in the prototype's order, as many as `count` says.
struct ParameterList {
  std::array<Key, 24> keys{};
  std::size_t count = 0;

  constexpr ParameterList& add(std::initializer_list<Key> more) {
    for (Key key : more) keys[count++] = key;
    return *this;
  }
  constexpr ParameterList& add_if(bool has, Key key) { return has ? add({key}) : *this; }
  constexpr KeySet set() const {
    KeySet set = 0;
    for (std::size_t i = 0; i < count; ++i) set |= key_bit(keys[i]);
    return set;
  }
  constexpr operator std::span<const Key>() const { return {keys.data(), count}; }
};

// Every GEMM is the same list with more or fewer parameters between (contract-facts 1.2).
struct Form {
  Batch batch = Batch::kSingle;
  bool typed = false;
  Compute compute = Compute::kFixed;
};
constexpr ParameterList operands(Form form) {
  const bool strided = form.batch == Batch::kStrided;
  ParameterList list;
  list.add({kTransa, kTransb, kM, kN, kK, kAlpha});
  list.add({kA}).add_if(form.typed, kAtype).add({kLda}).add_if(strided, kStrideA);
  list.add({kB}).add_if(form.typed, kBtype).add({kLdb}).add_if(strided, kStrideB).add({kBeta});
  list.add({kC}).add_if(form.typed, kCtype).add({kLdc}).add_if(strided, kStrideC);
  return list;
}
constexpr ParameterList after(Key first, const ParameterList& others) {
  ParameterList list;
  list.add({first});
  for (std::size_t i = 0; i < others.count; ++i) list.add({others.keys[i]});
  return list;
}
constexpr ParameterList with_handle(Form form) {
  ParameterList list = after(kHandle, operands(form));
  list.add_if(form.batch != Batch::kSingle, kBatchCount);
  if (form.compute != Compute::kFixed) list.add({kComputeType, kAlgo});
  return list;
}

constexpr ParameterList kFortranParameters = operands({});
constexpr ParameterList kCblasParameters = after(kLayout, operands({}));

// A CPU library has no handle, modes or workspace: its circumstances are the operands' placement
// and contents.
constexpr KeySet kPlacement = key_bit(kGuard) | key_bit(kFill);
constexpr KeySet kState =
    key_bit(kPointerMode) | key_bit(kMathMode) | key_bit(kMode) | key_bit(kWorkspace);

// Precondition: floating point of whole bytes.
constexpr ElementType element_of(DataType type) {
  switch (type) {
    case kR16F:
      return {2, false};
    case kR64F:
      return {8, false};
    case kC32F:
      return {4, true};
    case kC64F:
      return {8, true};
    default:
      return {4, false};
  }
}

constexpr ApiInfo netlib(Api api, std::string_view name, DataType type) {
  const bool fortran = api < Api::kCblasSgemm;
  const ParameterList& parameters = fortran ? kFortranParameters : kCblasParameters;
  const ElementType element = element_of(type);
  return {api,
          name,
          Dialect::kNetlib,
          fortran ? Convention::kFortran : Convention::kCblas,
          element,
          false,
          parameters.set() | kPlacement,
          parameters,
          type,
          Batch::kSingle,
          Compute::kFixed,
          false,
          element.complex};
}

template <Form kForm>
inline constexpr ParameterList kParameters = with_handle(kForm);

template <Form kForm>
constexpr ApiInfo cublas(Api api, std::string_view name, DataType type) {
  constexpr const ParameterList& kList = kParameters<kForm>;
  const ElementType element = element_of(type);
  return {api,
          name,
          Dialect::kCublas,
          Convention::kCublas,
          element,
          true,
          kList.set() | kState | kPlacement,
          kList,
          type,
          kForm.batch,
          kForm.compute,
          name.ends_with("_64"),
          element.complex || kForm.compute != Compute::kFixed};
}

constexpr Form kPlain = {};
constexpr Form kTyped = {Batch::kSingle, true, Compute::kFixed};
constexpr Form kEx = {Batch::kSingle, true, Compute::kComputeType};
constexpr Form kStrided = {Batch::kStrided, false, Compute::kFixed};
constexpr Form kStridedEx = {Batch::kStrided, true, Compute::kComputeType};
constexpr Form kArrays = {Batch::kPointerArray, false, Compute::kFixed};
constexpr Form kArraysEx = {Batch::kPointerArray, true, Compute::kComputeType};
constexpr Form kExDataType = {Batch::kSingle, true, Compute::kDataType};
constexpr Form kStridedExDataType = {Batch::kStrided, true, Compute::kDataType};
constexpr Form kArraysExDataType = {Batch::kPointerArray, true, Compute::kDataType};

}  // namespace

// Netlib: BLAS/SRC/dgemm.f and its like, CBLAS/include/cblas.h. cuBLAS 13.1: cublas_api.h.
constexpr std::array<ApiInfo, kApiCount> kApiTable = {
    netlib(Api::kSgemm, "sgemm_", kR32F),
    netlib(Api::kDgemm, "dgemm_", kR64F),
    netlib(Api::kCgemm, "cgemm_", kC32F),
    netlib(Api::kZgemm, "zgemm_", kC64F),
    netlib(Api::kCblasSgemm, "cblas_sgemm", kR32F),
    netlib(Api::kCblasDgemm, "cblas_dgemm", kR64F),
    netlib(Api::kCblasCgemm, "cblas_cgemm", kC32F),
    netlib(Api::kCblasZgemm, "cblas_zgemm", kC64F),
#define GEMMCHECK_CUBLAS(name, form, type)                \
  cublas<form>(Api::kCublas##name, "cublas" #name, type), \
      cublas<form>(Api::kCublas##name##64, "cublas" #name "_64", type)
    GEMMCHECK_CUBLAS(GemmEx, kEx, kR32F),
    GEMMCHECK_CUBLAS(Sgemm, kPlain, kR32F),
    GEMMCHECK_CUBLAS(Dgemm, kPlain, kR64F),
    GEMMCHECK_CUBLAS(Cgemm, kPlain, kC32F),
    GEMMCHECK_CUBLAS(Zgemm, kPlain, kC64F),
    GEMMCHECK_CUBLAS(Hgemm, kPlain, kR16F),
    GEMMCHECK_CUBLAS(Cgemm3m, kPlain, kC32F),
    GEMMCHECK_CUBLAS(Zgemm3m, kPlain, kC64F),
    GEMMCHECK_CUBLAS(SgemmEx, kTyped, kR32F),
    GEMMCHECK_CUBLAS(CgemmEx, kTyped, kC32F),
    GEMMCHECK_CUBLAS(GemmStridedBatchedEx, kStridedEx, kR32F),
    GEMMCHECK_CUBLAS(GemmBatchedEx, kArraysEx, kR32F),
    GEMMCHECK_CUBLAS(SgemmStridedBatched, kStrided, kR32F),
    GEMMCHECK_CUBLAS(DgemmStridedBatched, kStrided, kR64F),
    GEMMCHECK_CUBLAS(CgemmStridedBatched, kStrided, kC32F),
    GEMMCHECK_CUBLAS(ZgemmStridedBatched, kStrided, kC64F),
    GEMMCHECK_CUBLAS(HgemmStridedBatched, kStrided, kR16F),
    GEMMCHECK_CUBLAS(SgemmBatched, kArrays, kR32F),
    GEMMCHECK_CUBLAS(DgemmBatched, kArrays, kR64F),
    GEMMCHECK_CUBLAS(CgemmBatched, kArrays, kC32F),
    GEMMCHECK_CUBLAS(ZgemmBatched, kArrays, kC64F),
    GEMMCHECK_CUBLAS(HgemmBatched, kArrays, kR16F),
#undef GEMMCHECK_CUBLAS
#define GEMMCHECK_OVERLOAD(name, form) \
  cublas<form>(Api::kCublas##name##DataType, "cublas" #name "_cudaDataType", kR32F)
    GEMMCHECK_OVERLOAD(GemmEx, kExDataType),
    GEMMCHECK_OVERLOAD(GemmStridedBatchedEx, kStridedExDataType),
    GEMMCHECK_OVERLOAD(GemmBatchedEx, kArraysExDataType),
#undef GEMMCHECK_OVERLOAD
};

namespace {

constexpr bool in_enum_order() {
  for (std::size_t i = 0; i < kApiTable.size(); ++i) {
    if (static_cast<std::size_t>(kApiTable[i].api) != i) return false;
  }
  return true;
}
static_assert(in_enum_order());

constexpr bool dialects_are_their_sets() {
  for (const ApiInfo& info : kApiTable) {
    const bool netlib = (kNetlibApis & api_bit(info.api)) != 0;
    if (netlib != (info.dialect == Dialect::kNetlib)) return false;
  }
  return true;
}
static_assert(dialects_are_their_sets());

}  // namespace

std::span<const ApiInfo> all_apis() {
  return kApiTable;
}

std::span<const ApiInfo> apis_of(Dialect dialect) {
  const auto all = all_apis();
  return dialect == Dialect::kNetlib ? all.first(kNetlibApiCount) : all.subspan(kNetlibApiCount);
}

const ApiInfo* find_api(std::string_view name) {
  for (const ApiInfo& info : kApiTable) {
    if (info.name == name) return &info;
  }
  return nullptr;
}

}  // namespace gemmcheck
