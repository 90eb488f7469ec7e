// How long a call takes to generate, and what counting its coverage adds.
#include <benchmark/benchmark.h>

#include "contract/predict.h"
#include "generate/coverage.h"
#include "generate/generate.h"

namespace gemmcheck {
namespace {

void BM_Generate(benchmark::State& state) {
  const Generator generator(1, kNetlibApis);
  std::uint64_t index = 0;
  for (auto _ : state) benchmark::DoNotOptimize(generator.call(index++));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BM_Generate);

void BM_GenerateAndPredict(benchmark::State& state) {
  const Generator generator(1, kNetlibApis);
  std::uint64_t index = 0;
  for (auto _ : state) {
    const Call call = generator.call(index++);
    benchmark::DoNotOptimize(predict(call));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BM_GenerateAndPredict);

void BM_GeneratePredictAndCover(benchmark::State& state) {
  const Generator generator(1, kNetlibApis);
  Coverage coverage(netlib_contract());
  std::uint64_t index = 0;
  for (auto _ : state) {
    const Call call = generator.call(index++);
    coverage.add(call, predict(call));
  }
  benchmark::DoNotOptimize(coverage);
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BM_GeneratePredictAndCover);

}  // namespace
}  // namespace gemmcheck
