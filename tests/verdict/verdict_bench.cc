// What judging costs: the two answers that nearly every call gives, and one that is rare.
#include <benchmark/benchmark.h>

#include "observations.h"
#include "verdict/key.h"

namespace gemmcheck {
namespace {

void judge_one(benchmark::State& state, std::string_view line, const Observation& observation) {
  const Call call = call_of(line);
  const Prediction prediction = predict(call, netlib_contract());
  const Contract& contract = netlib_contract();
  const Numbering numbering;
  for (auto _ : state) {
    const Verdict verdict = judge(call, prediction, observation, contract, numbering);
    benchmark::DoNotOptimize(verdict.judgement);
    benchmark::ClobberMemory();
  }
}

void accepted(benchmark::State& state) {
  judge_one(state, "cblas_dgemm m=2 n=3 k=4", returned());
}
BENCHMARK(accepted);

void refused_with_parameter(benchmark::State& state) {
  judge_one(state, "cblas_dgemm m=2 n=3 k=4 lda=1", refused(9));
}
BENCHMARK(refused_with_parameter);

void refused_row_major(benchmark::State& state) {
  judge_one(state, "cblas_dgemm layout=RowMajor m=2 n=3 k=4 lda=1", refused(9));
}
BENCHMARK(refused_row_major);

void coarse_key_of_a_disagreement(benchmark::State& state) {
  const Call call = call_of("cblas_dgemm m=2 n=3 k=4 lda=1");
  const Prediction prediction = predict(call, netlib_contract());
  const Observation observation = returned();
  for (auto _ : state) {
    const Verdict verdict = judge(call, prediction, observation, netlib_contract(), Numbering{});
    benchmark::DoNotOptimize(coarse_key(call, prediction, observation, verdict));
  }
}
BENCHMARK(coarse_key_of_a_disagreement);

}  // namespace
}  // namespace gemmcheck
