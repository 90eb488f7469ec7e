// The pairs layer draws every argument's class independently; here the pairs that meet are counted.
#include <gtest/gtest.h>

#include <array>
#include <bitset>
#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "calls.h"

namespace gemmcheck {
namespace {

std::string layout_class(const Call& call) {
  if (!has_key(call.api, Key::kLayout)) return "none";
  const std::string_view name = enum_name(call.api, Key::kLayout, call.layout);
  return name.empty() ? "illegal" : std::string(name);
}

std::string op_class(const Call& call, Key key) {
  const std::string_view name = enum_name(call.api, key, get_integer(call, key));
  if (name.size() != 1 || name == "R") return "illegal";  // named, but legal nowhere
  return {static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())))};
}

std::string size_class(std::int64_t size) {
  if (size < 0) return "negative";
  if (size <= 1) return std::to_string(size);
  return size <= 4 ? "small" : size <= 8 ? "block" : "larger";
}

std::string ld_class(const Call& call, Key key, Operand operand) {
  const std::int64_t room =
      get_integer(call, key) - std::max<std::int64_t>(1, ld_rows(call, operand));
  if (room < 0) return "short";
  return room == 0 ? "tight" : room == 1 ? "loose" : "looser";
}

std::string scalar_class(const Scalar& scalar) {
  if (std::isnan(scalar.re) || std::isnan(scalar.im)) return "nan";
  if (std::isinf(scalar.re) || std::isinf(scalar.im)) return "inf";
  if (scalar.im != 0) return "complex";
  if (scalar.re == 0) return "0";
  return scalar.re == 1 ? "1" : scalar.re == -1 ? "-1" : "other";
}

std::string pointer_class(const Pointer& pointer) {
  if (pointer.kind == PointerKind::kNull) return "null";
  return pointer.offset != 0 ? "offset" : "valid";
}

constexpr std::size_t kArguments = 16;
constexpr std::array<const char*, kArguments> kNames = {
    "api", "layout", "transa", "transb", "m",    "n", "k", "lda",
    "ldb", "ldc",    "alpha",  "beta",   "fill", "A", "B", "C"};

// By argument, in the order of kNames.
std::array<std::string, kArguments> classes(const Call& call) {
  return {std::string(api_info(call.api).name),
          layout_class(call),
          op_class(call, Key::kTransa),
          op_class(call, Key::kTransb),
          size_class(call.m),
          size_class(call.n),
          size_class(call.k),
          ld_class(call, Key::kLda, Operand::kA),
          ld_class(call, Key::kLdb, Operand::kB),
          ld_class(call, Key::kLdc, Operand::kC),
          scalar_class(call.alpha),
          scalar_class(call.beta),
          std::to_string(static_cast<int>(call.fill.kind)) + (call.guard == 0 ? "end" : "front"),
          pointer_class(call.A),
          pointer_class(call.B),
          pointer_class(call.C)};
}

// Which classes an API lacks.
bool possible(const Api api, const std::string& argument, const std::string& value) {
  const ApiInfo& info = api_info(api);
  if (argument == "layout") return (info.convention == Convention::kCblas) == (value != "none");
  if (value == "complex") return info.element.complex;
  return true;
}

// The classes seen, numbered over all arguments.
class Numbers {
 public:
  static constexpr std::size_t kMost = 128;

  std::size_t of(std::size_t argument, const std::string& value) {
    const auto [place, added] = numbers_[argument].emplace(value, next_);
    next_ += added;
    return place->second;
  }
  const std::map<std::string, std::size_t>& seen(std::size_t argument) const {
    return numbers_[argument];
  }

 private:
  std::array<std::map<std::string, std::size_t>, kArguments> numbers_;
  std::size_t next_ = 0;
};

TEST(Pairs, AllMeetWithinFortyThousandCalls) {
  const Generator generator(31, kNetlibApis);
  Numbers numbers;
  std::array<std::bitset<Numbers::kMost>, Numbers::kMost> met;
  for_each_of(generator, Layer::kPairs, 40000, [&](std::uint64_t, const Call& call) {
    const auto row = classes(call);
    std::bitset<Numbers::kMost> present;
    std::array<std::size_t, kArguments> numbered;
    for (std::size_t i = 0; i < kArguments; ++i) {
      numbered[i] = numbers.of(i, row[i]);
      present.set(numbered[i]);
    }
    for (std::size_t number : numbered) met.at(number) |= present;
  });
  const std::array<std::size_t, kArguments> sizes = {8, 4, 4, 4, 6,  6, 6, 4,
                                                     4, 4, 7, 7, 16, 3, 3, 3};
  for (std::size_t i = 0; i < kArguments; ++i) {
    EXPECT_EQ(numbers.seen(i).size(), sizes[i]) << kNames[i];
    for (std::size_t j = 0; j < i; ++j) {
      for (const auto& [one, first] : numbers.seen(i)) {
        for (const auto& [two, second] : numbers.seen(j)) {
          if (j == 0 && !possible(find_api(two)->api, kNames[i], one)) continue;
          EXPECT_TRUE(met[first][second])
              << kNames[i] << '=' << one << " never met " << kNames[j] << '=' << two;
        }
      }
    }
  }
}

// A and B may be the same memory, and C may lie in theirs where they are not read.
TEST(Pairs, OperandsShareMemoryWhereThatIsDefined) {
  const Generator generator(7, kNetlibApis);
  std::set<std::string> seen;
  int undefined = 0;
  for_each_of(generator, Layer::kPairs, 40000, [&](std::uint64_t, const Call& call) {
    for (const Pointer* pointer : {&call.B, &call.C}) {
      if (pointer->kind != PointerKind::kAlias) continue;
      seen.insert(std::string(pointer == &call.B ? "B=" : "C=") +
                  static_cast<char>('A' + static_cast<int>(pointer->alias)) +
                  (pointer->offset == 0 ? "" : "+"));
      undefined += predict(call).standing == Standing::kUndefined ? 1 : 0;
    }
  });
  EXPECT_EQ(seen, (std::set<std::string>{"B=A", "B=A+", "C=A", "C=A+", "C=B", "C=B+"}));
  EXPECT_LE(undefined, 10) << "those made undefined on purpose, 1 in 20,000";
}

}  // namespace
}  // namespace gemmcheck
