#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string_view>

#include "call/text.h"
#include "contract/calls.h"
#include "contract/predict.h"

namespace gemmcheck {
namespace {

const Clause& clause(std::string_view id) {
  for (const Clause& row : netlib_contract().clauses) {
    if (row.id == id) return row;
  }
  throw std::logic_error("no such clause");
}
std::uint64_t bit(std::string_view id) {
  return std::uint64_t{1} << (&clause(id) - netlib_contract().clauses.data());
}

constexpr std::array kRefusals = {
    std::string_view("netlib.layout"), std::string_view("netlib.transa"),
    std::string_view("netlib.transb"), std::string_view("netlib.m"),
    std::string_view("netlib.n"),      std::string_view("netlib.k"),
    std::string_view("netlib.lda"),    std::string_view("netlib.ldb"),
    std::string_view("netlib.ldc"),
};

// Breaks the clause of this parameter by the smallest step; the rest stays legal.
void break_clause(Call& call, Key parameter) {
  switch (parameter) {
    case Key::kLayout:
      call.layout = 100;
      break;
    case Key::kTransa:
    case Key::kTransb:
      set_integer(call, parameter, api_info(call.api).convention == Convention::kCblas ? 110 : 'M');
      break;
    case Key::kM:
    case Key::kN:
    case Key::kK:
      set_integer(call, parameter, -1);
      break;
    default:
      set_integer(call, parameter, get_integer(call, parameter) - 1);
      break;
  }
}

std::vector<Call> products(Api api) {
  std::vector<Call> calls;
  for (const std::int32_t layout : testing::layouts(api)) {
    if (has_key(api, Key::kLayout) && layout == 0) continue;
    for (const std::int32_t transa : testing::ops(api)) {
      for (const std::int32_t transb : testing::ops(api)) {
        Call call = testing::product(api);
        call.layout = layout;
        call.transa = transa;
        call.transb = transb;
        set_tight(call);
        if (predict(call).violated == 0) calls.push_back(call);
      }
    }
  }
  return calls;
}

class EachApi : public ::testing::TestWithParam<Api> {};
INSTANTIATE_TEST_SUITE_P(, EachApi,
                         ::testing::Values(Api::kSgemm, Api::kDgemm, Api::kCgemm, Api::kZgemm,
                                           Api::kCblasSgemm, Api::kCblasDgemm, Api::kCblasCgemm,
                                           Api::kCblasZgemm));

TEST_P(EachApi, AcceptsEveryOpAndLayoutWithTightLeadingDimensions) {
  const bool cblas = has_key(GetParam(), Key::kLayout);
  EXPECT_EQ(products(GetParam()).size(), cblas ? 2u * 3 * 3 : 6u * 6);
  for (const Call& call : products(GetParam())) {
    const Prediction prediction = predict(call);
    EXPECT_EQ(prediction.statuses, kAccepted);
    EXPECT_EQ(prediction.standing, Standing::kSettled);
    EXPECT_EQ(prediction.deciding, kNoClause);
  }
}

TEST_P(EachApi, RefusesEachClauseViolatedAloneAndAcceptsItJustMet) {
  for (const Call& legal : products(GetParam())) {
    for (const std::string_view id : kRefusals) {
      const Key parameter = clause(id).parameter;
      if (!has_key(GetParam(), parameter)) continue;
      Call call = legal;
      break_clause(call, parameter);
      // An illegal op counts as transposed and an illegal layout as column-major.
      if (clause(id).family == "enum") set_tight(call);
      SCOPED_TRACE(print_call(call));
      const Prediction prediction = predict(call);
      EXPECT_EQ(prediction.violated, bit(id));
      EXPECT_EQ(prediction.reportable, bit(id));
      EXPECT_EQ(prediction.statuses, kRefused);
      EXPECT_EQ(&netlib_contract().clauses[prediction.deciding], &clause(id));
      if (clause(id).family == "enum") continue;
      set_integer(call, parameter, bound_of(call, clause(id)));
      EXPECT_EQ(predict(call).violated, 0u) << "just met";
    }
  }
}

TEST_P(EachApi, DecidesPairsByTheOrderOfTheLayout) {
  // Row-major: ops in the caller's order, then the checks of the swapped call.
  constexpr std::array kColumnMajor = {Key::kLayout, Key::kTransa, Key::kTransb, Key::kM,  Key::kN,
                                       Key::kK,      Key::kLda,    Key::kLdb,    Key::kLdc};
  constexpr std::array kRowMajor = {Key::kLayout, Key::kTransa, Key::kTransb, Key::kN,  Key::kM,
                                    Key::kK,      Key::kLdb,    Key::kLda,    Key::kLdc};
  for (const Call& legal : products(GetParam())) {
    const auto& order = legal.layout == 101 ? kRowMajor : kColumnMajor;
    for (std::size_t first = 0; first < order.size(); ++first) {
      for (std::size_t second = first + 1; second < order.size(); ++second) {
        if (!has_key(GetParam(), order[first])) continue;
        Call call = legal;
        for (const Key key : {order[first], order[second]}) {
          const bool ld = key == Key::kLda || key == Key::kLdb || key == Key::kLdc;
          // One short would not do where the other fault lowers the bound.
          ld ? set_integer(call, key, 0) : break_clause(call, key);
        }
        SCOPED_TRACE(print_call(call));
        const Prediction prediction = predict(call);
        EXPECT_EQ(netlib_contract().clauses[prediction.deciding].parameter, order[first]);
        EXPECT_NE(prediction.violated & (prediction.violated - 1), 0u);
        EXPECT_EQ(prediction.reportable, std::uint64_t{1} << prediction.deciding);
      }
    }
  }
}

TEST(Precedence, MeasuredOnNetlib) {
  const auto parameter = [](std::string_view line) {
    return netlib_contract().clauses[predict(*parse_call(line)).deciding].parameter;
  };
  EXPECT_EQ(parameter("cblas_dgemm layout=RowMajor lda=0 ldb=0"), Key::kLdb);
  EXPECT_EQ(parameter("cblas_dgemm layout=RowMajor m=-1 n=-1"), Key::kN);
  EXPECT_EQ(parameter("cblas_dgemm layout=RowMajor transa=#0 transb=#0"), Key::kTransa);
  EXPECT_EQ(parameter("cblas_dgemm layout=RowMajor transb=#0 m=-1 n=-1"), Key::kTransb);
  EXPECT_EQ(parameter("cblas_dgemm layout=#0 transa=#0 m=-1"), Key::kLayout);
}

TEST(Precedence, UnsettledLetsAnyViolatedParameterBeReported) {
  Contract contract = netlib_contract();
  contract.precedence_settled = false;
  contract.evaluate = nullptr;
  const Call call = *parse_call("dgemm_ m=-1 lda=0");
  const Prediction prediction = predict(call, contract);
  EXPECT_EQ(prediction.violated, bit("netlib.m") | bit("netlib.lda"));
  EXPECT_EQ(prediction.reportable, prediction.violated);
  EXPECT_EQ(prediction.statuses, kRefused);
}

std::string access(std::string_view line) {
  const Prediction prediction = predict(*parse_call(line));
  if (prediction.statuses != kAccepted) return "refused";
  std::string text = prediction.standing == Standing::kUndefined ? "undefined" : "";
  if (prediction.access.reads_ab) text += "ab";
  if (prediction.access.reads_c) text += "c";
  if (prediction.access.writes_c) text += "w";
  return text;
}

TEST(Access, FollowsSizesAndScalars) {
  EXPECT_EQ(access("dgemm_"), "abw");
  EXPECT_EQ(access("dgemm_ beta=2"), "abcw");
  EXPECT_EQ(access("dgemm_ beta=1"), "abcw");
  EXPECT_EQ(access("dgemm_ beta=nan"), "abcw");
  EXPECT_EQ(access("dgemm_ m=0 beta=2"), "");
  EXPECT_EQ(access("dgemm_ n=0 beta=2"), "");
  EXPECT_EQ(access("dgemm_ k=0 beta=2"), "cw");
  EXPECT_EQ(access("dgemm_ k=0"), "w");
  EXPECT_EQ(access("dgemm_ k=0 beta=1"), "");
  EXPECT_EQ(access("dgemm_ alpha=0 beta=2"), "cw");
  EXPECT_EQ(access("dgemm_ alpha=-0 beta=2"), "cw");
  EXPECT_EQ(access("dgemm_ alpha=0"), "w");
  EXPECT_EQ(access("dgemm_ alpha=0 beta=1"), "");
  EXPECT_EQ(access("cblas_zgemm alpha=0:1 beta=1:1"), "abcw");
  EXPECT_EQ(access("cblas_zgemm alpha=0:0 beta=1:0"), "");
  EXPECT_EQ(access("zgemm_ beta=0:1"), "abcw");
}

TEST(Access, ComparesScalarsAsTheLibrarySeesThem) {
  EXPECT_EQ(access("dgemm_ alpha=1e-60 beta=2"), "abcw");
  EXPECT_EQ(access("sgemm_ alpha=1e-60 beta=2"), "cw");
  EXPECT_EQ(access("cgemm_ alpha=0:1e-60 beta=1:1e-60"), "");
  EXPECT_EQ(access("zgemm_ alpha=0:1e-60 beta=1:1e-60"), "abcw");
  // Around the borders of what a float rounds to 0 or 1.
  for (const double border : {0.0, 1.0, 0x1p-150, 1 - 0x1p-25, 1 + 0x1p-24}) {
    for (double value = border, step = 0; step < 4; ++step) {
      for (const double scalar : {value, -value}) {
        Call call = baseline(Api::kSgemm);
        call.alpha.re = call.beta.re = scalar;
        const float seen = static_cast<float>(scalar);
        EXPECT_EQ(quantity(call, Quantity::kAlphaIsZero), seen == 0) << scalar;
        EXPECT_EQ(quantity(call, Quantity::kBetaIsZero), seen == 0) << scalar;
        EXPECT_EQ(quantity(call, Quantity::kBetaIsOne), seen == 1) << scalar;
      }
      value = std::nextafter(value, step < 2 ? 2.0 : -1.0);
      if (step == 1) value = std::nextafter(border, -1.0);
    }
  }
}

TEST(Undefined, NullOperandsOnlyWhereTheyAreUsed) {
  EXPECT_EQ(access("dgemm_ A=null"), "undefinedabw");
  EXPECT_EQ(access("dgemm_ B=null"), "undefinedabw");
  EXPECT_EQ(access("dgemm_ C=null"), "undefinedabw");
  EXPECT_EQ(access("dgemm_ A=null B=null k=0"), "w");
  EXPECT_EQ(access("dgemm_ A=null B=null alpha=0 beta=2"), "cw");
  EXPECT_EQ(access("dgemm_ A=null B=null C=null m=0"), "");
  EXPECT_EQ(access("dgemm_ C=null k=0"), "undefinedw");
  EXPECT_EQ(access("dgemm_ C=null k=0 beta=1"), "");
  EXPECT_EQ(access("dgemm_ A=null lda=0"), "refused");
  EXPECT_EQ(predict(*parse_call("dgemm_ A=null B=null")).undefined,
            bit("netlib.null-a") | bit("netlib.null-b"));
}

TEST(Undefined, NullScalarsWherePassedByReference) {
  EXPECT_EQ(access("dgemm_ alpha=null"), "undefinedabw");
  EXPECT_EQ(access("dgemm_ m=0 beta=null"), "undefined");
  EXPECT_EQ(access("cblas_zgemm beta=null"), "undefinedabcw");
  Call by_value = baseline(Api::kCblasDgemm);
  by_value.alpha = {};
  by_value.alpha.null = true;
  EXPECT_EQ(predict(by_value).standing, Standing::kSettled);
}

TEST(Undefined, OverlapOnlyWhereBothAreUsed) {
  EXPECT_EQ(access("dgemm_ C=A"), "undefinedabw");
  EXPECT_EQ(access("dgemm_ C=B"), "undefinedabw");
  EXPECT_EQ(access("dgemm_ A=C"), "undefinedabw");
  EXPECT_EQ(access("dgemm_ C=A k=0"), "w");
  EXPECT_EQ(access("dgemm_ C=A m=0"), "");
  EXPECT_EQ(access("dgemm_ B=A"), "abw");
  EXPECT_EQ(access("dgemm_ A=B C=A"), "undefinedabw");
  const Prediction both = predict(*parse_call("dgemm_ B=A C=B"));
  EXPECT_EQ(both.undefined, bit("netlib.overlap-a") | bit("netlib.overlap-b"));
}

TEST(Undefined, MisalignedOperandsOnlyWhereTheyAreUsed) {
  EXPECT_EQ(access("dgemm_ A=+4"), "undefinedabw");
  EXPECT_EQ(access("dgemm_ A=+8"), "abw");
  EXPECT_EQ(access("sgemm_ A=+4"), "abw");
  EXPECT_EQ(access("zgemm_ A=+8 C=+8"), "abw");
  EXPECT_EQ(access("dgemm_ C=+2"), "undefinedabw");
  EXPECT_EQ(access("dgemm_ B=+2 k=0"), "w");
  EXPECT_EQ(access("dgemm_ A=+4 B=A+4"), "undefinedabw");
  EXPECT_EQ(predict(*parse_call("dgemm_ A=+4 B=A+4")).undefined, bit("netlib.aligned-a"));
}

TEST(Undefined, CirclesOfAliasesEnd) {
  Call call = baseline(Api::kDgemm);
  call.A = {PointerKind::kAlias, Operand::kB};
  call.B = {PointerKind::kAlias, Operand::kA};
  call.C = {PointerKind::kAlias, Operand::kC};
  EXPECT_EQ(predict(call).violated, 0u);
}

TEST(Bounds, OfTheWholeIntegerRangeDoNotOverflow) {
  Clause clause = gemmcheck::clause("netlib.lda");
  Call call = baseline(Api::kDgemm);
  call.m = call.lda = std::numeric_limits<std::int64_t>::max();
  clause.terms[0].slack = 1;
  EXPECT_EQ(bound_of(call, clause), std::numeric_limits<std::int64_t>::max());
  EXPECT_FALSE(holds(call, clause, netlib_contract()));
  call.lda = std::numeric_limits<std::int64_t>::min();
  EXPECT_TRUE(holds(call, clause, netlib_contract()));
}

TEST(Names, AreThoseOfTheJson) {
  EXPECT_EQ(standing_name(Standing::kSettled), "settled");
  EXPECT_EQ(standing_name(Standing::kUnsettled), "unsettled");
  EXPECT_EQ(standing_name(Standing::kUndefined), "undefined");
  EXPECT_EQ(basis_name(Basis::kDocumented), "documented");
  EXPECT_EQ(basis_name(Basis::kInferred), "inferred");
}

}  // namespace
}  // namespace gemmcheck
