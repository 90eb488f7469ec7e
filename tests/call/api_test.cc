// The tables of APIs, keys and enumerators hang together.
#include "call/api.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "call/call.h"
#include "call/enums.h"

namespace gemmcheck {
namespace {

TEST(ApiTest, NamesAreFoundAndUnique) {
  std::set<std::string_view> names;
  for (const ApiInfo& info : all_apis()) {
    EXPECT_EQ(&api_info(info.api), &info);
    EXPECT_EQ(find_api(info.name), &info);
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(kApiCount));
  EXPECT_EQ(find_api("dgemm"), nullptr);
}

TEST(ApiTest, ParametersStandInThePrototypesOrder) {
  using enum Key;
  const std::vector<Key> fortran = {kTransa, kTransb, kM,   kN,    kK, kAlpha, kA,
                                    kLda,    kB,      kLdb, kBeta, kC, kLdc};
  for (const ApiInfo& info : apis_of(Dialect::kNetlib)) {
    std::vector<Key> expected = fortran;
    if (info.convention == Convention::kCblas) expected.insert(expected.begin(), kLayout);
    EXPECT_EQ(std::vector<Key>(info.parameters.begin(), info.parameters.end()), expected)
        << info.name;
    for (Key key : info.parameters) EXPECT_TRUE(has_key(info.api, key)) << info.name;
    EXPECT_TRUE(has_key(info.api, kGuard) && has_key(info.api, kFill)) << info.name;
    EXPECT_FALSE(has_key(info.api, kHandle) || has_key(info.api, kBatchCount)) << info.name;
  }
}

TEST(ApiTest, SetsAreTheDialects) {
  EXPECT_EQ(kNetlibApis | kCublasApis, kAllApis);
  EXPECT_EQ(kNetlibApis & kCublasApis, 0u);
  for (const auto& [dialect, set] :
       {std::pair{Dialect::kNetlib, kNetlibApis}, std::pair{Dialect::kCublas, kCublasApis}}) {
    ApiSet found = 0;
    for (const ApiInfo& info : apis_of(dialect)) {
      EXPECT_EQ(info.dialect, dialect) << info.name;
      found |= api_bit(info.api);
    }
    EXPECT_EQ(found, set);
  }
}

TEST(ApiTest, ElementTypesFollowTheLetter) {
  for (const ApiInfo& info : apis_of(Dialect::kNetlib)) {
    const char letter = info.name.starts_with("cblas_") ? info.name[6] : info.name[0];
    EXPECT_EQ(info.element.complex, letter == 'c' || letter == 'z') << info.name;
    EXPECT_EQ(info.element.component_bytes, letter == 's' || letter == 'c' ? 4 : 8) << info.name;
  }
  EXPECT_EQ((ElementType{4, true}.bytes()), 8);
  EXPECT_EQ((ElementType{8, false}.bytes()), 8);
}

TEST(ApiTest, EnumeratorsMeanOneThing) {
  for (const ApiInfo& info : all_apis()) {
    for (int i = 0; i < kKeyCount; ++i) {
      const auto key = static_cast<Key>(i);
      if (!has_key(info.api, key)) continue;
      std::set<std::string_view> names;
      std::set<std::int32_t> values;
      for (const EnumRow& row : enum_rows(info.api, key)) {
        EXPECT_TRUE(names.insert(row.name).second) << row.name;
        EXPECT_TRUE(values.insert(row.value).second) << row.name;
        EXPECT_EQ(enum_name(info.api, key, row.value), row.name);
        EXPECT_EQ(enum_value(info.api, key, row.name), row.value);
        EXPECT_LE(row.value, integer_range(info.api, key).max);
      }
    }
  }
  EXPECT_EQ(enum_name(Api::kDgemm, Key::kTransa, '/'), "");
  EXPECT_EQ(enum_value(Api::kDgemm, Key::kTransa, ""), std::nullopt);
  EXPECT_TRUE(enum_rows(Api::kDgemm, Key::kLayout).empty());
  EXPECT_TRUE(enum_rows(Api::kDgemm, Key::kAlgo).empty());
  EXPECT_TRUE(enum_rows(Api::kDgemm, Key::kHandle).empty());
  EXPECT_TRUE(enum_rows(Api::kDgemm, Key::kM).empty());
}

TEST(ApiTest, OpsMean) {
  EXPECT_FALSE(is_transposed(Api::kDgemm, 'N'));
  EXPECT_FALSE(is_transposed(Api::kDgemm, 'n'));
  EXPECT_TRUE(is_transposed(Api::kDgemm, 't'));
  EXPECT_TRUE(is_transposed(Api::kDgemm, '/'));
  EXPECT_FALSE(is_transposed(Api::kCblasDgemm, 111));
  EXPECT_TRUE(is_transposed(Api::kCblasDgemm, 114));
  EXPECT_TRUE(is_conjugated(Api::kZgemm, 'c'));
  EXPECT_FALSE(is_conjugated(Api::kDgemm, 'C'));
  EXPECT_TRUE(is_conjugated(Api::kCblasCgemm, 113));
  EXPECT_FALSE(is_conjugated(Api::kCblasCgemm, 112));
  EXPECT_TRUE(is_row_major(Api::kCblasDgemm, 101));
  EXPECT_FALSE(is_row_major(Api::kCblasDgemm, 102));
  EXPECT_FALSE(is_row_major(Api::kDgemm, 101));
  EXPECT_FALSE(is_transposed(Api::kCublasGemmEx, 0));
  for (std::int32_t op : {1, 2, 3, -1, 111, static_cast<int>('N')})
    EXPECT_TRUE(is_transposed(Api::kCublasGemmEx, op)) << op;
  EXPECT_TRUE(is_conjugated(Api::kCublasZgemm, 2));
  EXPECT_FALSE(is_conjugated(Api::kCublasDgemm, 2));
  EXPECT_FALSE(is_conjugated(Api::kCublasZgemm, 3));
  EXPECT_FALSE(is_row_major(Api::kCublasGemmEx, 101));
}

TEST(CallTest, IntegersAreSetAndGotByKey) {
  Call call = baseline(Api::kCblasDgemm);
  std::int64_t value = 100;
  for (int i = 0; i < kKeyCount; ++i) {
    if (holds_integer(static_cast<Key>(i))) set_integer(call, static_cast<Key>(i), ++value);
  }
  value = 100;
  for (int i = 0; i < kKeyCount; ++i) {
    if (holds_integer(static_cast<Key>(i))) {
      EXPECT_EQ(get_integer(call, static_cast<Key>(i)), ++value) << key_name(static_cast<Key>(i));
    }
  }
  EXPECT_FALSE(holds_integer(Key::kNone));
  EXPECT_FALSE(holds_integer(Key::kAlpha));
}

}  // namespace
}  // namespace gemmcheck
