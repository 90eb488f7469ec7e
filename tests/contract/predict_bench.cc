// How long a prediction takes, for accepted and refused calls; medians with
// --benchmark_repetitions.
#include <benchmark/benchmark.h>

#include <vector>

#include "contract/predict.h"

namespace gemmcheck {
namespace {

Call product(Api api) {
  Call call = baseline(api);
  call.m = 3;
  call.n = 4;
  call.k = 5;
  call.beta.re = 2;
  set_tight(call);
  return call;
}

void accepted(benchmark::State& state, Api api) {
  const Call call = product(api);
  const Contract& contract = netlib_contract();
  for (auto _ : state) {
    benchmark::DoNotOptimize(predict(call, contract));
  }
}
BENCHMARK_CAPTURE(accepted, dgemm, Api::kDgemm);
BENCHMARK_CAPTURE(accepted, cblas_dgemm, Api::kCblasDgemm);
BENCHMARK_CAPTURE(accepted, cblas_cgemm, Api::kCblasCgemm);

void refused(benchmark::State& state, Api api) {
  Call call = product(api);
  call.lda = 0;
  call.ldc = 0;
  const Contract& contract = netlib_contract();
  for (auto _ : state) {
    benchmark::DoNotOptimize(predict(call, contract));
  }
}
BENCHMARK_CAPTURE(refused, dgemm, Api::kDgemm);
BENCHMARK_CAPTURE(refused, cblas_dgemm, Api::kCblasDgemm);

void undefined(benchmark::State& state) {
  Call call = product(Api::kDgemm);
  call.A.kind = PointerKind::kNull;
  const Contract& contract = netlib_contract();
  for (auto _ : state) {
    benchmark::DoNotOptimize(predict(call, contract));
  }
}
BENCHMARK(undefined);

// Calls of every API, layout and op with small sizes and leading dimensions, so that no branch is
// the same twice; about 1 in 5 is accepted.
void mixed(benchmark::State& state) {
  std::vector<Call> calls;
  std::uint64_t random = 1;
  const auto between = [&random](std::int64_t low, std::int64_t high) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    return low +
           static_cast<std::int64_t>((random >> 33) % static_cast<std::uint64_t>(high - low + 1));
  };
  for (int i = 0; i < 4096; ++i) {
    Call call = product(static_cast<Api>(between(0, kNetlibApiCount - 1)));
    if (has_key(call.api, Key::kLayout)) call.layout = static_cast<std::int32_t>(between(101, 102));
    call.m = between(0, 4);
    call.n = between(0, 4);
    call.k = between(0, 4);
    call.beta.re = static_cast<double>(between(0, 2));
    set_tight(call);
    if (between(0, 3) != 0) {
      call.lda += between(-1, 2);
      call.ldb += between(-1, 2);
      call.ldc += between(-1, 2);
    }
    calls.push_back(call);
  }
  std::size_t next = 0;
  const Contract& contract = netlib_contract();
  for (auto _ : state) {
    benchmark::DoNotOptimize(predict(calls[next], contract));
    next = next + 1 == calls.size() ? 0 : next + 1;
  }
}
BENCHMARK(mixed);

}  // namespace
}  // namespace gemmcheck

BENCHMARK_MAIN();
