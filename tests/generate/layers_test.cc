// What each layer promises of its calls, and what all together reach.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <tuple>

#include "call/text.h"
#include "calls.h"

namespace gemmcheck {
namespace {

constexpr std::uint64_t kCalls = 100000;

// (API, row-major or not, clause).
using Place = std::tuple<Api, int, std::uint8_t>;

template <typename Visit>
void for_each_place(Visit visit) {
  for (const ApiInfo& info : apis_of(Dialect::kNetlib)) {
    const Contract& contract = contract_for(info.api);
    for (std::uint8_t i = 0; i < contract.clauses.size(); ++i) {
      const Clause& clause = contract.clauses[i];
      if (clause.role != Role::kRefuse || !has_key(info.api, clause.parameter)) continue;
      for (int layout = 0; layout < (info.convention == Convention::kCblas ? 2 : 1); ++layout) {
        // A call whose layout is illegal is in neither layout.
        if (layout == 1 && clause.parameter == Key::kLayout) continue;
        visit(Place{info.api, layout, i}, clause);
      }
    }
  }
}

std::string name(const Place& place, const Clause& clause) {
  return std::string(api_info(std::get<0>(place)).name) + ' ' +
         (std::get<1>(place) == 1 ? "RowMajor " : "") + std::string(clause.id);
}

TEST(Layers, ViolateEveryClauseAloneInEveryApiAndLayout) {
  const Generator generator(21, kNetlibApis);
  std::map<Place, int> alone;
  for (std::uint64_t index = 0; index < kCalls; ++index) {
    const Call call = generator.call(index);
    const std::uint8_t clause = single_violation(predict(call));
    if (clause != kNoClause) ++alone[{call.api, layout_index(call), clause}];
  }
  for_each_place([&](const Place& place, const Clause& clause) {
    EXPECT_GT(alone[place], 80) << name(place, clause);
  });
}

TEST(Layers, MeetEveryBoundInEveryApiAndLayout) {
  const Generator generator(21, kNetlibApis);
  std::map<Place, int> met;
  for (std::uint64_t index = 0; index < kCalls / 2; ++index) {
    const Call call = generator.call(index);
    if (!is_accepted(predict(call))) continue;
    const Contract& contract = contract_for(call.api);
    for (std::uint8_t i = 0; i < contract.clauses.size(); ++i) {
      const Clause& clause = contract.clauses[i];
      if (clause.role != Role::kRefuse || clause.terms[0].test != gemmcheck::Test::kBelow) continue;
      if (get_integer(call, clause.parameter) == bound_of(call, clause)) {
        ++met[{call.api, layout_index(call), i}];
      }
    }
  }
  for_each_place([&](const Place& place, const Clause& clause) {
    if (clause.terms[0].test != gemmcheck::Test::kBelow) return;
    EXPECT_GT(met[place], 250) << name(place, clause);
  });
}

TEST(Layers, ViolateEveryTwoClausesTogetherInEveryApi) {
  const Generator generator(22, kNetlibApis);
  std::map<std::pair<Api, std::uint64_t>, int> together;
  for (std::uint64_t index = 0; index < kCalls; ++index) {
    const Call call = generator.call(index);
    const std::uint64_t violated = predict(call).violated;
    if (std::popcount(violated) == 2) ++together[{call.api, violated}];
  }
  for_each_place([&](const Place& one, const Clause& first) {
    for_each_place([&](const Place& two, const Clause& second) {
      const auto& [api, layout, i] = one;
      const auto& [other_api, other_layout, j] = two;
      if (api != other_api || layout != 0 || other_layout != 0 || i >= j) return;
      const std::uint64_t both = (std::uint64_t{1} << i) | (std::uint64_t{1} << j);
      const int times = together[{api, both}];
      EXPECT_GT(times, 8) << name(one, first) << " and " << second.id;
    });
  });
}

// Libraries that compare a leading dimension with the rows alone accept 0 where there are none.
TEST(Layers, ShortenLeadingDimensionsOfEmptyOperandsToZero) {
  const Generator generator(23, kNetlibApis);
  std::map<Place, int> empty;
  for (std::uint64_t index = 0; index < kCalls; ++index) {
    const Call call = generator.call(index);
    const std::uint8_t clause = single_violation(predict(call));
    if (clause == kNoClause) continue;
    const Key key = contract_for(call.api).clauses[clause].parameter;
    const std::pair<Key, Operand> lds[] = {
        {Key::kLda, Operand::kA}, {Key::kLdb, Operand::kB}, {Key::kLdc, Operand::kC}};
    for (const auto& [ld, operand] : lds) {
      if (key == ld && get_integer(call, ld) == 0 && ld_rows(call, operand) == 0) {
        ++empty[{call.api, layout_index(call), clause}];
      }
    }
  }
  for_each_place([&](const Place& place, const Clause& clause) {
    if (clause.family != "ld") return;
    EXPECT_GT(empty[place], 25) << name(place, clause);
  });
}

TEST(Layers, PassNullWhereNothingIsTouched) {
  const Generator generator(24, kNetlibApis);
  std::map<std::string, int> nulls;
  for (std::uint64_t index = 0; index < kCalls; ++index) {
    const Call call = generator.call(index);
    const Prediction prediction = predict(call);
    if (!is_accepted(prediction)) continue;
    for (const auto& [pointer, letter] :
         {std::pair{&Call::A, 'A'}, {&Call::B, 'B'}, {&Call::C, 'C'}}) {
      if ((call.*pointer).kind != PointerKind::kNull) continue;
      for (const auto& [size, what] :
           {std::pair{&Call::m, " m=0"}, {&Call::n, " n=0"}, {&Call::k, " k=0"}}) {
        if (call.*size == 0) ++nulls[letter + std::string(what)];
      }
      if (call.alpha.re == 0 && call.alpha.im == 0) ++nulls[letter + std::string(" alpha=0")];
    }
  }
  for (const char* what : {"A m=0", "A n=0", "A k=0", "A alpha=0", "B m=0", "B n=0", "B k=0",
                           "B alpha=0", "C m=0", "C n=0", "C k=0", "C alpha=0"}) {
    EXPECT_GT(nulls[what], 100) << what;
  }
}

TEST(Boundary, BreaksAtMostTwoClauses) {
  const Generator generator(25, kNetlibApis);
  std::array<int, 3> counts{};
  for_each_of(generator, Layer::kBoundary, 20000, [&](std::uint64_t index, const Call& call) {
    const int violated = std::popcount(predict(call).violated);
    ASSERT_LE(violated, 2) << index << ' ' << print_call(call);
    ++counts[static_cast<std::size_t>(violated)];
  });
  EXPECT_GT(counts[0], 20000 * 0.65);
  EXPECT_GT(counts[1], 20000 * 0.15);
  EXPECT_GT(counts[2], 20000 * 0.05);
}

TEST(Boundary, OrdinarySizesStayWithinTheLimit) {
  const Generator generator(25, kNetlibApis, Limits{1 << 15, 1 << 18, 6});
  for_each_of(generator, Layer::kBoundary, 5000, [&](std::uint64_t, const Call& call) {
    EXPECT_LE(std::max({call.m, call.n, call.k}), 6) << print_call(call);
  });
}

TEST(Lattice, TakesEverySmallValueOfEverything) {
  const Generator generator(26, kNetlibApis);
  std::map<Key, std::set<std::int64_t>> seen;
  for_each_of(generator, Layer::kLattice, 20000, [&](std::uint64_t, const Call& call) {
    for (Key key : {Key::kM, Key::kN, Key::kK, Key::kLda, Key::kLdb, Key::kLdc}) {
      const std::int64_t value = get_integer(call, key);
      ASSERT_GE(value, -1);
      ASSERT_LE(value, 4);
      seen[key].insert(value);
    }
    seen[Key::kAlpha].insert(static_cast<std::int64_t>(call.alpha.re));
    seen[Key::kBeta].insert(static_cast<std::int64_t>(call.beta.re));
    if (api_info(call.api).convention != Convention::kCblas) return;
    for (Key key : {Key::kLayout, Key::kTransa, Key::kTransb}) {
      seen[key].insert(get_integer(call, key));
    }
  });
  for (Key key : {Key::kM, Key::kN, Key::kK, Key::kLda, Key::kLdb, Key::kLdc}) {
    EXPECT_EQ(seen[key].size(), 6u) << key_name(key);
  }
  EXPECT_EQ(seen[Key::kAlpha], (std::set<std::int64_t>{-1, 0, 1, 2}));
  EXPECT_EQ(seen[Key::kBeta], (std::set<std::int64_t>{-1, 0, 1, 2}));
  for (std::int64_t op : {110, 111, 112, 113, 114}) {
    EXPECT_TRUE(seen[Key::kTransa].contains(op)) << op;
    EXPECT_TRUE(seen[Key::kTransb].contains(op)) << op;
  }
  for (std::int64_t layout : {100, 101, 102, 103}) {
    EXPECT_TRUE(seen[Key::kLayout].contains(layout)) << layout;
  }
}

TEST(Wide, ReachesTheEndsOfTheType) {
  const Generator generator(27, kNetlibApis);
  const Key keys[] = {Key::kM, Key::kN, Key::kK, Key::kLda, Key::kLdb, Key::kLdc};
  std::map<Key, std::set<std::int64_t>> seen;
  for_each_of(generator, Layer::kWide, 30000, [&](std::uint64_t, const Call& call) {
    for (Key key : keys) {
      const std::int64_t value = get_integer(call, key);
      ASSERT_GE(value, INT32_MIN);
      ASSERT_LE(value, INT32_MAX);
      seen[key].insert(value);
    }
  });
  for (Key key : keys) {
    for (std::int64_t value : {INT32_MIN, INT32_MAX, -1, 0, 1, 65535, 65536}) {
      EXPECT_TRUE(seen[key].contains(value)) << key_name(key) << '=' << value;
    }
  }
}

TEST(Wide, ProductsPassTwoToThe31) {
  const Generator generator(27, kNetlibApis);
  constexpr std::int64_t kWide = std::int64_t{1} << 31;
  std::map<std::string, int> counts;
  const auto beyond = [](std::int64_t x, std::int64_t y) {
    return x > 0 && y > 0 && x > kWide / y;
  };
  for_each_of(generator, Layer::kWide, 20000, [&](std::uint64_t, const Call& call) {
    const Prediction prediction = predict(call);
    const bool accepted = is_accepted(prediction);
    if (single_violation(prediction) != kNoClause) {
      counts["m * n, one fault"] += beyond(call.m, call.n);
      counts["lda * k, one fault"] += beyond(call.lda, call.k);
      counts["ldb * n, one fault"] += beyond(call.ldb, call.n);
    }
    if (accepted) {
      counts["accepted"] += 1;
      counts["huge m, nothing to do"] += call.m > (1 << 20) && call.n == 0;
      counts["huge n, nothing to do"] += call.n > (1 << 20) && call.m == 0;
      counts["huge k, nothing to do"] += call.k > (1 << 20) && call.m == 0;
      counts["huge lda with work to do"] += call.lda > (1 << 20) && multiply_adds(call) > 0;
      counts["huge ldb with work to do"] += call.ldb > (1 << 20) && multiply_adds(call) > 0;
      counts["huge ldc with work to do"] += call.ldc > (1 << 20) && multiply_adds(call) > 0;
      counts["odd offset"] += call.A.offset != 0 && call.C.offset != 0;
    }
  });
  EXPECT_EQ(counts.size(), 11u);
  for (const auto& [what, count] : counts) EXPECT_GT(count, 50) << what;
}

// What the worker can lay out, and what overflows in a library that computes places in 32 bits.
TEST(Far, PlacesDoNotFit32Bits) {
  const Generator generator(28, kNetlibApis);
  int signed_elements = 0;
  int unsigned_elements = 0;
  int bytes = 0;
  std::map<std::pair<Api, Operand>, int> far;
  for_each_of(generator, Layer::kFar, 2000, [&](std::uint64_t, const Call& call) {
    ASSERT_TRUE(is_accepted(predict(call))) << print_call(call);
    ASSERT_LE(multiply_adds(call), 4 * 4 * 4);
    int operands = 0;
    for (const Operand operand : {Operand::kA, Operand::kB, Operand::kC}) {
      const Shape shape = operand_shape(call, operand);
      const int element_bytes = api_info(call.api).element.bytes();
      ASSERT_LE(extent_bytes(call, operand).value(), std::int64_t{1} << 42);
      const std::int64_t last = shape.ld * (shape.columns - 1);
      if (last * element_bytes <= INT32_MAX) continue;
      ++operands;
      ++far[{call.api, operand}];
      bytes += last <= INT32_MAX;
      signed_elements += last > INT32_MAX && last <= UINT32_MAX;
      unsigned_elements += last > UINT32_MAX;
    }
    ASSERT_EQ(operands, 1) << print_call(call);
  });
  EXPECT_GT(signed_elements, 800);
  EXPECT_GT(unsigned_elements, 100);
  EXPECT_GT(bytes, 100);
  EXPECT_EQ(far.size(), 3u * kNetlibApiCount);
  for (const auto& [place, times] : far) EXPECT_GT(times, 10);
}

}  // namespace
}  // namespace gemmcheck
