// Sandboxed calls a second, every check on: sizes 1 to 8, faults by one step. And how long it takes
// from a death to the next judged call.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "call/api.h"
#include "library/spec.h"
#include "sandbox/sandbox.h"

namespace {

using namespace gemmcheck;
using Clock = std::chrono::steady_clock;

constexpr int kRuns = 5;
constexpr std::size_t kCallsARun = 1'000'000;
constexpr std::size_t kDeaths = 200;

struct Mix {
  std::vector<Api> apis;
  std::int64_t largest;
  std::uint64_t state = 1;

  std::uint64_t draw(std::uint64_t bound) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % bound;
  }

  // About 61 % legal; else one parameter is one step over its bound.
  Call next() {
    Call call = baseline(apis[draw(apis.size())]);
    const bool fortran = api_info(call.api).convention == Convention::kFortran;
    const auto op = [&] {
      return static_cast<std::int32_t>(draw(2) == 0 ? (fortran ? 'N' : 111)
                                                    : (fortran ? 'T' : 112));
    };
    const auto size = [&] { return 1 + static_cast<std::int64_t>(draw(largest)); };
    call.transa = op();
    call.transb = op();
    call.m = size();
    call.n = size();
    call.k = size();
    call.guard = static_cast<std::int32_t>(draw(2));
    if (draw(2) == 0) call.beta.re = 1;
    set_tight(call);
    if (draw(100) < 61) return call;
    switch (draw(8)) {
      case 0:
        call.transa = '/';
        break;
      case 1:
        call.transb = '/';
        break;
      case 2:
        call.m = -1;
        break;
      case 3:
        call.n = -1;
        break;
      case 4:
        call.k = -1;
        break;
      case 5:
        --call.lda;
        break;
      case 6:
        --call.ldb;
        break;
      default:
        --call.ldc;
        break;
    }
    return call;
  }
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void measure(Sandbox& sandbox, const char* what, const std::vector<Api>& apis, std::int64_t largest,
             std::size_t count) {
  Mix mix{apis, largest};
  std::vector<Call> pool;
  for (int i = 0; i < 1 << 14; ++i) pool.push_back(mix.next());
  std::vector<double> rates;
  std::size_t accepted = 0;
  std::size_t wrong = 0;
  for (int run = 0; run < kRuns; ++run) {
    accepted = wrong = 0;
    std::size_t made = 0;
    const Clock::time_point start = Clock::now();
    const auto streamed = sandbox.stream(
        [&](std::span<Call> calls, std::span<std::uint8_t>) {
          const std::size_t now = std::min(calls.size(), count - made);
          for (std::size_t i = 0; i < now; ++i) calls[i] = pool[made++ % pool.size()];
          return now;
        },
        [&](std::span<const Call>, std::span<const Observation> observations) {
          for (const Observation& one : observations) {
            accepted += one.outcome == Outcome::kReturned && one.messages == 0 ? 1 : 0;
            wrong += one.effects != 0 || one.outcome == Outcome::kCrash ? 1 : 0;
          }
          return true;
        });
    if (!streamed) {
      std::printf("%s\n", streamed.error().message.c_str());
      return;
    }
    rates.push_back(static_cast<double>(count) / seconds_since(start));
  }
  std::printf("  %-22s sizes 1..%-3ld %5.1f %% accepted  %6.3f M calls/s  (%zu with effects)\n",
              what, static_cast<long>(largest),
              100.0 * static_cast<double>(accepted) / static_cast<double>(count),
              median(rates) / 1e6, wrong);
}

// A null A that must be read ends a life each time.
void measure_deaths(Sandbox& sandbox) {
  Call deadly = baseline(Api::kDgemm);
  deadly.A.kind = PointerKind::kNull;
  const std::vector<Call> calls(kDeaths, deadly);
  std::vector<Observation> observations(kDeaths);
  std::vector<double> times;
  for (int run = 0; run < kRuns; ++run) {
    const Clock::time_point start = Clock::now();
    if (!sandbox.observe(calls, observations)) return;
    times.push_back(seconds_since(start) / kDeaths);
  }
  std::printf("  %-22s %.0f us\n", "death to next call", 1e6 * median(times));
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<std::string> libraries(arguments + 1, arguments + count);
  if (libraries.empty()) libraries = {"netlib", "openblas", "blis"};
  for (const std::string& name : libraries) {
    const auto spec = resolve_library(name);
    if (!spec) {
      std::printf("%s\n", spec.error().message.c_str());
      continue;
    }
    SandboxOptions options;
    options.worker = GEMMCHECK_WORKER;
    auto sandbox = Sandbox::start(*spec, options);
    if (!sandbox) {
      std::printf("%s\n", sandbox.error().message.c_str());
      continue;
    }
    const LibraryInfo& info = (*sandbox)->library();
    std::printf("%s %s %s\n", info.name.c_str(), info.version.c_str(), info.core.c_str());
    measure(**sandbox, "dgemm_, sgemm_", {Api::kDgemm, Api::kSgemm}, 8, kCallsARun);
    measure(**sandbox, "cblas_dgemm, _sgemm", {Api::kCblasDgemm, Api::kCblasSgemm}, 8, kCallsARun);
    measure(**sandbox, "dgemm_, sgemm_", {Api::kDgemm, Api::kSgemm}, 32, kCallsARun / 4);
    measure_deaths(**sandbox);
  }
}
