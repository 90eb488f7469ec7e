// The total order and the distances from the baseline that it is made of.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "call/text.h"
#include "minimize/field.h"
#include "minimize/minimize.h"
#include "minimize/order.h"
#include "random_call.h"

namespace gemmcheck {
namespace {

Call call_of(std::string_view line) {
  const auto call = parse_call(line);
  EXPECT_TRUE(call.has_value()) << line;
  return *call;
}

TEST(Order, MagnitudesAreThoseOfTheTable) {
  struct Row {
    const char* line;
    int fields;
    std::uint64_t magnitude;
  };
  const Row rows[] = {
      {"cblas_dgemm", 0, 0},
      {"cblas_dgemm m=0", 1, 1},
      {"cblas_dgemm m=-2", 1, 3},
      {"cblas_dgemm m=0 lda=0", 2, 2},
      // Tight leading dimensions follow the sizes and cost nothing.
      {"cblas_dgemm m=5 lda=5", 1, 4},
      {"cblas_dgemm m=5 ldc=7", 2, 6},
      {"cblas_dgemm m=5 ldc=3", 2, 6},
      {"cblas_dgemm m=2147483647 n=-2147483648", 2, 2147483646u + 2147483649u},
      // Enumerators in the table's order, then unnamed values by their distance from it.
      {"cblas_dgemm transa=T", 1, 1},
      {"cblas_dgemm transa=C", 1, 2},
      {"cblas_dgemm transa=ConjNoTrans", 1, 3},
      {"cblas_dgemm transa=#110", 1, 4},
      {"cblas_dgemm transa=#115", 1, 4},
      {"cblas_dgemm transa=#120", 1, 9},
      {"cblas_dgemm layout=RowMajor", 1, 1},
      {"dgemm_ transa=n", 1, 3},
      {"dgemm_ transa=R", 1, 6},
      // The baseline's own value has no place in the table of scalars.
      {"cblas_dgemm alpha=0", 1, 1},
      {"cblas_dgemm alpha=-1", 1, 2},
      {"cblas_dgemm beta=1", 1, 1},
      {"cblas_dgemm beta=-1", 1, 2},
      {"cblas_zgemm alpha=0:1", 1, 4},
      {"cblas_dgemm A=null", 1, 1},
      {"cblas_dgemm A=+8", 1, 8},
      {"cblas_dgemm C=A", 1, 2},
      {"cblas_dgemm C=B", 1, 3},
      {"cblas_dgemm guard=front", 1, 1},
      {"cblas_dgemm fill=int:3", 1, 3},
      {"cblas_dgemm fill=random:0", 1, 1},
  };
  for (const Row& row : rows) {
    const Call call = call_of(row.line);
    EXPECT_EQ(fields_off_baseline(call), row.fields) << row.line;
    EXPECT_EQ(magnitude_off_baseline(call), row.magnitude) << row.line;
  }
}

TEST(Order, UnusualScalarsComeAfterTheUsual) {
  const char* lines[] = {"cblas_zgemm alpha=0",    "cblas_zgemm alpha=-1",
                         "cblas_zgemm alpha=2",    "cblas_zgemm alpha=nan",
                         "cblas_zgemm alpha=inf",  "cblas_zgemm alpha=-inf",
                         "cblas_zgemm alpha=-0",   "cblas_zgemm alpha=3",
                         "cblas_zgemm alpha=40:2", "cblas_zgemm alpha=1e300"};
  for (std::size_t i = 1; i < std::size(lines); ++i) {
    EXPECT_LT(field_magnitude(call_of(lines[i - 1]), Key::kAlpha),
              field_magnitude(call_of(lines[i]), Key::kAlpha))
        << lines[i];
  }
}

TEST(Order, IsByFieldsThenMagnitudeThenText) {
  EXPECT_TRUE(simpler(call_of("cblas_dgemm m=1000"), call_of("cblas_dgemm m=0 n=0")));
  EXPECT_TRUE(simpler(call_of("cblas_dgemm m=0 n=0"), call_of("cblas_dgemm m=0 n=-1")));
  EXPECT_TRUE(simpler(call_of("cblas_dgemm m=0"), call_of("cblas_dgemm n=0")));
  EXPECT_FALSE(simpler(call_of("cblas_dgemm m=0"), call_of("cblas_dgemm m=0")));
}

TEST(Order, IsStrictAndTotal) {
  RandomCall random(1);
  std::vector<Call> calls;
  for (int i = 0; i < 60; ++i) {
    const Api api = static_cast<Api>(random.below(kApiCount));
    calls.push_back(baseline(api));
    calls.push_back(random(api));
    // Near neighbours, so that the later parts of the order decide.
    calls.push_back(calls.back());
    calls.back().n = static_cast<std::int64_t>(random.below(4)) - 1;
  }
  for (const Call& x : calls) {
    EXPECT_FALSE(simpler(x, x));
    for (const Call& y : calls) {
      if (!(x == y)) {
        EXPECT_NE(simpler(x, y), simpler(y, x)) << print_call(x) << print_call(y);
      }
      EXPECT_EQ(simpler(x, y), rank_of(x) < rank_of(y)) << print_call(x) << print_call(y);
      if (!simpler(x, y)) continue;
      for (std::size_t i = 0; i < calls.size(); i += 7) {
        if (simpler(y, calls[i])) {
          EXPECT_TRUE(simpler(x, calls[i]));
        }
      }
    }
  }
}

TEST(Order, FieldsOffBaselineHaveAMagnitudeAndOthersNone) {
  RandomCall random(2);
  for (int i = 0; i < 3000; ++i) {
    const Call call = random(static_cast<Api>(random.below(kApiCount)));
    KeySet off = 0;
    for (Key key : all_keys()) off |= field_magnitude(call, key) != 0 ? key_bit(key) : 0;
    ASSERT_EQ(off, off_baseline(call)) << print_call(call);
  }
}

TEST(Order, SortsAndDropsRepeats) {
  std::vector<Call> calls = {call_of("dgemm_ n=0 m=0"), call_of("dgemm_ n=0"),
                             call_of("dgemm_ m=0"), call_of("dgemm_ n=0")};
  sort_simplest_first(calls);
  ASSERT_EQ(calls.size(), 3u);
  EXPECT_EQ(print_call(calls[0]), "dgemm_ m=0");
  EXPECT_EQ(print_call(calls[1]), "dgemm_ n=0");
  EXPECT_EQ(print_call(calls[2]), "dgemm_ m=0 n=0");
}

TEST(Fields, ChangeAloneOrWithWhatFollows) {
  const Call call = call_of("cblas_dgemm m=9 lda=11 k=4");
  Call from = call;
  from.m = 2;
  // The line with one value changed: lda stays as written, ldc stays tight.
  EXPECT_EQ(print_call(with_field(call, Key::kM, from)), "cblas_dgemm m=2 k=4 lda=11");
  EXPECT_EQ(print_call(with_field_and_slack(call, Key::kM, from)), "cblas_dgemm m=2 k=4 lda=4");
  // A transposed A has k rows.
  from.transa = 112;
  EXPECT_EQ(print_call(with_field_and_slack(call, Key::kTransa, from)),
            "cblas_dgemm transa=T m=9 k=4 lda=6");
}

TEST(Fields, SlackSaturates) {
  const Call call = call_of("cblas_dgemm lda=2147483647");
  Call from = call;
  from.m = 5;
  EXPECT_EQ(with_field_and_slack(call, Key::kM, from).lda, 2147483647);

  Call beyond = call;
  beyond.lda = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(with_field_and_slack(beyond, Key::kM, from).lda, 2147483647);
}

}  // namespace
}  // namespace gemmcheck
