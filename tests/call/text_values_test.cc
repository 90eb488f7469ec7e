// Single values, also those of keys that no API of today has.
#include "call/text_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <string>

#include "call/text_keys.h"

namespace gemmcheck {
namespace {

template <typename T>
std::string written(const T& value, char* (*write)(char*, const T&)) {
  std::array<char, kMaxValue> buffer;
  return {buffer.data(), write(buffer.data(), value)};
}

TEST(TextValuesTest, IntegersReachTheEndsOf64Bits) {
  constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t kValues[] = {kMin,
                                      kMin + 1,
                                      -1'000'000'000'000'000'000,
                                      -10,
                                      -1,
                                      0,
                                      1,
                                      9,
                                      10,
                                      99,
                                      100,
                                      999'999'999'999'999'999,
                                      1'000'000'000'000'000'000,
                                      kMax - 1,
                                      kMax};
  for (std::int64_t value : kValues) {
    std::array<char, kMaxValue> buffer;
    const std::string text(buffer.data(), write_integer(buffer.data(), value));
    EXPECT_EQ(text, std::to_string(value));
    std::int64_t back = 0;
    EXPECT_TRUE(read_integer(text, back)) << text;
    EXPECT_EQ(back, value);
  }
}

TEST(TextValuesTest, FewDigits) {
  constexpr std::int64_t kLimit = 200'000;
  for (std::int64_t value = 0; value <= kLimit; ++value) {
    std::array<char, kMaxValue> buffer;
    buffer.fill('9');  // what stands after the digits is none of them
    char* const end = write_integer(buffer.data(), value);
    const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    ASSERT_EQ(text, std::to_string(value));
    std::int64_t back = -1;
    ASSERT_TRUE(read_few_digits(text, back)) << text;
    ASSERT_EQ(back, value);
  }
}

TEST(TextValuesTest, FewDigitsAreOneToEight) {
  const std::string digits = "123456789";
  for (std::size_t size = 0; size <= digits.size(); ++size) {
    const std::string_view text(digits.data(), size);
    std::int64_t value = -1;
    ASSERT_EQ(read_few_digits(text, value), size >= 1 && size <= 8) << text;
    if (value != -1) {
      EXPECT_EQ(std::to_string(value), text);
    }
    for (std::size_t at = 0; at < size; ++at) {
      std::string other = digits;
      for (char c : {'/', ':', ' ', '-', '\0', '\x7f', '\xb1', '\xfa', '\xff'}) {
        other[at] = c;
        EXPECT_FALSE(read_few_digits(std::string_view(other.data(), size), value)) << other;
      }
    }
  }
}

TEST(TextValuesTest, WhatIsNoInteger) {
  for (const char* text : {"", "-", "+1", "1 ", " 1", "1.0", "0x1", "1e3", "--1", "1-",
                           "9223372036854775808", "-9223372036854775809", "00000000000000000000x",
                           "123456789012345678x", "-+1", "--0000000000000000000000"}) {
    std::int64_t value = 0;
    EXPECT_FALSE(read_integer(text, value)) << text;
  }
}

TEST(TextValuesTest, DoublesRoundTripBitwise) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  for (double value : {0.0,
                       -0.0,
                       1.0,
                       -1.0,
                       0.1,
                       1.0 / 3,
                       1e9 - 1,
                       1e9,
                       1e15,
                       1e16,
                       1e22,
                       1e23,
                       9007199254740993.0,
                       -1e300,
                       std::numeric_limits<double>::max(),
                       std::numeric_limits<double>::min(),
                       std::numeric_limits<double>::denorm_min(),
                       1234567.875,
                       kInf,
                       -kInf,
                       std::numeric_limits<double>::quiet_NaN()}) {
    std::array<char, kMaxValue> buffer;
    const std::string text(buffer.data(), write_double(buffer.data(), value));
    double back = 7;
    EXPECT_TRUE(read_double(text, back)) << text;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(back), std::bit_cast<std::uint64_t>(value)) << text;
  }
}

TEST(TextValuesTest, WhatIsNoDouble) {
  for (const char* text : {"", "-", "+1", "-nan", "NaN", "nan(1)", "infinity", "Inf", "--1", ".5",
                           "0x1p3", "1e", "1e999", "-1e999", "1e-999", "1,5", "1 ", "- 1", "i"}) {
    double value = 0;
    EXPECT_FALSE(read_double(text, value)) << text;
  }
}

TEST(TextValuesTest, WhatIsNoScalar) {
  for (const char* text : {"", "@host", "1@", "1@hostx", "null@host", "1:", ":1", "1:2:3",
                           "1@host@host", "1@host:2", "NULL"}) {
    Scalar scalar;
    EXPECT_FALSE(read_scalar(text, true, scalar)) << text;
  }
  Scalar scalar;
  EXPECT_TRUE(read_scalar("1:2", true, scalar));
  EXPECT_FALSE(read_scalar("1:2", false, scalar));
}

