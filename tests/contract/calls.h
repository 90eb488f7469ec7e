// Calls for the tests of the contract: a whole small lattice, and random ones.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "call/call.h"

namespace gemmcheck::testing {

/// A legal product with three different sizes.
inline Call product(Api api) {
  Call call = baseline(api);
  call.m = 2;
  call.n = 3;
  call.k = 4;
  set_tight(call);
  return call;
}

inline std::vector<std::int32_t> layouts(Api api) {
  if (!has_key(api, Key::kLayout)) return {0};
  return {101, 102, 0};
}
/// Every legal op and two illegal ones.
inline std::vector<std::int32_t> ops(Api api) {
  if (api_info(api).convention == Convention::kFortran) {
    return {'N', 'T', 'C', 'n', 't', 'c', '/', 0};
  }
  return {111, 112, 113, 114, 'N'};
}

/// Layout, ops, and sizes and leading dimensions from -1 to 2, until `visit` returns false.
template <typename Visit>
bool for_each_lattice_call(Api api, const Visit& visit) {
  constexpr std::array<std::int64_t, 4> kValues = {-1, 0, 1, 2};
  Call call = baseline(api);
  for (const std::int32_t layout : layouts(api)) {
    for (const std::int32_t transa : ops(api)) {
      for (const std::int32_t transb : ops(api)) {
        call.layout = layout;
        call.transa = transa;
        call.transb = transb;
        for (int i = 0; i < 4096; ++i) {
          call.m = kValues[static_cast<std::size_t>(i & 3)];
          call.n = kValues[static_cast<std::size_t>(i >> 2 & 3)];
          call.k = kValues[static_cast<std::size_t>(i >> 4 & 3)];
          call.lda = kValues[static_cast<std::size_t>(i >> 6 & 3)];
          call.ldb = kValues[static_cast<std::size_t>(i >> 8 & 3)];
          call.ldc = kValues[static_cast<std::size_t>(i >> 10 & 3)];
          if (!visit(call)) return false;
        }
      }
    }
  }
  return true;
}

using Random = std::mt19937_64;
inline std::int64_t between(Random& random, std::int64_t low, std::int64_t high) {
  return std::uniform_int_distribution<std::int64_t>(low, high)(random);
}
template <typename Values>
auto pick(Random& random, const Values& values) {
  return values[static_cast<std::size_t>(between(random, 0, std::ssize(values) - 1))];
}

inline std::int64_t random_size(Random& random) {
  switch (between(random, 0, 9)) {
    case 0:
      return between(random, INT32_MIN, INT32_MAX);
    case 1:
      return pick(random, std::vector<std::int64_t>{INT32_MIN, INT32_MAX, -1, 0, 1});
    default:
      return between(random, -1, 9);
  }
}

inline Pointer random_pointer(Random& random, Operand self) {
  Pointer pointer;
  if (between(random, 0, 5) == 0) pointer.kind = PointerKind::kNull;
  if (between(random, 0, 9) == 0) pointer.kind = PointerKind::kHost;
  if (between(random, 0, 5) == 0) {
    const Operand other = static_cast<Operand>(between(random, 0, 2));
    if (other != self) {
      pointer.kind = PointerKind::kAlias;
      pointer.alias = other;
    }
  }
  if (between(random, 0, 4) == 0)
    pointer.offset = static_cast<std::int32_t>(between(random, 1, 16));
  return pointer;
}

inline Scalar random_scalar(Random& random) {
  Scalar scalar;
  const std::vector<double> values = {0,     -0.0,  1,     1,        2,           -1,
                                      1e-60, 1e-45, 1e300, 1 + 1e-9, 1 - 0x1p-25, NAN};
  scalar.re = pick(random, values);
  if (between(random, 0, 2) == 0) scalar.im = pick(random, values);
  return scalar;
}

/// Half of them with all sizes tight, a few with odd pointers and scalars.
inline Call random_call(Random& random) {
  Call call = baseline(static_cast<Api>(between(random, 0, kNetlibApiCount - 1)));
  call.layout = pick(random, layouts(call.api));
  call.transa = pick(random, ops(call.api));
  call.transb = pick(random, ops(call.api));
  call.m = random_size(random);
  call.n = random_size(random);
  call.k = random_size(random);
  set_tight(call);
  if (between(random, 0, 1) == 0) {
    for (const Key key : {Key::kLda, Key::kLdb, Key::kLdc}) {
      if (between(random, 0, 1) == 0) {
        set_integer(call, key, get_integer(call, key) + between(random, -1, 1));
      } else {
        set_integer(call, key, random_size(random));
      }
    }
  }
  call.alpha = random_scalar(random);
  call.beta = random_scalar(random);
  if (between(random, 0, 2) == 0) {
    call.A = random_pointer(random, Operand::kA);
    call.B = random_pointer(random, Operand::kB);
    call.C = random_pointer(random, Operand::kC);
    call.alpha.null = between(random, 0, 9) == 0;
    call.beta.null = between(random, 0, 9) == 0;
    if (call.alpha.null) call.alpha.re = call.alpha.im = 0;
    if (call.beta.null) call.beta.re = call.beta.im = 0;
  }
  return call;
}

}  // namespace gemmcheck::testing
