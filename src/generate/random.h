// Numbers for one call, from (seed, index) alone.
#pragma once

#include <cstdint>

namespace gemmcheck {

/// A deterministic stream of numbers from one (seed, index): SplitMix64 (Steele, Lea and Flood,
/// 2014), started at a multiple of each; the two and the step between numbers are unrelated, so no
/// two streams run into each other.
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t index)
      : state_(seed * 0xd1342543de82ef95u + index * 0xaf251af3b0f025b5u) {}

  std::uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15u); }
  /// Uniform in [0, bound); bound > 0.
  std::uint64_t below(std::uint64_t bound) { return high(next(), bound); }
  /// Uniform in [low, high].
  std::int64_t between(std::int64_t low, std::int64_t high) {
    const std::uint64_t width =
        static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
    const std::uint64_t step = width == 0 ? next() : below(width);
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + step);
  }
  bool one_in(std::uint64_t n) { return below(n) == 0; }

 private:
  static std::uint64_t high(std::uint64_t x, std::uint64_t y) {
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>(x) * y) >> 64);
  }
  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

/// Several small choices out of one random number, which is read as a fraction in mixed radix: a
/// choice costs a multiplication. The radices' product should stay well below 2^56.
class Digits {
 public:
  explicit Digits(std::uint64_t random) : fraction_(random) {}

  /// Uniform in [0, radix); radix > 0.
  std::uint32_t take(std::uint32_t radix) {
    const unsigned __int128 product = static_cast<unsigned __int128>(fraction_) * radix;
    fraction_ = static_cast<std::uint64_t>(product);
    return static_cast<std::uint32_t>(product >> 64);
  }

 private:
  std::uint64_t fraction_;
};

}  // namespace gemmcheck
