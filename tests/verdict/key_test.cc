// Keys as they stand in files: pinned, because findings of different runs are matched by them.
#include "verdict/key.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "observations.h"

namespace gemmcheck {
namespace {

CoarseKey key_of(std::string_view line, const Observation& observation) {
  const Call call = call_of(line);
  const Prediction prediction = predict(call, netlib_contract());
  const Verdict verdict = judge(call, prediction, observation, netlib_contract(), Numbering{});
  EXPECT_EQ(verdict.judgement, Judgement::kDisagree) << line;
  return coarse_key(call, prediction, observation, verdict);
}

struct Row {
  const char* call;
  Observation observation;
  const char* key;
  const char* cause;
};

const std::vector<Row>& rows() {
  static const std::vector<Row> all = {
      {"dgemm_ m=0 lda=0", returned(), "dgemm_/status/netlib.lda/refused/accepted/-",
       "openblas/ld/status"},
      {"cblas_sgemm layout=RowMajor", refused(9), "cblas_sgemm/status/-/accepted/refused/-",
       "openblas/-/status"},
      {"zgemm_ n=-1", crashed(11), "zgemm_/crash/netlib.n/refused/-/-/signal-11",
       "openblas/size/crash"},
      {"zgemm_ n=-1", crashed(6), "zgemm_/crash/netlib.n/refused/-/-/signal-6",
       "openblas/size/crash"},
      {"cgemm_ n=3", exited(returned(), -1), "cgemm_/crash/-/accepted/-/-/exit-255",
       "openblas/-/crash"},
      {"cgemm_ n=3", exited(returned(), 11), "cgemm_/crash/-/accepted/-/-/exit-11",
       "openblas/-/crash"},
      {"dgemm_ transa=#47", ended(Outcome::kHang), "dgemm_/hang/netlib.transa/refused/-/-",
       "openblas/enum/hang"},
      {"dgemm_", crashed(11, kEffectOutsideRead | kEffectOutsideWrite, Operand::kB),
       "dgemm_/footprint/-/accepted/-/B/outside-read", "openblas/-/footprint"},
      {"dgemm_ ldb=0", with_effects(refused(10), kEffectRefusedWroteC),
       "dgemm_/effect/netlib.ldb/refused/refused/C/c-written", "openblas/ld/effect"},
      {"dgemm_", returned(kEffectBChanged | kEffectGapChanged),
       "dgemm_/effect/-/accepted/-/B/b-changed", "openblas/-/effect"},
      {"dgemm_", returned(kEffectUnwrittenC | kEffectWrongC),
       "dgemm_/result/-/accepted/accepted/C/c-wrong", "openblas/-/result"},
      {"cblas_dgemm ldc=0", refused(4), "cblas_dgemm/parameter/netlib.ldc/refused/refused/-/m",
       "openblas/ld/parameter"},
      {"cblas_dgemm ldc=0", refused(99), "cblas_dgemm/parameter/netlib.ldc/refused/refused/-/-",
       "openblas/ld/parameter"},
  };
  return all;
}

TEST(Key, TextIsStable) {
  for (const Row& row : rows()) {
    const CoarseKey key = key_of(row.call, row.observation);
    EXPECT_EQ(to_string(key, netlib_contract()), row.key);
    EXPECT_EQ(cause("openblas", key, netlib_contract()), row.cause);
  }
}

TEST(Key, EqualTextsAreEqualKeys) {
  std::map<std::string, CoarseKey> seen;
  for (const Row& row : rows()) {
    const CoarseKey key = key_of(row.call, row.observation);
    const auto [place, added] = seen.emplace(to_string(key, netlib_contract()), key);
    EXPECT_TRUE(added || place->second == key);
    // Nothing but what the key says enters it.
    Observation same = row.observation;
    same.nanoseconds = 5;
    same.row = 3;
    same.fault_offset = 64;
    EXPECT_EQ(key_of(row.call, same), key);
  }
  EXPECT_EQ(seen.size(), rows().size());
}

// What decides these differences is where operands lie and what they hold, not the library.
TEST(Key, LooksOfOneDisagreementAreOneKey) {
  EXPECT_EQ(key_of("dgemm_", returned(kEffectUnwrittenC)),
            key_of("dgemm_", returned(kEffectWrongC)));
  EXPECT_EQ(key_of("dgemm_", returned(kEffectAChanged)),
            key_of("dgemm_", crashed(11, kEffectAChanged, Operand::kA)));
  Observation trace = returned(kEffectOutsideWrite);
  trace.operand = Operand::kC;
  EXPECT_EQ(key_of("dgemm_", trace),
            key_of("dgemm_", crashed(11, kEffectOutsideWrite, Operand::kC)));
}

TEST(Key, EffectsOfOtherKindsStayOut) {
  EXPECT_EQ(key_of("dgemm_ lda=0", returned(kEffectWrongC)).effect, 0u);
  EXPECT_EQ(key_of("dgemm_", returned(kEffectGapChanged | kEffectOutsideWrite)).effect,
            kEffectOutsideWrite);
}

TEST(Key, NamesTheFieldsOffBaseline) {
  EXPECT_EQ(off_baseline_names(call_of("cblas_dgemm")), "");
  EXPECT_EQ(off_baseline_names(call_of("cblas_dgemm lda=9 transa=T layout=RowMajor m=1")),
            "layout,transa,lda");
  EXPECT_EQ(off_baseline_names(call_of("dgemm_ m=7 k=3 lda=7 ldc=7")), "m,k");
  EXPECT_EQ(off_baseline_names(call_of("zgemm_ alpha=1:0 beta=nan C=A guard=front fill=nanC:0")),
            "beta,C,guard,fill");
}

TEST(Key, SignatureIsStable) {
  const Call reduced = call_of("dgemm_ m=0 lda=0");
  const CoarseKey key = key_of("dgemm_ m=0 n=7 lda=0 alpha=3", returned());
  const std::string text = signature("openblas", key, netlib_contract(), reduced);
  EXPECT_EQ(text, "openblas/dgemm_/status/netlib.lda/refused/accepted/-/m,lda");
  EXPECT_EQ(short_hash(text), "c6c16b25766c");
  EXPECT_EQ(signature("netlib", key_of("cgemm_", crashed(8)), netlib_contract(), call_of("cgemm_")),
            "netlib/cgemm_/crash/-/accepted/-/-/signal-8/-");
}

TEST(Key, HashIsFnv1a) {
  EXPECT_EQ(short_hash(""), "cbf29ce48422");
  EXPECT_EQ(short_hash("a"), "af63dc4c8601");
  EXPECT_EQ(short_hash("foobar"), "85944171f739");
}

TEST(Key, NumberingIsOneFindingALibrary) {
  CoarseKey key{.api = Api::kCblasDgemm,
                .kind = Kind::kParameter,
                .clause = kNumberingClause,
                .predicted = kRefused,
                .observed = kRefused,
                .operand = Operand::kNone,
                .reported = Key::kNone,
                .code = 0,
                .effect = 0};
  EXPECT_EQ(to_string(key, netlib_contract()), "cblas_dgemm/parameter/numbering/refused/refused/-");
  EXPECT_EQ(cause("blis", key, netlib_contract()), "blis/numbering/parameter");
  EXPECT_EQ(signature("blis", key, netlib_contract(), call_of("cblas_dgemm m=-1")),
            "blis/parameter/numbering");
  key.api = Api::kCblasSgemm;
  EXPECT_EQ(signature("blis", key, netlib_contract(), call_of("cblas_sgemm lda=0")),
            "blis/parameter/numbering");
}

}  // namespace
}  // namespace gemmcheck
