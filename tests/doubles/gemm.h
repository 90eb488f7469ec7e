// One gemm call from its arguments to its end, for both interfaces.
#pragma once

#include <cstdint>

#include "doubles/misdeeds.h"
#include "doubles/product.h"
#include "doubles/refuse.h"

namespace gemmcheck::doubles {

/// Whether this call, legal as it is, is refused all the same; kNothing if it is not. `first_of_a`:
/// whether the first element of A is read and is NaN.
[[nodiscard]] Parameter refused_on_a_whim(const Arguments& call, bool a_starts_with_nan);

/// What the library notes of a call for the next one.
void note_refusal(Parameter wrong);
/// Forgets it, and tells whether there was something.
[[nodiscard]] bool was_refused_before();

/// False for null, and for what lies a little behind it.
inline bool is_memory(const void* pointer) {
  constexpr std::uintptr_t kFirstPage = 4096;
  return reinterpret_cast<std::uintptr_t>(pointer) >= kFirstPage;
}

template <typename T>
void gemm(const Arguments& call, const T* alpha_at, T* a, T* b, const T* beta_at, T* c) {
  Parameter wrong = first_wrong(call);
  if (was_refused_before() && wrong == kLdc) wrong = kNothing;
  const T alpha = wrong == kNothing ? *alpha_at : T(0);
  const T beta = wrong == kNothing ? *beta_at : T(0);
  const bool reads_ab = alpha != T(0) && call.m > 0 && call.n > 0 && call.k > 0;
  if (wrong == kNothing) wrong = refused_on_a_whim(call, reads_ab && a[0] != a[0]);
  if (wrong != kNothing) {
    if (telling(Lie::kWritesOnRefusal) && wrong == kLdc && call.m > 0 && call.n > 0 &&
        is_memory(c)) {
      c[0] = T(77);
    }
    note_refusal(wrong);
    return refuse(call, wrong);
  }
  end_badly(call);
  const bool adds = alpha != T(0) && call.k > 0;
  if (call.m <= 0 || call.n <= 0 || (!adds && beta == T(1))) return;
  multiply(column_major<T>(call, alpha, a, b, beta, c));
  trespass(call, {reads_ab ? reinterpret_cast<char*>(a) : nullptr,
                  reads_ab ? reinterpret_cast<char*>(b) : nullptr, reinterpret_cast<char*>(c),
                  sizeof(T)});
}

}  // namespace gemmcheck::doubles
