#include "generate/generate.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "call/text.h"
#include "calls.h"

namespace gemmcheck {
namespace {

// 64-bit FNV-1a over the calls' bytes.
std::uint64_t hash_of_calls(const Generator& generator, std::uint64_t count) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (std::uint64_t index = 0; index < count; ++index) {
    const Call call = generator.call(index);
    std::array<unsigned char, sizeof(Call)> bytes;
    std::memcpy(bytes.data(), &call, sizeof call);
    for (unsigned char byte : bytes) hash = (hash ^ byte) * 0x100000001b3u;
  }
  return hash;
}

// The stream is part of a run's identity. Where this fails by intention, kGeneratorVersion rises
// with the new hashes.
TEST(Generator, StreamsAreThoseOfThisVersion) {
  EXPECT_EQ(kGeneratorVersion, 3);
  EXPECT_EQ(hash_of_calls(Generator(1, kNetlibApis), 10000), 17322181705928598423u);
  EXPECT_EQ(hash_of_calls(Generator(20240229, kNetlibApis), 10000), 12642435452678453275u);
}

TEST(Generator, EveryCallStandsAlone) {
  const Generator generator(42, kNetlibApis);
  std::vector<Call> forwards;
  for (std::uint64_t index = 0; index < 3000; ++index) forwards.push_back(generator.call(index));
  for (std::uint64_t index = 3000; index-- > 0;) {
    ASSERT_EQ(Generator(42, kNetlibApis).call(index), forwards[index]) << index;
  }
}

TEST(Generator, SeedsAndIndicesMakeDifferentCalls) {
  std::set<std::string> lines;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Generator generator(seed, kNetlibApis);
    for (std::uint64_t index = 0; index < 1000; ++index) {
      lines.insert(print_call(generator.call(index)));
    }
  }
  EXPECT_GT(lines.size(), 3950u);
}

TEST(Generator, IndicesReachTo64Bits) {
  const Generator generator(1, kNetlibApis);
  EXPECT_NE(generator.call(~std::uint64_t{0}), generator.call(~std::uint64_t{0} - 1));
}

TEST(Generator, CallsReadBackFromTheirText) {
  const Generator generator(5, kNetlibApis);
  for (std::uint64_t index = 0; index < 50000; ++index) {
    const Call call = generator.call(index);
    const std::string line = print_call(call);
    const auto read = parse_call(line);
    ASSERT_TRUE(read.has_value()) << line << '\n' << read.error().message;
    ASSERT_EQ(*read, call) << line;
  }
}

TEST(Generator, MakesCallsOfTheGivenApisEquallyOften) {
  const ApiSet apis = api_bit(Api::kDgemm) | api_bit(Api::kCblasCgemm) | api_bit(Api::kZgemm);
  const Generator generator(5, apis);
  std::map<Api, int> counts;
  for (std::uint64_t index = 0; index < 9000; ++index) ++counts[generator.call(index).api];
  EXPECT_EQ(counts.size(), 3u);
  for (const auto& [api, count] : counts) {
    EXPECT_TRUE((apis & api_bit(api)) != 0);
    EXPECT_NEAR(count, 3000, 270);
  }
}

TEST(Generator, MixesTheLayersByWeight) {
  const Generator generator(5, kNetlibApis);
  std::map<Layer, int> counts;
  for (std::uint64_t index = 0; index < 10000; ++index) ++counts[generator.layer(index)];
  EXPECT_NEAR(counts[Layer::kBoundary], 6100, 300);
  EXPECT_NEAR(counts[Layer::kPairs], 1560, 200);
  EXPECT_NEAR(counts[Layer::kLattice], 1400, 200);
  EXPECT_NEAR(counts[Layer::kWide], 940, 180);
  EXPECT_NEAR(counts[Layer::kFar], 25, 23);
}

TEST(Generator, AboutThreeInFiveCallsAreAccepted) {
  const Generator generator(6, kNetlibApis);
  int accepted = 0;
  for (std::uint64_t index = 0; index < 20000; ++index) {
    accepted += is_accepted(predict(generator.call(index)));
  }
  EXPECT_GT(accepted, 20000 * 0.54);
  EXPECT_LT(accepted, 20000 * 0.64);
}

TEST(Generator, OneCallInTwentyThousandIsUndefined) {
  const Generator generator(6, kNetlibApis);
  int undefined = 0;
  std::set<std::uint64_t> clauses;
  for (std::uint64_t index = 0; index < 1000000; ++index) {
    const Call call = generator.call(index);
    if (call.A.kind == PointerKind::kValid && call.A.offset == 0 &&
        call.B.kind == PointerKind::kValid && call.B.offset == 0 &&
        call.C.kind == PointerKind::kValid && call.C.offset == 0 && !call.alpha.null &&
        !call.beta.null) {
      continue;  // nothing that could make it undefined
    }
    const Prediction prediction = predict(call);
    if (prediction.standing != Standing::kUndefined) continue;
    ++undefined;
    clauses.insert(prediction.undefined);
  }
  EXPECT_GT(undefined, 15);  // 50 expected, five standard deviations
  EXPECT_LT(undefined, 85);
  EXPECT_GT(clauses.size(), 5u) << "not always the same reason";
}

// What takes the worker's slow path must stay rare, and what makes it refill its operands rarer.
TEST(Generator, SpecialContentsAreTheMinority) {
  const Generator generator(6, kNetlibApis);
  constexpr int kCalls = 50000;
  int fills = 0;
  int alphas = 0;
  int betas = 0;
  std::set<FillKind> kinds;
  const auto finite = [](const Scalar& scalar) {
    return std::isfinite(scalar.re) && std::isfinite(scalar.im);
  };
  for (std::uint64_t index = 0; index < kCalls; ++index) {
    const Call call = generator.call(index);
    fills += call.fill.kind != FillKind::kInt;
    alphas += !finite(call.alpha);
    betas += !finite(call.beta);
    kinds.insert(call.fill.kind);
  }
  EXPECT_EQ(kinds.size(), 8u);
  EXPECT_GT(fills, kCalls * 0.04);
  EXPECT_LT(fills, kCalls * 0.07);
  for (int count : {alphas, betas}) {
    EXPECT_GT(count, kCalls * 0.012);
    EXPECT_LT(count, kCalls * 0.03);
  }
}

TEST(Generator, FillSeedsChangeRarelyAndComeBack) {
  const Generator generator(6, kNetlibApis);
  std::set<std::uint32_t> seeds;
  int changes = 0;
  std::uint32_t last = generator.call(0).fill.seed;
  for (std::uint64_t index = 0; index < 100000; ++index) {
    const std::uint32_t seed = generator.call(index).fill.seed;
    changes += seed != last;
    last = seed;
    seeds.insert(seed);
  }
  EXPECT_LT(changes, 30);
  EXPECT_GT(seeds.size(), 1u);
  EXPECT_LT(seeds.size(), 9u);
}

TEST(Generator, LayersHaveNames) {
  EXPECT_EQ(layer_name(Layer::kLattice), "lattice");
  EXPECT_EQ(layer_name(Layer::kPairs), "pairs");
  EXPECT_EQ(layer_name(Layer::kBoundary), "boundary");
  EXPECT_EQ(layer_name(Layer::kWide), "wide");
  EXPECT_EQ(layer_name(Layer::kFar), "far");
}

}  // namespace
}  // namespace gemmcheck
