// The APIs of cuBLAS: parameters and their numbers, sizes, types, baselines.
#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "call/api.h"
#include "call/call.h"
#include "call/text.h"

namespace gemmcheck {
namespace {

using enum Key;

// contract-facts 1.2: the handle is position 1 and has no number, so a parameter's number is its
// place in the list.
struct Prototype {
  std::string_view names;  ///< of the functions, without "cublas"
  std::vector<Key> numbered;
};
const Prototype kPrototypes[] = {
    {"GemmEx",
     {kTransa, kTransb, kM, kN, kK, kAlpha, kA, kAtype, kLda, kB, kBtype, kLdb, kBeta, kC, kCtype,
      kLdc, kComputeType, kAlgo}},
    {"Sgemm Dgemm Cgemm Zgemm Hgemm Cgemm3m Zgemm3m",
     {kTransa, kTransb, kM, kN, kK, kAlpha, kA, kLda, kB, kLdb, kBeta, kC, kLdc}},
    {"SgemmEx CgemmEx",
     {kTransa, kTransb, kM, kN, kK, kAlpha, kA, kAtype, kLda, kB, kBtype, kLdb, kBeta, kC, kCtype,
      kLdc}},
    {"GemmStridedBatchedEx",
     {kTransa, kTransb,  kM,       kN,          kK,           kAlpha,   kA,    kAtype,
      kLda,    kStrideA, kB,       kBtype,      kLdb,         kStrideB, kBeta, kC,
      kCtype,  kLdc,     kStrideC, kBatchCount, kComputeType, kAlgo}},
    {"GemmBatchedEx",
     {kTransa, kTransb, kM, kN, kK, kAlpha, kA, kAtype, kLda, kB, kBtype, kLdb, kBeta, kC, kCtype,
      kLdc, kBatchCount, kComputeType, kAlgo}},
    {"SgemmStridedBatched DgemmStridedBatched CgemmStridedBatched ZgemmStridedBatched "
     "HgemmStridedBatched",
     {kTransa, kTransb, kM, kN, kK, kAlpha, kA, kLda, kStrideA, kB, kLdb, kStrideB, kBeta, kC, kLdc,
      kStrideC, kBatchCount}},
    {"SgemmBatched DgemmBatched CgemmBatched ZgemmBatched HgemmBatched",
     {kTransa, kTransb, kM, kN, kK, kAlpha, kA, kLda, kB, kLdb, kBeta, kC, kLdc, kBatchCount}},
};

std::vector<std::string> split(std::string_view words) {
  std::vector<std::string> all(1);
  for (char c : words) {
    if (c == ' ') {
      all.emplace_back();
    } else {
      all.back() += c;
    }
  }
  return all;
}

const ApiInfo& named(const std::string& name) {
  const ApiInfo* const info = find_api(name);
  if (info == nullptr) throw std::runtime_error("no API " + name);
  return *info;
}

int number_of(const ApiInfo& info, Key key) {
  for (std::size_t i = 0; i < info.parameters.size(); ++i) {
    if (info.parameters[i] == key) return static_cast<int>(i);
  }
  return -1;
}

TEST(CublasApiTest, ParametersStandInThePrototypesOrder) {
  std::set<std::string_view> seen;
  for (const Prototype& prototype : kPrototypes) {
    std::vector<Key> expected = prototype.numbered;
    expected.insert(expected.begin(), kHandle);
    for (const std::string& name : split(prototype.names)) {
      for (const std::string_view suffix : {"", "_64", "_cudaDataType"}) {
        const bool overloaded = name.ends_with("Ex") && name != "SgemmEx" && name != "CgemmEx";
        if (suffix == "_cudaDataType" && !overloaded) continue;
        const ApiInfo& info = named("cublas" + name + std::string(suffix));
        EXPECT_EQ(std::vector<Key>(info.parameters.begin(), info.parameters.end()), expected)
            << info.name;
        EXPECT_EQ(info.wide, suffix == "_64") << info.name;
        EXPECT_EQ(info.compute == Compute::kDataType, suffix == "_cudaDataType") << info.name;
        EXPECT_TRUE(seen.insert(info.name).second);
      }
    }
  }
  EXPECT_EQ(seen.size(), 47u);
  EXPECT_EQ(apis_of(Dialect::kCublas).size(), 47u);
}

// The numbers that contract-facts 1.2 sets off, one a table.
TEST(CublasApiTest, NumbersLeaveOutTheHandle) {
  EXPECT_EQ(number_of(named("cublasGemmEx"), kLda), 9);
  EXPECT_EQ(number_of(named("cublasGemmEx"), kLdb), 12);
  EXPECT_EQ(number_of(named("cublasGemmEx"), kLdc), 16);
  EXPECT_EQ(number_of(named("cublasGemmEx"), kAlgo), 18);
  EXPECT_EQ(number_of(named("cublasZgemm3m_64"), kLdc), 13);
  EXPECT_EQ(number_of(named("cublasSgemmEx"), kLdc), 16);
  EXPECT_EQ(number_of(named("cublasGemmStridedBatchedEx"), kStrideB), 14);
  EXPECT_EQ(number_of(named("cublasGemmStridedBatchedEx"), kAlgo), 22);
  EXPECT_EQ(number_of(named("cublasGemmBatchedEx"), kBatchCount), 17);
  EXPECT_EQ(number_of(named("cublasHgemmStridedBatched"), kLdc), 15);
  EXPECT_EQ(number_of(named("cublasSgemmBatched"), kLdc), 13);
  EXPECT_EQ(number_of(named("cublasSgemmBatched"), kHandle), 0);
}

TEST(CublasApiTest, EveryOneHasTheCircumstances) {
  for (const ApiInfo& info : apis_of(Dialect::kCublas)) {
    for (Key key : {kHandle, kPointerMode, kMathMode, kMode, kWorkspace, kGuard, kFill})
      EXPECT_TRUE(has_key(info.api, key)) << info.name;
    for (Key key : {kLayout, kUplo, kAo, kBo, kOffsetc, kCo})
      EXPECT_FALSE(has_key(info.api, key)) << info.name;
    for (Key key : info.parameters) EXPECT_TRUE(has_key(info.api, key)) << info.name;
    EXPECT_TRUE(info.reports_status) << info.name;
    EXPECT_EQ(info.convention, Convention::kCublas) << info.name;
    EXPECT_EQ(info.batch != Batch::kSingle, has_key(info.api, kBatchCount)) << info.name;
    EXPECT_EQ(info.batch == Batch::kStrided, has_key(info.api, kStrideA)) << info.name;
    EXPECT_EQ(info.compute != Compute::kFixed, has_key(info.api, kComputeType)) << info.name;
    EXPECT_EQ(info.typed(), info.name.find("Ex") != std::string_view::npos) << info.name;
  }
}

TEST(CublasApiTest, TypesFollowTheLetter) {
  for (const ApiInfo& info : apis_of(Dialect::kCublas)) {
    const char letter = info.name[std::string_view("cublas").size()];
    const DataType type = letter == 'D'   ? kR64F
                          : letter == 'C' ? kC32F
                          : letter == 'Z' ? kC64F
                          : letter == 'H' ? kR16F
                                          : kR32F;
    EXPECT_EQ(info.type, type) << info.name;
    EXPECT_EQ(info.element.complex, letter == 'C' || letter == 'Z') << info.name;
    const int bytes = letter == 'H' ? 2 : letter == 'D' || letter == 'Z' ? 8 : 4;
    EXPECT_EQ(info.element.component_bytes, bytes) << info.name;
    EXPECT_EQ(info.complex_scalars, info.element.complex || letter == 'G') << info.name;
  }
}

TEST(CublasApiTest, Ranges) {
  constexpr std::int64_t kNarrow = std::numeric_limits<std::int32_t>::max();
  constexpr std::int64_t kWide = std::numeric_limits<std::int64_t>::max();
  for (const ApiInfo& info : apis_of(Dialect::kCublas)) {
    for (Key key : {kM, kN, kK, kLda, kLdb, kLdc, kBatchCount}) {
      const IntegerRange range = integer_range(info.api, key);
      EXPECT_EQ(range.max, info.wide ? kWide : kNarrow) << info.name;
      EXPECT_EQ(range.min, -range.max - 1) << info.name;
    }
    // long long int in either form.
    for (Key key : {kStrideA, kStrideB, kStrideC})
      EXPECT_EQ(integer_range(info.api, key).max, kWide) << info.name;
    for (Key key : {kTransa, kTransb, kAtype, kComputeType, kAlgo, kPointerMode, kMathMode})
      EXPECT_EQ(integer_range(info.api, key).max, kNarrow) << info.name;
  }
}

TEST(CublasApiTest, Baselines) {
  const Call ex = baseline(Api::kCublasGemmEx);
  EXPECT_EQ(ex.transa, 0);
  EXPECT_EQ(ex.Atype, kR32F);
  EXPECT_EQ(ex.computeType, 68);
  EXPECT_EQ(ex.algo, -1);
  EXPECT_EQ(ex.layout, 0);
  EXPECT_EQ(baseline(Api::kCublasGemmBatchedExDataType).computeType, kR32F);
  EXPECT_EQ(baseline(Api::kCublasCgemmEx).Ctype, kC32F);
  EXPECT_EQ(baseline(Api::kCublasCgemmEx).algo, 0);
  EXPECT_EQ(baseline(Api::kCublasDgemm).Atype, 0);
  EXPECT_EQ(baseline(Api::kCublasDgemm).strideA, 0);
  EXPECT_EQ(baseline(Api::kCublasDgemmStridedBatched).strideA, 1);
  EXPECT_EQ(baseline(Api::kCublasDgemmStridedBatched).batchCount, 1);
}

TEST(CublasApiTest, TightStrides) {
  Call call = parse_call("cublasSgemmStridedBatched transa=CONJG m=2 n=3 k=4").value();
  EXPECT_EQ(call.strideA, 4 * 2);
  EXPECT_EQ(call.strideB, 4 * 3);
  EXPECT_EQ(call.strideC, 2 * 3);
  call.lda = -5;
  EXPECT_EQ(default_integer(call, kStrideA), -10);
  call.m = -1;
  EXPECT_EQ(default_integer(call, kStrideA), 0);
  // Beyond 64 bits: their ends.
  Call wide = baseline(Api::kCublasSgemmStridedBatched64);
  wide.n = 3;
  wide.ldc = std::numeric_limits<std::int64_t>::max() / 2;
  EXPECT_EQ(default_integer(wide, kStrideC), std::numeric_limits<std::int64_t>::max());
  wide.ldc = -wide.ldc;
  EXPECT_EQ(default_integer(wide, kStrideC), std::numeric_limits<std::int64_t>::min());
  set_tight(wide);
  EXPECT_EQ(wide.strideC, 3);
  EXPECT_EQ(default_integer(baseline(Api::kCublasSgemm), kStrideA), 0);
}

}  // namespace
}  // namespace gemmcheck
