// How long one line takes to read and to print.
#include <benchmark/benchmark.h>

#include <string>
#include <string_view>

#include "call/text.h"

namespace gemmcheck {
namespace {

// Every parameter given, none at its baseline.
constexpr std::string_view kFull =
    "cblas_dgemm layout=RowMajor transa=T transb=T m=384 n=96 k=8192 alpha=2 A=+2 lda=9000 B=+16 "
    "ldb=8200 beta=3 C=+8 ldc=100";
// The same with circumstances and with values of every kind.
constexpr std::string_view kRich =
    "cblas_zgemm layout=RowMajor transa=T transb=C m=384 n=96 k=8192 alpha=2:-1 A=+2 lda=9000 "
    "B=null ldb=8200 beta=0.1@device C=A+64 ldc=100 guard=front fill=random:17";
constexpr std::string_view kUsual = "cblas_dgemm layout=RowMajor transb=T m=2 n=3 k=4 lda=3";

void parse(benchmark::State& state, std::string_view line) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(line);
    const auto call = parse_call(line);
    benchmark::DoNotOptimize(&call);
    benchmark::ClobberMemory();
  }
}

void print(benchmark::State& state, std::string_view line) {
  const auto call = parse_call(line);
  if (!call) {
    state.SkipWithError(call.error().message.c_str());
    return;
  }
  std::string out;
  for (auto _ : state) {
    benchmark::DoNotOptimize(&*call);
    benchmark::ClobberMemory();
    out.clear();
    print_call(*call, out);
    benchmark::DoNotOptimize(out.data());
  }
}

BENCHMARK_CAPTURE(parse, full, kFull);
BENCHMARK_CAPTURE(parse, rich, kRich);
BENCHMARK_CAPTURE(parse, usual, kUsual);
BENCHMARK_CAPTURE(print, full, kFull);
BENCHMARK_CAPTURE(print, rich, kRich);
BENCHMARK_CAPTURE(print, usual, kUsual);

}  // namespace
}  // namespace gemmcheck

BENCHMARK_MAIN();
