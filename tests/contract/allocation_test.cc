// Predicting allocates nothing. This file counts for the whole program.
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "contract/calls.h"
#include "contract/numbering.h"
#include "contract/predict.h"

namespace {
thread_local long allocations = 0;
}

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace gemmcheck {
namespace {

TEST(Allocation, IsCounted) {
  const long before = allocations;
  const auto memory = std::make_unique<std::string>(100, 'x');
  EXPECT_GE(allocations - before, 2);
}

TEST(Allocation, PredictNeedsNone) {
  Contract interpreted = netlib_contract();
  interpreted.evaluate = nullptr;
  testing::Random random(3);
  std::vector<Call> calls;
  for (int i = 0; i < 2000; ++i) calls.push_back(testing::random_call(random));
  std::uint64_t seen = 0;
  const long before = allocations;
  for (const Call& call : calls) {
    const Prediction prediction = predict(call);
    seen += prediction.violated | prediction.undefined;
    seen += predict(call, interpreted).statuses;
    seen += static_cast<std::uint64_t>(parameter_of(call, prescribed_scheme(call.api), 8));
    seen += number_of(call, Scheme::kFortranOfSwappedCall, Key::kLda).has_value();
  }
  EXPECT_EQ(allocations - before, 0);
  EXPECT_NE(seen, 0u);
}

}  // namespace
}  // namespace gemmcheck
