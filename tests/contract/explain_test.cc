#include "contract/explain.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <set>

#include "call/text.h"
#include "contract/calls.h"
#include "contract/numbering.h"

namespace gemmcheck {
namespace {

std::string explained(std::string_view line) {
  return explain(*parse_call(line), netlib_contract());
}
std::vector<std::string> messages(std::string_view line) {
  const Call call = *parse_call(line);
  std::vector<std::string> texts;
  for (const Violation& violation : violations(call, predict(call), netlib_contract())) {
    texts.push_back(violation.message);
  }
  return texts;
}
std::vector<std::string> hints(std::string_view line) {
  const Call call = *parse_call(line);
  return advice(call, predict(call));
}
bool mentions(const std::string& text, std::string_view words) {
  return text.find(words) != std::string::npos;
}
using Texts = std::vector<std::string>;

TEST(Messages, NameTheParameterTheRuleAndBothNumbers) {
  EXPECT_EQ(messages("cblas_dgemm transa=T m=2 n=3 k=3 lda=1"),
            Texts{"lda = 1, but it must be at least max(1, k) = 3 (transa = T, ColMajor)"});
  EXPECT_EQ(messages("cblas_dgemm layout=RowMajor m=2 n=3 k=4 ldb=2"),
            Texts{"ldb = 2, but it must be at least max(1, n) = 3 (transb = N, RowMajor)"});
  EXPECT_EQ(messages("cblas_dgemm m=2 ldc=1"),
            Texts{"ldc = 1, but it must be at least max(1, m) = 2 (ColMajor)"});
  EXPECT_EQ(messages("dgemm_ m=0 lda=0"),
            Texts{"lda = 0, but it must be at least max(1, m) = 1 (transa = N)"});
  EXPECT_EQ(messages("dgemm_ n=-3"), Texts{"n = -3, but it must be at least 0"});
  EXPECT_EQ(
      messages("dgemm_ transa=#47"),
      Texts{"transa = 47, but it must be 67 (C), 78 (N), 84 (T), 99 (c), 110 (n) or 116 (t)"});
  EXPECT_EQ(messages("cblas_dgemm transb=ConjNoTrans"),
            Texts{"transb = 114, but it must be 111 (N), 112 (T) or 113 (C)"});
  EXPECT_EQ(messages("cblas_dgemm layout=#0"),
            Texts{"layout = 0, but it must be 101 (RowMajor) or 102 (ColMajor)"});
}

TEST(Messages, SayHowIllegalValuesAreRead) {
  EXPECT_EQ(messages("cblas_dgemm layout=#0 transa=#0 k=2 lda=1").back(),
            "lda = 1, but it must be at least max(1, k) = 2 (transa = #0 counts as transposed, "
            "layout = #0 counts as ColMajor)");
}

TEST(Messages, OfUndefinedCalls) {
  EXPECT_EQ(messages("dgemm_ m=2 n=3 k=4 A=null alpha=2"),
            Texts{"A is null, but it is read (m = 2, n = 3, k = 4, alpha = 2)"});
  EXPECT_EQ(messages("dgemm_ k=0 C=null"),
            Texts{"C is null, but it is written (m = 1, n = 1, k = 0)"});
  EXPECT_EQ(messages("dgemm_ B=+2"),
            Texts{"B starts 2 bytes past an aligned address, but that must be a multiple of 8: it "
                  "is read (m = 1, n = 1, k = 1, alpha = 1)"});
  EXPECT_EQ(
      messages("dgemm_ C=B"),
      Texts{"C shares memory with B, but C is written while B is read (m = 1, n = 1, k = 1)"});
  EXPECT_EQ(messages("dgemm_ alpha=null"),
            Texts{"alpha is a null pointer, but it is passed by reference"});
  EXPECT_TRUE(mentions(explained("dgemm_ A=null"), "undefined: no rule"));
}

TEST(Messages, OfChangedTables) {
  Clause clause = netlib_contract().clauses[6];
  clause.terms[0].slack = 1;
  const Call call = *parse_call("dgemm_ m=2");
  Contract contract = netlib_contract();
  contract.clauses = {&clause, 1};
  const Prediction prediction = predict(call, contract);
  ASSERT_EQ(prediction.deciding, 0);
  EXPECT_EQ(violations(call, prediction, contract)[0].message,
            "lda = 2, but it must be at least max(1, m) + 1 = 3 (transa = N)");
}

TEST(Explain, PutsTheDecidingViolationFirst) {
  const std::string text = explained("cblas_dgemm layout=RowMajor m=2 n=3 k=4 lda=1 ldb=1");
  EXPECT_TRUE(mentions(text, "must be refused: ldb is checked first of 2 violations")) << text;
  EXPECT_LT(text.find("ldb = 1, but"), text.find("lda = 1, but"));
}

TEST(Explain, SaysWhatTheNumberCounts) {
  EXPECT_TRUE(mentions(explained("dgemm_ lda=0"), "lda is parameter 8, transa counts as 1"));
  EXPECT_TRUE(mentions(explained("cblas_dgemm lda=0"),
                       "lda is parameter 9, layout counts as 1; 8 where a library numbers as "
                       "Fortran does"));
  EXPECT_TRUE(mentions(explained("cblas_dgemm layout=RowMajor lda=0"),
                       "lda is parameter 9, layout counts as 1; 10 where a library numbers the "
                       "column-major call that this becomes"));
}

TEST(Explain, NamesRuleBasisAndSource) {
  EXPECT_TRUE(mentions(explained("dgemm_ lda=0"),
                       "rule netlib.lda, documented: BLAS/SRC/dgemm.f, argument LDA"));
}

TEST(Explain, SaysThatEveryRuleHolds) {
  const std::string text = explained("dgemm_ k=0 beta=2");
  EXPECT_TRUE(mentions(text, "legal: every rule of the netlib contract holds")) << text;
  EXPECT_TRUE(mentions(text, "k = 0: A and B have no elements, C becomes beta*C")) << text;
  EXPECT_TRUE(mentions(text, "which library file is really loaded")) << text;
  EXPECT_TRUE(mentions(explained("dgemm_"), "beta = 0: C is only written"));
  // Nothing is touched at all, so nothing is said of single operands.
  EXPECT_FALSE(mentions(explained("dgemm_ m=0"), "beta = 0"));
  EXPECT_TRUE(mentions(explained("dgemm_ m=0"), "m = 0: C has no elements"));
}

TEST(Explain, BeginsWithTheCallAndEndsWithANewline) {
  const std::string text = explained("dgemm_ m=3 lda=1");
  EXPECT_EQ(text.substr(0, text.find('\n')), "dgemm_ m=3 lda=1");
  EXPECT_EQ(text.back(), '\n');
}

TEST(Advice, ForLeadingDimensionsOfTheOtherLayout) {
  EXPECT_EQ(hints("cblas_dgemm layout=RowMajor transb=T m=2 n=3 k=4 lda=2 ldb=3 ldc=2").front(),
            "lda = 2, ldb = 3, ldc = 2 would be right for column-major matrices: is "
            "layout=ColMajor meant?");
  const std::vector<std::string> fortran = hints("dgemm_ m=2 n=3 k=4 lda=4 ldb=3 ldc=3");
  ASSERT_FALSE(fortran.empty());
  EXPECT_TRUE(mentions(fortran[0], "would be right for row-major matrices")) << fortran[0];
  EXPECT_TRUE(mentions(fortran[0], "dgemm_ m=3 n=2 k=4")) << fortran[0];
}

TEST(Advice, ForExchangedLeadingDimensionsAndOps) {
  const std::vector<std::string> exchanged = hints("dgemm_ m=2 n=3 k=4 lda=4 ldb=2");
  ASSERT_FALSE(exchanged.empty());
  EXPECT_EQ(exchanged[0], "lda = 2 and ldb = 4 would be right: are they exchanged?");
  EXPECT_EQ(hints("dgemm_ m=5 n=3 k=2 lda=2"),
            Texts{"the leading dimensions would be right for transa = T"});
}

TEST(Advice, ForLegalCallsThatLookRowMajor) {
  const std::vector<std::string> list = hints("dgemm_ m=2 n=4 k=4 lda=4 ldb=4 ldc=4");
  ASSERT_EQ(list.size(), 1u);
  EXPECT_TRUE(mentions(list[0], "is legal but exactly what row-major matrices would need"));
  EXPECT_TRUE(mentions(list[0], "B before A with m and n exchanged: dgemm_ m=4 n=2 k=4"))
      << list[0];
}

TEST(Advice, IsSilentWhereNothingPointsAnywhere) {
  EXPECT_EQ(hints("dgemm_ m=2 n=3 k=4"), Texts{});
  EXPECT_EQ(hints("dgemm_ m=3 n=3 k=3"), Texts{});
  EXPECT_EQ(hints("dgemm_ m=-1 lda=0"), Texts{});
  EXPECT_EQ(hints("dgemm_ m=2 n=3 k=4 lda=0 ldb=0 ldc=0"), Texts{});
}

TEST(StatusNames, OfVoidApis) {
  EXPECT_EQ(status_names(Api::kDgemm, kAccepted), Texts{"accepted"});
  EXPECT_EQ(status_names(Api::kDgemm, kRefused), Texts{"refused"});
  EXPECT_EQ(status_names(Api::kDgemm, kAccepted | kRefused), (Texts{"accepted", "refused"}));
}

bool has_number(const std::string& text, std::int64_t number) {
  return mentions(text, std::to_string(number));
}

TEST(Properties, OnlyViolatedClausesAreNamedWithBothNumbers) {
  EXPECT_TRUE(rc::check([](std::uint64_t seed) {
    testing::Random random(seed);
    const Call call = testing::random_call(random);
    const Contract& contract = netlib_contract();
    const Prediction prediction = predict(call);
    const std::string text = explain(call, contract);
    RC_LOG() << text;
    std::set<std::string_view> named;
    int last = -1;
    for (const Violation& violation : violations(call, prediction, contract)) {
      const Clause& clause = *violation.clause;
      RC_ASSERT(holds(call, clause, contract));
      named.insert(clause.id);
      const int order = call.layout == 101 && has_key(call.api, Key::kLayout)
                            ? clause.order_row_major
                            : clause.order;
      if (clause.role == Role::kRefuse) {
        RC_ASSERT(order > last);
        last = order;
        RC_ASSERT(mentions(violation.message, key_name(clause.parameter)));
        RC_ASSERT(has_number(violation.message, get_integer(call, clause.parameter)));
        RC_ASSERT(violation.numbers == std::vector<int>{*number_of(
                                           call, prescribed_scheme(call.api), clause.parameter)});
      }
      if (clause.terms[0].test == gemmcheck::Test::kBelow) {
        RC_ASSERT(has_number(violation.message, bound_of(call, clause)));
        RC_ASSERT(get_integer(call, clause.parameter) < bound_of(call, clause));
      }
      RC_ASSERT(mentions(text, violation.message));
    }
    for (const Clause& clause : contract.clauses) {
      if (named.count(clause.id) == 0)
        RC_ASSERT(!mentions(text, "rule " + std::string(clause.id) + ","));
    }
    RC_ASSERT(named.empty() == mentions(text, "legal: every rule"));
  }));
}

}  // namespace
}  // namespace gemmcheck