TEST(TextValuesTest, Pointers) {
  struct Row {
    const char* text;
    Pointer pointer;
  };
  using enum PointerKind;
  const Row rows[] = {
      {"null", {kNull, Operand::kNone, kValid, 0, 0, -1, 0}},
      {"@host", {kHost, Operand::kNone, kValid, 0, 0, -1, 0}},
      {"@host+3", {kHost, Operand::kNone, kValid, 0, 3, -1, 0}},
      {"+2147483647", {kValid, Operand::kNone, kValid, 0, 2147483647, -1, 0}},
      {"A", {kAlias, Operand::kA, kValid, 0, 0, -1, 0}},
      {"B+64", {kAlias, Operand::kB, kValid, 0, 64, -1, 0}},
      {"[2]null", {kValid, Operand::kNone, kNull, 0, 0, 2, 0}},
      {"[0]@host", {kValid, Operand::kNone, kHost, 0, 0, 0, 0}},
      {"[2147483647]+2", {kValid, Operand::kNone, kValid, 0, 0, 2147483647, 2}},
      {"[1]+0", {kValid, Operand::kNone, kValid, 0, 0, 1, 0}},
      {"C+8[1]@host+2", {kAlias, Operand::kC, kHost, 0, 8, 1, 2}},
      {"null[1]null", {kNull, Operand::kNone, kNull, 0, 0, 1, 0}},
  };
  for (const Row& row : rows) {
    Pointer pointer;
    EXPECT_TRUE(read_pointer(row.text, true, pointer)) << row.text;
    EXPECT_EQ(std::memcmp(&pointer, &row.pointer, sizeof(Pointer)), 0) << row.text;
    EXPECT_EQ(written(row.pointer, write_pointer), row.text);
  }
}

TEST(TextValuesTest, WhatIsNoPointer) {
  for (const char* text : {"",
                           "2",
                           "-2",
                           "+",
                           "+-2",
                           "++2",
                           "+2147483648",
                           "null+2",
                           "nullx",
                           "@device",
                           "@host2",
                           "D",
                           "A64",
                           "A-1",
                           "A+",
                           "AB",
                           "co",
                           "[",
                           "[]",
                           "[]null",
                           "[2",
                           "[2]",
                           "[2]A",
                           "[-1]null",
                           "[2147483648]null",
                           "[x]null",
                           "[2]null+1",
                           "[2]null[3]null",
                           "]2[null",
                           "valid"}) {
    Pointer pointer;
    EXPECT_FALSE(read_pointer(text, true, pointer)) << text;
  }
}

TEST(TextValuesTest, Workspaces) {
  struct Row {
    const char* text;
    Workspace workspace;
  };
  const Row rows[] = {
      {"0", {0, 0, false, {}}},
      {"4096", {4096, 0, false, {}}},
      {"4096+16", {4096, 16, false, {}}},
      {"9223372036854775807+2147483647", {9223372036854775807, 2147483647, false, {}}},
      {"null", {0, 0, true, {}}},
  };
  for (const Row& row : rows) {
    Workspace workspace;
    EXPECT_TRUE(read_workspace(row.text, workspace)) << row.text;
    EXPECT_EQ(std::memcmp(&workspace, &row.workspace, sizeof(Workspace)), 0) << row.text;
    EXPECT_EQ(written(row.workspace, write_workspace), row.text);
  }
  for (const char* text : {"", "-1", "+16", "1+", "1+-1", "x", "null+1", "9223372036854775808"}) {
    Workspace workspace;
    EXPECT_FALSE(read_workspace(text, workspace)) << text;
  }
}

TEST(TextValuesTest, Fills) {
  for (const char* text :
       {"int:0", "random:1", "nanA:2", "nanB:3", "nanC:4", "infA:5", "infB:6", "infC:4294967295"}) {
    Fill fill;
    EXPECT_TRUE(read_fill(text, fill)) << text;
    EXPECT_EQ(written(fill, write_fill), text);
  }
  for (const char* text : {"", "int", "int:", ":1", "int:-1", "int:4294967296", "nan:1", "INT:1",
                           "int:1:2", "int:x"}) {
    Fill fill;
    EXPECT_FALSE(read_fill(text, fill)) << text;
  }
}

TEST(TextKeysTest, EveryNameIsFoundAndNothingElse) {
  const TextTables& tables = TextTables::get();
  for (const KeyRow& row : kKeyRows) {
    const std::string name(key_name(row.key));
    ASSERT_LE(name.size() + 2, tables.label(row.key).text.size()) << name;
    EXPECT_EQ(tables.find(PackedName::of(name)), row.key) << name;
    EXPECT_EQ(find_key(name), row.key);
    EXPECT_EQ(tables.find(PackedName::of(name + "x")), Key::kNone) << name;
    const KeyLabel& label = tables.label(row.key);
    EXPECT_EQ(std::string(label.text.data(), label.size), ' ' + name + '=');
  }
  EXPECT_EQ(tables.find(PackedName{}), Key::kNone);
}

// A row must speak of the field that the record has for the key.
TEST(TextKeysTest, RowsFitTheRecord) {
  Call call = baseline(Api::kDgemm);
  std::int64_t value = 1000;
  for (const KeyRow& row : kKeyRows) {
    const bool integer = row.kind == ValueKind::kInteger || row.kind == ValueKind::kEnum ||
                         row.kind == ValueKind::kWord;
    EXPECT_EQ(holds_integer(row.key), integer) << key_name(row.key);
    EXPECT_EQ(row.kind == ValueKind::kWord, is_choice(row.key)) << key_name(row.key);
    if (row.kind == ValueKind::kWord) {
      EXPECT_EQ(TextTables::get().values(Api::kCublasSgemm, row.key).names.size(), 2u)
          << key_name(row.key);
    }
    if (!integer) continue;
    set_integer(call, row.key, ++value);
    EXPECT_EQ(load_integer(call, row), value) << key_name(row.key);
    store_integer(call, row, ++value);
    EXPECT_EQ(get_integer(call, row.key), value) << key_name(row.key);
    set_integer(call, row.key, -value);
    EXPECT_EQ(load_integer(call, row), -value) << key_name(row.key);
  }
  call.B.offset = 7;
  EXPECT_EQ(load<Pointer>(call, key_row(Key::kB)).offset, 7);
  call.beta.im = 7;
  EXPECT_EQ(load<Scalar>(call, key_row(Key::kBeta)).im, 7);
}

}  // namespace
}  // namespace gemmcheck
