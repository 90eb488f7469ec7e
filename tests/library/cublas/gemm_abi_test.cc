// The gemm functions: our pointer types against the headers' prototypes, and the symbols of our
// table against the addresses that the linker gives to the headers' names. Makes no call.
#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "library/cublas/cuda_abi.h"
#include "library/cublas/functions.h"
#include "library/cublas/gemm.h"
#include "library/cublas/signature.h"

namespace gemmcheck {
namespace {

template <typename Parameter>
using Narrowed = std::conditional_t<std::is_same_v<Parameter, std::int64_t>, int, Parameter>;

template <typename Function>
struct Narrow;
template <typename Return, typename... Parameters>
struct Narrow<Return (*)(Parameters...)> {
  using Result = Return (*)(Narrowed<Parameters>...);
};

/// A header's function under the name that the linker knows.
struct Linked {
  std::string symbol;
  cublas::Family family;
  void* address;
};

template <typename Ours, typename Theirs>
Linked linked(const char* symbol, cublas::Family family, Theirs function) {
  static_assert(same_signature<Ours, Theirs>());
  return {symbol, family, reinterpret_cast<void*>(function)};
}

// The 32-bit function is picked by the type of its 64-bit twin, every int64_t of which becomes int:
// three of the names are overloaded in C++.
#define NARROW(name, Type)                                           \
  linked<cublas::Type<std::int32_t>>(#name, cublas::Family::k##Type, \
                                     static_cast<Narrow<decltype(&::name##_64)>::Result>(&::name))
#define WIDE(name, Type) \
  linked<cublas::Type<std::int64_t>>(#name "_64", cublas::Family::k##Type, &::name##_64)
#define LINKED(name, Type) NARROW(name, Type), WIDE(name, Type)

const Linked kLinked[] = {
    LINKED(cublasSgemm_v2, Gemm),
    LINKED(cublasDgemm_v2, Gemm),
    LINKED(cublasCgemm_v2, Gemm),
    LINKED(cublasZgemm_v2, Gemm),
    LINKED(cublasHgemm, Gemm),
    LINKED(cublasCgemm3m, Gemm),
    LINKED(cublasZgemm3m, Gemm),
    LINKED(cublasSgemmEx, GemmTyped),
    LINKED(cublasCgemmEx, GemmTyped),
    LINKED(cublasCgemm3mEx, GemmTyped),
    LINKED(cublasGemmEx, GemmEx),
    LINKED(cublasSgemmBatched, GemmBatched),
    LINKED(cublasDgemmBatched, GemmBatched),
    LINKED(cublasCgemmBatched, GemmBatched),
    LINKED(cublasZgemmBatched, GemmBatched),
    LINKED(cublasHgemmBatched, GemmBatched),
    LINKED(cublasCgemm3mBatched, GemmBatched),
    LINKED(cublasSgemmStridedBatched, GemmStridedBatched),
    LINKED(cublasDgemmStridedBatched, GemmStridedBatched),
    LINKED(cublasCgemmStridedBatched, GemmStridedBatched),
    LINKED(cublasZgemmStridedBatched, GemmStridedBatched),
    LINKED(cublasHgemmStridedBatched, GemmStridedBatched),
    LINKED(cublasCgemm3mStridedBatched, GemmStridedBatched),
    LINKED(cublasGemmBatchedEx, GemmBatchedEx),
    LINKED(cublasGemmStridedBatchedEx, GemmStridedBatchedEx),
};

TEST(CublasAbi, EveryGemmSymbolIsTheFunctionOfTheHeader) {
  int rows = 0;
  for (const Linked& linked : kLinked) {
    SCOPED_TRACE(linked.symbol);
    EXPECT_EQ(::dlsym(RTLD_DEFAULT, linked.symbol.c_str()), linked.address);
    for (const cublas::GemmRow& row : cublas::kGemms) {
      for (std::string_view suffix : {std::string_view(), cublas::kInt64Suffix}) {
        if (std::string(row.symbol).append(suffix) != linked.symbol) continue;
        EXPECT_EQ(row.family, linked.family);
        ++rows;
      }
    }
  }
  EXPECT_EQ(rows, 2 * cublas::kGemmCount);
  EXPECT_EQ(std::size(kLinked), 2u * cublas::kGemmCount);
}

TEST(CublasAbi, EveryHelperSymbolIsExported) {
  int runtime = 0;
  ASSERT_EQ(::cudaRuntimeGetVersion(&runtime), cudaSuccess);  // so that the program needs libcudart
  for (const SymbolRow& row : cublas::kFunctionSymbols) {
    EXPECT_NE(::dlsym(RTLD_DEFAULT, row.name), nullptr) << row.name;
  }
  for (const SymbolRow& row : cuda::kRuntimeSymbols) {
    EXPECT_NE(::dlsym(RTLD_DEFAULT, row.name), nullptr) << row.name;
  }
}

TEST(CublasAbi, GemmsAreFoundByTheNameInAProgram) {
  for (int row = 0; row < cublas::kGemmCount; ++row) {
    const std::string name(cublas::kGemms[row].name);
    const auto narrow = cublas::find_gemm(name);
    const auto wide = cublas::find_gemm(name + "_64");
    ASSERT_TRUE(narrow && wide) << name;
    EXPECT_EQ(narrow->row, row);
    EXPECT_EQ(narrow->int_bits, 32);
    EXPECT_EQ(wide->row, row);
    EXPECT_EQ(wide->int_bits, 64);
  }
  for (std::string_view name : {"", "_64", "cublasSgemm_v2", "cublasSgemm_v2_64", "cublasGemmEx_",
                                "cublasGemmEx_64_64", "sgemm", "cublasSgemv"}) {
    EXPECT_FALSE(cublas::find_gemm(name)) << name;
  }
}

}  // namespace
}  // namespace gemmcheck
