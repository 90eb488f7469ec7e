// What judging one accepted call costs, over random sizes, ops and leading dimensions.
#include <benchmark/benchmark.h>

#include <cstring>
#include <memory>
#include <random>
#include <vector>

#include "call/call.h"
#include "call/extents.h"
#include "reference/check.h"
#include "reference/contents.h"
#include "reference/operands.h"

namespace gemmcheck {
namespace {

struct Case {
  Call call;
  testing::Memory memory;
};

std::vector<std::unique_ptr<Case>> make_cases(Api api, int largest, FillKind fill, int count) {
  std::mt19937 random(1);
  const auto upto = [&](int limit) {
    return static_cast<int>(random() % static_cast<unsigned>(limit));
  };
  std::vector<std::unique_ptr<Case>> cases;
  for (int i = 0; i < count; ++i) {
    Call call = baseline(api);
    call.m = 1 + upto(largest);
    call.n = 1 + upto(largest);
    call.k = 1 + upto(largest);
    call.layout = upto(2) ? 101 : 102;
    call.transa = 111 + upto(2);
    call.transb = 111 + upto(2);
    set_tight(call);
    call.lda += upto(2);
    call.ldb += upto(2);
    call.ldc += upto(2);
    call.alpha.re = 1 + upto(2);
    call.beta.re = upto(2);
    call.fill = {fill, {}, 1};
    cases.push_back(std::make_unique<Case>(Case{call, testing::Memory(call)}));
    testing::conform(call, cases.back()->memory);
  }
  return cases;
}

void accepted(benchmark::State& state, Api api, FillKind fill) {
  const auto cases = make_cases(api, static_cast<int>(state.range(0)), fill, 64);
  std::size_t next = 0;
  for (auto _ : state) {
    Case& item = *cases[next++ % cases.size()];
    Observation observation;
    check_memory(item.call, item.memory.operands(false), false, observation);
    if (observation.effects != 0) state.SkipWithError("a correct result was judged wrong");
    benchmark::DoNotOptimize(observation);
  }
}

void refused(benchmark::State& state) {
  const auto cases =
      make_cases(Api::kCblasDgemm, static_cast<int>(state.range(0)), FillKind::kInt, 64);
  std::size_t next = 0;
  for (auto _ : state) {
    Case& item = *cases[next++ % cases.size()];
    std::memcpy(item.memory.c.data(), item.memory.c_before.data(), item.memory.c.size());
    Observation observation;
    check_memory(item.call, item.memory.operands(false), true, observation);
    benchmark::DoNotOptimize(observation);
  }
}

void fill_c(benchmark::State& state) {
  std::vector<double> arena(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    fill_components(arena.data(), arena.size(), 8, {FillKind::kInt, {}, 1}, Operand::kC,
                    Guard::kEnd);
    benchmark::DoNotOptimize(arena.data());
  }
}

BENCHMARK_CAPTURE(accepted, dgemm_int, Api::kCblasDgemm, FillKind::kInt)->Arg(8)->Arg(32);
BENCHMARK_CAPTURE(accepted, sgemm_int, Api::kCblasSgemm, FillKind::kInt)->Arg(8)->Arg(32);
BENCHMARK_CAPTURE(accepted, zgemm_int, Api::kCblasZgemm, FillKind::kInt)->Arg(8)->Arg(32);
BENCHMARK_CAPTURE(accepted, dgemm_random, Api::kCblasDgemm, FillKind::kRandom)->Arg(8)->Arg(32);
BENCHMARK_CAPTURE(accepted, dgemm_nan_a, Api::kCblasDgemm, FillKind::kNanA)->Arg(8)->Arg(32);
BENCHMARK_CAPTURE(accepted, zgemm_inf_b, Api::kCblasZgemm, FillKind::kInfB)->Arg(8)->Arg(32);
BENCHMARK(refused)->Arg(8)->Arg(32);
BENCHMARK(fill_c)->Arg(64)->Arg(1024);

}  // namespace
}  // namespace gemmcheck

BENCHMARK_MAIN();
