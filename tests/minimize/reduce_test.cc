// Reduction of made-up properties: the same minimum from every start.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "call/extents.h"
#include "call/text.h"
#include "minimize/minimize.h"
#include "random_call.h"

namespace gemmcheck {
namespace {

Call call_of(std::string_view line) {
  const auto call = parse_call(line);
  EXPECT_TRUE(call.has_value()) << line;
  return *call;
}

using Property = std::function<bool(const Call&)>;

Shows shows_of(const Property& property) {
  return [property](std::span<const Call> calls) -> Expected<std::vector<bool>> {
    std::vector<bool> answers;
    for (const Call& call : calls) answers.push_back(property(call));
    return answers;
  };
}

const MayShow kAny = [](const Call&) { return true; };

/// A property, a way to make any call have it, and the only call that a reduction may end with.
struct Row {
  const char* name;
  Api api;
  Property property;
  std::function<void(Call&, RandomCall&)> plant;
  const char* minimum;
  bool minimal = true;
  int starts = 200;
  std::uint64_t most_made = 4000;
  MayShow may_show = kAny;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

std::int64_t rows_a(const Call& call) {
  return std::max<std::int64_t>(1, ld_rows(call, Operand::kA));
}

std::int64_t some(RandomCall& random, std::int64_t low, std::int64_t high) {
  return low + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(high - low + 1)));
}

const std::vector<Row>& rows() {
  static const std::vector<Row> all = {
      {"always", Api::kCblasZgemm, kAny, [](Call&, RandomCall&) {}, "cblas_zgemm"},
      {"m is 0 and lda 0", Api::kCblasDgemm, [](const Call& c) { return c.m == 0 && c.lda == 0; },
       [](Call& c, RandomCall&) { c.m = c.lda = 0; }, "cblas_dgemm m=0 lda=0"},
      {"short lda of a transposed A", Api::kDgemm,
       [](const Call& c) { return c.transa == 'T' && c.lda < rows_a(c); },
       [](Call& c, RandomCall& random) {
         c.transa = 'T';
         c.lda = rows_a(c) - some(random, 1, 1000);
       },
       "dgemm_ transa=T lda=0"},
      {"ldc two more than m", Api::kCblasSgemm,
       [](const Call& c) { return c.m >= 5 && c.ldc == c.m + 2; },
       [](Call& c, RandomCall& random) {
         c.m = some(random, 5, 1'000'000);
         c.ldc = c.m + 2;
       },
       "cblas_sgemm m=5 ldc=7"},
      {"ldc of at least 4 beyond m", Api::kCgemm,
       [](const Call& c) { return c.ldc - std::max<std::int64_t>(1, c.m) >= 4; },
       [](Call& c, RandomCall& random) {
         c.m = some(random, -100, 1'000'000);
         c.ldc = std::max<std::int64_t>(1, c.m) + some(random, 4, 1000);
       },
       "cgemm_ ldc=5"},
      {"alpha is nan", Api::kCblasCgemm, [](const Call& c) { return std::isnan(c.alpha.re); },
       [](Call& c, RandomCall&) { c.alpha.re = std::nan(""); }, "cblas_cgemm alpha=nan"},
      {"unnamed op", Api::kCblasDgemm,
       [](const Call& c) { return c.transb < 111 || c.transb > 114; },
       [](Call& c, RandomCall& random) { c.transb = static_cast<int>(some(random, 115, 70000)); },
       "cblas_dgemm transb=#110"},
      {"op R", Api::kZgemm, [](const Call& c) { return c.transb == 'R'; },
       [](Call& c, RandomCall&) { c.transb = 'R'; }, "zgemm_ transb=R"},
      // Two ops that bound lda by different sizes: going to and fro would bring lda home in steps
      // of their difference.
      {"lower case op and a short lda", Api::kDgemm,
       [](const Call& c) { return (c.transa == 'n' || c.transa == 't') && c.lda < rows_a(c); },
       [](Call& c, RandomCall& random) {
         c.transa = 't';
         c.m = some(random, 20, 30);
         c.k = some(random, 1, 10);
         c.lda = -some(random, 1'000'000'000, 2'000'000'000);
       },
       "dgemm_ transa=n lda=0"},
      {"a negative size", Api::kSgemm, [](const Call& c) { return c.m < 0 || c.n < 0; },
       [](Call& c, RandomCall& random) { c.n = -some(random, 1, 1'000'000); }, "sgemm_ m=-1"},
      {"short ldb by rows", Api::kCblasDgemm,
       [](const Call& c) {
         return c.layout == 101 && c.ldb < std::max<std::int64_t>(1, ld_rows(c, Operand::kB));
       },
       [](Call& c, RandomCall&) {
         c.layout = 101;
         c.ldb = std::max<std::int64_t>(1, ld_rows(c, Operand::kB)) - 1;
       },
       "cblas_dgemm layout=RowMajor ldb=0"},
      {"equal sizes of at least 4", Api::kDgemm,
       [](const Call& c) { return c.m >= 4 && c.m == c.n; },
       [](Call& c, RandomCall& random) { c.m = c.n = some(random, 4, 1'000'000); },
       "dgemm_ m=4 n=4"},
      {"C is A", Api::kCblasDgemm,
       [](const Call& c) { return c.C.kind == PointerKind::kAlias && c.C.alias == Operand::kA; },
       [](Call& c, RandomCall& random) {
         c.C.kind = PointerKind::kAlias;
         c.C.alias = Operand::kA;
         c.C.offset = static_cast<std::int32_t>(some(random, 0, 64));
       },
       "cblas_dgemm C=A"},
      {"null A at the front guard", Api::kDgemm,
       [](const Call& c) {
         return c.A.kind == PointerKind::kNull &&
                c.guard == static_cast<std::int32_t>(Guard::kFront);
       },
       [](Call& c, RandomCall&) {
         c.A = {};
         c.A.kind = PointerKind::kNull;
         c.guard = static_cast<std::int32_t>(Guard::kFront);
       },
       "dgemm_ A=null guard=front"},
      {"three fields", Api::kCblasDgemm,
       [](const Call& c) {
         return c.k == 0 && std::isnan(c.beta.re) && c.fill.kind == FillKind::kNanC;
       },
       [](Call& c, RandomCall&) {
         c.k = 0;
         c.beta.re = std::nan("");
         c.fill.kind = FillKind::kNanC;
       },
       "cblas_dgemm k=0 beta=nan fill=nanC:0", true, 10, 8000,
       [](const Call& c) { return c.k == 0; }},
      // Outside the box: the descent alone finds them.
      {"four fields", Api::kCblasDgemm,
       [](const Call& c) { return c.transb == 112 && c.m == 3 && c.n == 4 && c.k == 5; },
       [](Call& c, RandomCall&) {
         c.transb = 112;
         c.m = 3;
         c.n = 4;
         c.k = 5;
       },
       "cblas_dgemm transb=T m=3 n=4 k=5", false, 3, 4000,
       [](const Call& c) { return c.transb == 112 && c.m == 3; }},
      {"a large size", Api::kDgemm, [](const Call& c) { return c.m > 100; },
       [](Call& c, RandomCall& random) { c.m = some(random, 101, 2'000'000'000); }, "dgemm_ m=101",
       false, 2, 250'000, [](const Call& c) { return c.m > 1; }},
      // The leading dimension must follow the size.
      {"a large size with slack", Api::kDgemm,
       [](const Call& c) { return c.m >= 500 && c.ldc == c.m + 2; },
       [](Call& c, RandomCall& random) {
         c.m = some(random, 500, 2'000'000'000);
         c.ldc = c.m + 2;
       },
       "dgemm_ m=500 ldc=502", false, 5, 4000, [](const Call& c) { return c.m > 9; }},
      // The first field in order can only go back after the last.
      {"an op that is freed late", Api::kDgemm,
       [](const Call& c) { return c.m >= 500 && (c.transa == 'T' || c.k == 1); },
       [](Call& c, RandomCall& random) {
         c.m = some(random, 500, 2'000'000'000);
         c.transa = 'T';
       },
       "dgemm_ m=500", false, 5, 4000, [](const Call& c) { return c.m > 9; }},
      {"a large product", Api::kDgemm,
       [](const Call& c) { return c.m > 0 && c.n > 0 && c.m * c.n > 1'000'000; },
       [](Call& c, RandomCall& random) {
         c.m = some(random, 1, 2'000'000'000);
         c.n = 1'000'001;
       },
       "dgemm_ n=1000001", false, 3, 4000, [](const Call& c) { return c.m > 9 || c.n > 9; }},
  };
  return all;
}

class Reduces : public testing::TestWithParam<Row> {};
INSTANTIATE_TEST_SUITE_P(Properties, Reduces, testing::ValuesIn(rows()), [](const auto& info) {
  std::string name = info.param.name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
});

TEST_P(Reduces, EveryStartToTheSameMinimum) {
  const Row& row = GetParam();
  RandomCall random(11);
  std::uint64_t most = 0;
  for (int i = 0; i < row.starts; ++i) {
    Call start = random(row.api);
    row.plant(start, random);
    ASSERT_TRUE(row.property(start) && row.may_show(start)) << print_call(start);
    const auto reduction = reduce(start, row.may_show, shows_of(row.property));
    ASSERT_TRUE(reduction.has_value());
    ASSERT_EQ(print_call(reduction->call), row.minimum) << "from " << print_call(start);
    ASSERT_EQ(reduction->minimal, row.minimal);
    const auto minimal = is_one_minimal(reduction->call, row.may_show, shows_of(row.property));
    ASSERT_TRUE(minimal.has_value() && *minimal) << print_call(reduction->call);
    most = std::max(most, reduction->made);
  }
  RecordProperty("most_calls_made", std::to_string(most));
  std::printf("%-32s at most %llu calls made\n", row.name, static_cast<unsigned long long>(most));
  EXPECT_LE(most, row.most_made);
}

TEST(Reduce, NeverMakesCallsThatCannotShow) {
  const Property property = [](const Call& c) { return c.n == 0 && c.k > 1 && c.ldb == 0; };
  const MayShow may_show = [](const Call& c) { return c.n <= 1 && c.k > 1; };
  const Shows shows = [&](std::span<const Call> calls) -> Expected<std::vector<bool>> {
    for (const Call& call : calls) EXPECT_TRUE(may_show(call)) << print_call(call);
    return shows_of(property)(calls);
  };
  const auto reduction = reduce(call_of("dgemm_ transb=T n=0 k=77 ldb=0"), may_show, shows);
  ASSERT_TRUE(reduction.has_value());
  EXPECT_EQ(print_call(reduction->call), "dgemm_ n=0 k=2 ldb=0");
}

TEST(Reduce, AsksInBatchesAndCounts) {
  std::uint64_t asked = 0;
  const Shows shows = [&](std::span<const Call> calls) -> Expected<std::vector<bool>> {
    EXPECT_LE(calls.size(), 7u);
    asked += calls.size();
    return shows_of([](const Call& c) { return c.k > 4 && c.n > 4; })(calls);
  };
  const auto reduction = reduce(call_of("dgemm_ k=99 n=7 m=3"), kAny, shows, {.batch = 7});
  ASSERT_TRUE(reduction.has_value());
  EXPECT_EQ(print_call(reduction->call), "dgemm_ n=5 k=5");
  EXPECT_EQ(reduction->made, asked);
}

TEST(Reduce, TheBatchSizeDoesNotMatter) {
  const Property property = [](const Call& c) { return c.m + c.n + c.k >= 12 && c.ldb < c.k; };
  const MayShow may_show = [](const Call& c) { return c.ldb < c.k; };
  for (int batch : {1, 3, 64, 1000}) {
    const auto reduction = reduce(call_of("dgemm_ m=40 n=50 k=60 ldb=9 alpha=2"), may_show,
                                  shows_of(property), {.batch = batch});
    ASSERT_TRUE(reduction.has_value());
    EXPECT_EQ(print_call(reduction->call), "dgemm_ m=2 k=9 ldb=8") << batch;
    EXPECT_TRUE(reduction->minimal);
  }
}

TEST(Reduce, CutOffByTheBudgetIsOneMinimalAndSaysSo) {
  // Two islands: the descent from this start ends in the farther one.
  const Property property = [](const Call& c) {
    return (c.m >= 6 && c.ldc == c.m && c.transa == 'T') || (c.beta.re == 2 && c.k == 0);
  };
  const Call start = call_of("dgemm_ transa=T m=600 n=31 fill=random:5");
  const auto whole = reduce(start, kAny, shows_of(property));
  ASSERT_TRUE(whole.has_value());
  EXPECT_EQ(print_call(whole->call), "dgemm_ k=0 beta=2");
  EXPECT_TRUE(whole->minimal);

  const auto cut = reduce(start, kAny, shows_of(property), {.budget = 300});
  ASSERT_TRUE(cut.has_value());
  EXPECT_EQ(print_call(cut->call), "dgemm_ transa=T m=6");
  EXPECT_FALSE(cut->minimal);
  EXPECT_LE(cut->made, 300u);
  const auto minimal = is_one_minimal(cut->call, kAny, shows_of(property));
  ASSERT_TRUE(minimal.has_value());
  EXPECT_TRUE(*minimal);
}

TEST(Reduce, ACallInTheBoxBeatsASimplerOneOutside) {
  // From one start the descent is stuck at one field outside the box, from the other at two inside.
  const Property property = [](const Call& c) { return c.m == 500 || (c.m == 2 && c.n == 2); };
  for (const char* line : {"dgemm_ m=500", "dgemm_ m=2 n=2", "dgemm_ m=500 n=2 k=7"}) {
    const auto reduction = reduce(call_of(line), kAny, shows_of(property));
    ASSERT_TRUE(reduction.has_value());
    EXPECT_EQ(print_call(reduction->call), "dgemm_ m=2 n=2") << line;
    EXPECT_TRUE(reduction->minimal);
  }
}

TEST(Reduce, PassesErrorsOn) {
  int questions = 0;
  const Shows shows = [&](std::span<const Call> calls) -> Expected<std::vector<bool>> {
    if (++questions == 3) return unusable("the library went away");
    return shows_of([](const Call& c) { return c.m > 30; })(calls);
  };
  const auto reduction = reduce(call_of("dgemm_ m=1000 n=5 k=5"), kAny, shows);
  ASSERT_FALSE(reduction.has_value());
  EXPECT_EQ(reduction.error().code, ErrorCode::kUnusable);
  EXPECT_EQ(reduction.error().message, "the library went away");

  const Shows fails = [](std::span<const Call>) -> Expected<std::vector<bool>> {
    return unusable("gone");
  };
  EXPECT_FALSE(is_one_minimal(call_of("dgemm_ m=1000"), kAny, fails).has_value());
}

TEST(Reduce, RefusesAnswersToOtherQuestions) {
  const Shows shows = [](std::span<const Call>) -> Expected<std::vector<bool>> {
    return std::vector<bool>{};
  };
  const auto reduction = reduce(call_of("dgemm_ m=1000"), kAny, shows);
  ASSERT_FALSE(reduction.has_value());
  EXPECT_EQ(reduction.error().code, ErrorCode::kInternal);
}

TEST(OneMinimal, SeesEveryStepThatIsLeft) {
  const Shows shows = shows_of([](const Call& c) { return c.m >= 5 && c.n >= 0; });
  const auto minimal = [&](std::string_view line) {
    return *is_one_minimal(call_of(line), kAny, shows);
  };
  EXPECT_TRUE(minimal("dgemm_ m=5"));
  EXPECT_FALSE(minimal("dgemm_ m=6"));
  EXPECT_FALSE(minimal("dgemm_ m=5 n=0"));
  EXPECT_FALSE(minimal("dgemm_ m=5 alpha=3"));
  EXPECT_FALSE(minimal("dgemm_ m=5 transb=T"));
  EXPECT_FALSE(minimal("dgemm_ m=5 lda=7"));
  EXPECT_FALSE(minimal("dgemm_ m=5 fill=nanA:0"));
}

TEST(OneMinimal, StepsAwayFromTightDoNotCount) {
  // m = 4 shows too, but there both leading dimensions are one further from tight.
  const Shows shows =
      shows_of([](const Call& c) { return (c.m == 4 || c.m == 5) && c.lda == 7 && c.ldc == 7; });
  EXPECT_TRUE(*is_one_minimal(call_of("dgemm_ m=5 lda=7 ldc=7"), kAny, shows));
}

}  // namespace
}  // namespace gemmcheck
