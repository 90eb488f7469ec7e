#include "findings/pattern.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>
#include <vector>

#include "call/enums.h"
#include "call/text.h"
#include "findings/glob.h"
#include "samples.h"

namespace gemmcheck {
namespace {

Pattern pattern_of(std::string_view text) {
  auto pattern = Pattern::parse(text);
  EXPECT_TRUE(pattern.has_value()) << text << ": " << pattern.error().message;
  return pattern.value_or(Pattern{});
}

TEST(Glob, StarsMatchAnyRun) {
  EXPECT_TRUE(glob_matches("", ""));
  EXPECT_TRUE(glob_matches("*", ""));
  EXPECT_TRUE(glob_matches("a*c", "ac"));
  EXPECT_TRUE(glob_matches("a*bc*", "aXbcbc"));
  EXPECT_TRUE(glob_matches("*gemm*", "cblas_dgemm"));
  EXPECT_TRUE(glob_matches("a*b", "ab_ab"));
  EXPECT_FALSE(glob_matches("a*b", "ab_"));
  EXPECT_FALSE(glob_matches("", "a"));
  EXPECT_FALSE(glob_matches("cblas_", "cblas_dgemm"));
  EXPECT_FALSE(glob_matches("a.c", "abc"));
}

struct Match {
  const char* pattern;
  const char* call;
  bool matches;
};

TEST(PatternTest, CallsMatchTermByTerm) {
  const std::vector<Match> rows = {
      {"", "dgemm_", true},
      {"api=dgemm_", "dgemm_", true},
      {"api=dgemm_", "sgemm_", false},
      {"api=cblas_*", "cblas_zgemm", true},
      {"api=cblas_*", "zgemm_", false},
      {"api=sgemm_,cblas_z*", "cblas_zgemm", true},
      {"api=sgemm_,cblas_z*", "zgemm_", false},
      {"m=0", "dgemm_ m=0", true},
      {"m=0", "dgemm_ m=1", false},
      {"m=0 lda=0", "dgemm_ m=0", false},
      {"  m=0\tlda=0  ", "dgemm_ m=0 lda=0", true},
      {"k=2..4", "dgemm_ k=2", true},
      {"k=2..4", "dgemm_ k=4", true},
      {"k=2..4", "dgemm_ k=5", false},
      {"k=-3..-1", "dgemm_ k=-2", true},
      {"n=5..", "dgemm_ n=2147483647", true},
      {"n=5..", "dgemm_ n=4", false},
      {"lda=..0", "dgemm_ lda=-2147483648", true},
      {"lda=..0", "dgemm_ lda=1", false},
      {"ldb=<4", "dgemm_ ldb=3", true},
      {"ldb=<4", "dgemm_ ldb=4", false},
      {"ldc=>9", "dgemm_ ldc=10", true},
      {"ldc=>9", "dgemm_ ldc=9", false},
      {"m=*", "dgemm_ m=-7", true},
      {"m=0,3..4", "dgemm_ m=0", true},
      {"m=0,3..4", "dgemm_ m=4", true},
      {"m=0,3..4", "dgemm_ m=2", false},
      {"transa=N,n", "dgemm_ transa=n", true},
      {"transa=N,n", "dgemm_ transa=T", false},
      {"rowsA=0", "dgemm_ m=0 k=3", true},
      {"rowsA=0", "dgemm_ transa=T m=0 k=3", false},
      {"rowsA=0", "cblas_dgemm layout=RowMajor m=3 k=0", true},
      {"rowsB=2..", "dgemm_ transb=T n=2", true},
      {"rowsC=<0", "dgemm_ m=-1", true},
      {"rowsC=<0", "dgemm_ n=-1", false},
      {"transa=T", "dgemm_ transa=T", true},
      {"transa=T", "cblas_dgemm transa=T", true},
      {"transa=T", "dgemm_ transa=t", false},
      {"transa=T", "dgemm_", false},
      {"transa=CblasTrans", "cblas_dgemm transa=T", true},
      {"transa=CblasTrans", "dgemm_ transa=T", false},
      {"transa=*Trans", "cblas_dgemm transa=C", true},
      {"transa=#112", "cblas_dgemm transa=T", true},
      {"transa=#112", "dgemm_ transa=#112", true},
      {"transb=#47", "dgemm_ transb=#47", true},
      {"transb=#0..#64", "dgemm_ transb=#47", true},
      {"transb=<#47", "dgemm_ transb=#47", false},
      {"layout=Row*", "cblas_dgemm layout=RowMajor", true},
      {"layout=Row*", "cblas_dgemm", false},
      {"layout=*", "cblas_dgemm layout=#7", true},
      {"layout=*", "dgemm_", false},
      {"guard=front", "dgemm_ guard=front", true},
      {"guard=front", "dgemm_", false},
      {"alpha=nan", "dgemm_ alpha=nan", true},
      {"alpha=1", "dgemm_", true},
      {"alpha=1", "dgemm_ alpha=2", false},
      {"alpha=1:-2", "zgemm_ alpha=1:-2", true},
      {"alpha=1:-2", "dgemm_", false},
      {"beta=*", "dgemm_ beta=3", true},
      {"beta=-*", "dgemm_ beta=-3", true},
      {"beta=-*", "dgemm_ beta=3", false},
      {"A=null", "dgemm_ A=null", true},
      {"A=null", "dgemm_", false},
      {"B=+2", "dgemm_ B=+2", true},
      {"B=+*", "dgemm_ B=+6", true},
      {"B=+*", "dgemm_", false},
      {"C=A*", "dgemm_ C=A+64", true},
      {"C=A*", "dgemm_ C=B", false},
      {"fill=int:0", "dgemm_", true},
      {"fill=int:*", "dgemm_", true},
      {"fill=int:*", "dgemm_ fill=int:3", true},
      {"fill=nan*", "dgemm_ fill=nanB:3", true},
      {"fill=nan*", "dgemm_ fill=infB:3", false},
      {"kind=status clause=netlib.lda m=1", "dgemm_", true},
  };
  for (const Match& row : rows) {
    EXPECT_EQ(pattern_of(row.pattern).matches(call_of(row.call)), row.matches)
        << row.pattern << " | " << row.call;
  }
}

TEST(PatternTest, DisagreementsMatchByEffect) {
  CoarseKey key{};
  key.kind = Kind::kFootprint;
  key.effect = kEffectOutsideRead;
  key.operand = Operand::kC;
  const Call call = baseline(Api::kDgemm);
  const Contract& contract = netlib_contract();
  EXPECT_TRUE(pattern_of("kind=status,footprint").matches(call, key, contract));
  EXPECT_TRUE(pattern_of("effect=outside-read").matches(call, key, contract));
  EXPECT_TRUE(pattern_of("operand=A,C").matches(call, key, contract));
  EXPECT_FALSE(pattern_of("operand=A,B").matches(call, key, contract));
  EXPECT_TRUE(pattern_of("effect=c-wrong,outside-*").matches(call, key, contract));
  EXPECT_FALSE(pattern_of("effect=outside-write").matches(call, key, contract));
  EXPECT_FALSE(pattern_of("kind=status,effect").matches(call, key, contract));
}

TEST(PatternTest, DisagreementsMatchByKindAndClause) {
  const Contract& contract = netlib_contract();
  CoarseKey key{};
  key.kind = Kind::kStatus;
  key.clause = 0;
  const Call call = baseline(Api::kDgemm);
  const std::string id(contract.clauses[0].id);
  const std::string family(contract.clauses[0].family);
  EXPECT_TRUE(pattern_of("").matches(call, key, contract));
  EXPECT_TRUE(pattern_of("kind=status").matches(call, key, contract));
  EXPECT_TRUE(pattern_of("kind=s*").matches(call, key, contract));
  EXPECT_FALSE(pattern_of("kind=crash").matches(call, key, contract));
  EXPECT_TRUE(pattern_of("clause=" + id).matches(call, key, contract));
  EXPECT_TRUE(pattern_of("clause=" + family).matches(call, key, contract));
  EXPECT_TRUE(pattern_of("clause=netlib.*").matches(call, key, contract));
  EXPECT_FALSE(pattern_of("clause=numbering").matches(call, key, contract));
  EXPECT_FALSE(pattern_of("clause=-").matches(call, key, contract));
  EXPECT_FALSE(pattern_of("kind=status m=2").matches(call, key, contract));
  for (const Clause& clause : contract.clauses) {
    const Pattern named = pattern_of("clause=" + std::string(clause.id));
    EXPECT_EQ(named.matches(call, key, contract), clause.id == id) << clause.id;
    const Pattern related = pattern_of("clause=" + std::string(clause.family));
    EXPECT_EQ(related.matches(call, key, contract), clause.family == family) << clause.family;
  }

  key.clause = kNumberingClause;
  EXPECT_TRUE(pattern_of("clause=numbering").matches(call, key, contract));
  EXPECT_FALSE(pattern_of("clause=" + id).matches(call, key, contract));
  key.clause = kNoClause;
  EXPECT_TRUE(pattern_of("clause=-").matches(call, key, contract));
  EXPECT_FALSE(pattern_of("clause=netlib.*").matches(call, key, contract));
}

struct Bad {
  const char* pattern;
  const char* column_and_key;
};

TEST(PatternTest, ErrorsNamePositionAndKey) {
  const std::vector<Bad> rows = {
      {"lda", "column 1: lda: "},
      {"effect=melted", "column 8: effect: "},
      {"operand=D", "column 9: operand: "},
      {"rowsA=x", "column 7: rowsA: "},
      {"m=0,x", "column 3: m: "},
      {"kind=status,odd", "column 6: kind: "},
      {"m=0 ldz=1", "column 5: ldz: "},
      {"m=0 m=1", "column 5: m: "},
      {"m=", "column 3: m: "},
      {"m=x", "column 3: m: "},
      {"n=1 m=4..2", "column 7: m: "},
      {"m=..", "column 3: m: "},
      {"m=<", "column 3: m: "},
      {"m=<x", "column 3: m: "},
      {"m=1..2..3", "column 3: m: "},
      {"m=9223372036854775808", "column 3: m: "},
      {"m=#4", "column 3: m: "},
      {"transa=Q", "column 8: transa: "},
      {"transa=84", "column 8: transa: "},
      {"transa=Q*", "column 8: transa: "},
      {"layout=1..2", "column 8: layout: "},
      {"alpha=x", "column 7: alpha: "},
      {"A=12", "column 3: A: "},
      {"fill=int", "column 6: fill: "},
      {"api=nogemm*", "column 5: api: "},
      {"kind=bad", "column 6: kind: "},
      {"clause=netlib.ldz", "column 8: clause: "},
      {"=1", "column 1: =1: "},
      {"uplo=U", "column 1: uplo: "},
  };
  for (const Bad& row : rows) {
    const auto pattern = Pattern::parse(row.pattern);
    ASSERT_FALSE(pattern.has_value()) << row.pattern;
    EXPECT_EQ(pattern.error().code, ErrorCode::kBadInput);
    EXPECT_TRUE(pattern.error().message.starts_with(row.column_and_key)) << pattern.error().message;
  }
  EXPECT_NE(Pattern::parse("kind=bad").error().message.find("footprint"), std::string::npos);
}

// A call's own line, less its API, is a pattern that the call matches; one step away from any
// integer it no longer does.
TEST(PatternTest, AnyCallMatchesItsOwnLine) {
  EXPECT_TRUE(rc::check("own line", [] {
    Call call = baseline(static_cast<Api>(*rc::gen::inRange(0, kNetlibApiCount)));
    constexpr Key kKeys[] = {Key::kM,   Key::kN,   Key::kK,     Key::kLda,
                             Key::kLdb, Key::kLdc, Key::kTransa};
    const Key key = kKeys[*rc::gen::inRange<std::size_t>(0, std::size(kKeys))];
    const IntegerRange range = integer_range(call.api, key);
    set_integer(call, key, *rc::gen::inRange(range.min, range.max));
    call.beta.re = *rc::gen::inRange(-3, 4);
    const std::string line = print_call(call);
    const std::size_t blank = line.find(' ');
    const std::string text = blank == std::string::npos ? "" : line.substr(blank);
    const auto pattern = Pattern::parse(text);
    RC_ASSERT(pattern.has_value());
    RC_ASSERT(pattern->matches(call));
    if (text.find(" " + std::string(key_name(key)) + "=") == std::string::npos) return;
    set_integer(call, key, get_integer(call, key) + 1);
    RC_ASSERT(!pattern->matches(call));
  }));
}

}  // namespace
}  // namespace gemmcheck
