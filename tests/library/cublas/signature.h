// Whether two function pointer types are called alike: the kind and size of each parameter.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>

namespace gemmcheck {

enum class SlotKind { kVoid, kPointer, kSigned, kUnsigned, kOther };

struct Slot {
  SlotKind kind;
  std::size_t size;
  friend constexpr bool operator==(const Slot&, const Slot&) = default;
};

/// Where and how a value of type T is passed. An enum passes as an int, whatever underlying type
/// the compiler gave it.
template <typename T>
constexpr Slot slot() {
  if constexpr (std::is_void_v<T>) {
    return {SlotKind::kVoid, 0};
  } else if constexpr (std::is_pointer_v<T>) {
    return {SlotKind::kPointer, sizeof(T)};
  } else if constexpr (std::is_enum_v<T>) {
    return {SlotKind::kSigned, sizeof(T)};
  } else if constexpr (std::is_integral_v<T>) {
    return {std::is_signed_v<T> ? SlotKind::kSigned : SlotKind::kUnsigned, sizeof(T)};
  } else {
    return {SlotKind::kOther, sizeof(T)};
  }
}

template <typename Function>
struct Signature;
template <typename Return, typename... Parameters>
struct Signature<Return (*)(Parameters...)> {
  static constexpr std::array<Slot, 1 + sizeof...(Parameters)> kSlots = {slot<Return>(),
                                                                         slot<Parameters>()...};
};

template <typename Ours, typename Theirs>
constexpr bool same_signature() {
  return std::ranges::equal(Signature<Ours>::kSlots, Signature<Theirs>::kSlots);
}

// It must be able to say no.
static_assert(same_signature<void (*)(int, void*), void (*)(SlotKind, const float* const*)>());
static_assert(!same_signature<void (*)(int), void (*)(long long)>());
static_assert(!same_signature<void (*)(int), void (*)(unsigned)>());
static_assert(!same_signature<void (*)(int), void (*)(float)>());
static_assert(!same_signature<void (*)(int), void (*)(int, int)>());
static_assert(!same_signature<void (*)(int, void*), void (*)(void*, int)>());
static_assert(!same_signature<int (*)(), void (*)()>());

}  // namespace gemmcheck
