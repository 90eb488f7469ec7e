// The types that go together, against the manual's table written out (cuBLAS 13.2 documentation,
// cublasGemmEx; contract-facts 3.1 to 3.5).
#include "contract/type_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <tuple>

#include "call/text.h"
#include "call/types.h"

namespace gemmcheck {
namespace {

Call call_of(const std::string& line) {
  const auto call = parse_call(line);
  EXPECT_TRUE(call.has_value()) << line << (call ? "" : ": " + call.error().message);
  return call.value_or(Call{});
}

Call ex_call(const std::string& compute, const std::string& ab, const std::string& c) {
  return call_of("cublasGemmEx Atype=" + ab + " Btype=" + ab + " Ctype=" + c +
                 " computeType=" + compute);
}

struct Line {
  const char* compute;
  const char* ab;
  const char* c;
};
// Each computeType spelt out.
constexpr Line kListed[] = {
    {"16F", "R_16F", "R_16F"},
    {"16F_PEDANTIC", "R_16F", "R_16F"},
    {"32I", "R_8I", "R_32I"},
    {"32I_PEDANTIC", "R_8I", "R_32I"},
    {"32F", "R_16BF", "R_16BF"},
    {"32F_PEDANTIC", "R_16BF", "R_16BF"},
    {"32F", "R_16F", "R_16F"},
    {"32F_PEDANTIC", "R_16F", "R_16F"},
    {"32F", "R_8I", "R_32F"},
    {"32F_PEDANTIC", "R_8I", "R_32F"},
    {"32F", "R_16BF", "R_32F"},
    {"32F_PEDANTIC", "R_16BF", "R_32F"},
    {"32F", "R_16F", "R_32F"},
    {"32F_PEDANTIC", "R_16F", "R_32F"},
    {"32F", "R_32F", "R_32F"},
    {"32F_PEDANTIC", "R_32F", "R_32F"},
    {"32F", "C_8I", "C_32F"},
    {"32F_PEDANTIC", "C_8I", "C_32F"},
    {"32F", "C_32F", "C_32F"},
    {"32F_PEDANTIC", "C_32F", "C_32F"},
    {"32F_FAST_16F", "R_32F", "R_32F"},
    {"32F_FAST_16BF", "R_32F", "R_32F"},
    {"32F_FAST_TF32", "R_32F", "R_32F"},
    {"32F_EMULATED_16BFX9", "R_32F", "R_32F"},
    {"32F_FAST_16F", "C_32F", "C_32F"},
    {"32F_FAST_16BF", "C_32F", "C_32F"},
    {"32F_FAST_TF32", "C_32F", "C_32F"},
    {"32F_EMULATED_16BFX9", "C_32F", "C_32F"},
    {"64F", "R_64F", "R_64F"},
    {"64F_PEDANTIC", "R_64F", "R_64F"},
    {"64F", "C_64F", "C_64F"},
    {"64F_PEDANTIC", "C_64F", "C_64F"},
};
constexpr Line kDisputed[] = {
    {"32F_FAST_16F", "R_16F", "R_16F"},
    {"32F_FAST_16F", "R_16F", "R_32F"},
    {"64F_EMULATED_FIXEDPOINT", "R_64F", "R_64F"},
    {"64F_EMULATED_FIXEDPOINT", "C_64F", "C_64F"},
};

TEST(TypeTable, HoldsTheManualsRowsAndWhatIsDisputedBesides) {
  for (const Line& line : kListed) {
    const TypeRow* const row = find_type_row(ex_call(line.compute, line.ab, line.c));
    ASSERT_NE(row, nullptr) << line.compute << ' ' << line.ab << ' ' << line.c;
    EXPECT_TRUE(row->settled);
    EXPECT_EQ(row->basis, Basis::kDocumented);
  }
  for (const Line& line : kDisputed) {
    const TypeRow* const row = find_type_row(ex_call(line.compute, line.ab, line.c));
    ASSERT_NE(row, nullptr) << line.compute << ' ' << line.ab << ' ' << line.c;
    EXPECT_FALSE(row->settled);
  }
}

// Every combination of enumerators, their neighbours and gaps.
TEST(TypeTable, HoldsNothingElse) {
  for (const char* api : {"cublasGemmEx", "cublasGemmStridedBatchedEx", "cublasGemmBatchedEx_64"}) {
    Call call = call_of(api);
    std::size_t settled = 0;
    std::size_t disputed = 0;
    for (call.computeType = -1; call.computeType <= 81; ++call.computeType) {
      for (call.Atype = -1; call.Atype <= 34; ++call.Atype) {
        for (const std::int32_t b : {call.Atype, call.Atype + 1, std::int32_t{99}}) {
          call.Btype = b;
          for (call.Ctype = -1; call.Ctype <= 34; ++call.Ctype) {
            const TypeRow* const row = find_type_row(call);
            if (row == nullptr) continue;
            EXPECT_EQ(call.Atype, call.Btype);
            (row->settled ? settled : disputed) += 1;
          }
        }
      }
    }
    EXPECT_EQ(settled, std::size(kListed)) << api;
    EXPECT_EQ(disputed, std::size(kDisputed)) << api;
  }
}

TEST(TypeTable, NoCombinationStandsTwice) {
  std::set<std::tuple<ApiSet, std::uint32_t, std::int32_t, std::int32_t>> seen;
  for (const TypeRow& row : type_rows()) {
    EXPECT_NE(row.apis, 0u);
    for (std::int32_t compute = 0; compute < 32; ++compute) {
      if ((row.computes >> compute & 1) == 0) continue;
      EXPECT_TRUE(seen.insert({row.apis, compute, row.ab, row.c}).second);
    }
  }
}

// cublas_api.h, cublasMigrateComputeType.
TEST(TypeTable, OverloadsMakeAComputeTypeOfAType) {
  const auto migrated = [](const std::string& type) {
    return compute_type(call_of("cublasGemmEx_cudaDataType computeType=" + type));
  };
  EXPECT_EQ(migrated("R_32F"), 68);
  EXPECT_EQ(migrated("C_32F"), 68);
  EXPECT_EQ(migrated("R_64F"), 70);
  EXPECT_EQ(migrated("C_64F"), 70);
  EXPECT_EQ(migrated("R_16F"), 64);
  EXPECT_EQ(migrated("R_32I"), 72);
  for (const char* refused : {"R_16BF", "C_16F", "R_8I", "#68", "#-1", "#34"}) {
    EXPECT_EQ(migrated(refused), -1) << refused;
  }
  EXPECT_NE(find_type_row(call_of("cublasGemmEx_cudaDataType Atype=R_64F Btype=R_64F Ctype=R_64F "
                                  "computeType=R_64F")),
            nullptr);
  EXPECT_EQ(find_type_row(call_of("cublasGemmEx_cudaDataType computeType=R_16BF")), nullptr);
}

TEST(TypeTable, FunctionsThatComputeInOneTypeHaveTheirOwn) {
  const auto row = [](const std::string& line) { return find_type_row(call_of(line)); };
  EXPECT_NE(row("cublasSgemmEx Atype=R_8I Btype=R_8I Ctype=R_32F"), nullptr);
  EXPECT_EQ(row("cublasSgemmEx Atype=R_8I Btype=R_8I Ctype=R_32I"), nullptr);
  EXPECT_EQ(row("cublasSgemmEx Atype=C_8I Btype=C_8I Ctype=C_32F"), nullptr);
  EXPECT_NE(row("cublasCgemmEx_64 Atype=C_8I Btype=C_8I Ctype=C_32F"), nullptr);
  EXPECT_EQ(row("cublasSgemm"), nullptr) << "no types to say";
}

TEST(TypeTable, NamesWhatIsNear) {
  std::set<std::tuple<std::int32_t, std::int32_t>> near;
  for (const TypeRow* row : near_type_rows(ex_call("32F", "R_16F", "C_32F"))) {
    near.insert({row->ab, row->c});
  }
  EXPECT_THAT(near,
              testing::UnorderedElementsAre(std::tuple(kR16F, kR16F), std::tuple(kR16F, kR32F),
                                            std::tuple(kC8I, kC32F), std::tuple(kC32F, kC32F)));
  EXPECT_TRUE(near_type_rows(ex_call("32F", "R_4I", "R_4I")).empty());
}

}  // namespace
}  // namespace gemmcheck
