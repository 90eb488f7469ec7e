// Arbitrary calls for properties: every value that the text form has, legal or not.
#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <limits>

#include "call/api.h"
#include "call/call.h"
#include "call/enums.h"

namespace gemmcheck::arbitrary {

// Bits that are not NaN but the one NaN, with the small and special values often.
inline rc::Gen<double> number() {
  using Limits = std::numeric_limits<double>;
  return rc::gen::oneOf(
      rc::gen::element(0.0, -0.0, 1.0, -1.0, 0.5, Limits::infinity(), -Limits::infinity(),
                       Limits::quiet_NaN(), Limits::max(), Limits::denorm_min(), 1e15, 1e16),
      rc::gen::map(rc::gen::inRange(-100000, 100000), [](int i) { return i / 8.0; }),
      rc::gen::map(rc::gen::arbitrary<std::uint64_t>(), [](std::uint64_t bits) {
        const auto value = __builtin_bit_cast(double, bits);
        return value == value ? value : Limits::quiet_NaN();
      }));
}

inline Scalar scalar(bool complex) {
  Scalar scalar;
  if (*rc::gen::weightedElement<bool>({{9, false}, {1, true}})) {
    scalar.null = true;
    return scalar;
  }
  scalar.re = *number();
  if (complex) scalar.im = *number();
  scalar.side = *rc::gen::element(Side::kByMode, Side::kHost, Side::kDevice);
  return scalar;
}

inline std::int32_t offset() {
  return *rc::gen::oneOf(rc::gen::element(0, 0, 2, 64, std::numeric_limits<std::int32_t>::max()),
                         rc::gen::inRange(0, 4096));
}

inline Workspace workspace() {
  Workspace workspace;
  switch (*rc::gen::inRange(0, 3)) {
    case 0:
      break;
    case 1:
      workspace.bytes = 0;
      workspace.null = true;
      break;
    default:
      workspace.bytes = *rc::gen::oneOf(
          rc::gen::element<std::int64_t>(0, 1, 4096, std::numeric_limits<std::int64_t>::max()),
          rc::gen::inRange<std::int64_t>(0, 1 << 30));
      workspace.offset = offset();
  }
  return workspace;
}

inline Pointer pointer(Operand self, bool array) {
  Pointer pointer;
  pointer.kind = *rc::gen::weightedElement<PointerKind>({{4, PointerKind::kValid},
                                                         {1, PointerKind::kNull},
                                                         {1, PointerKind::kHost},
                                                         {1, PointerKind::kAlias}});
  // Aliases point to operands before this one, so that they cannot lead back.
  if (pointer.kind == PointerKind::kAlias) {
    if (self == Operand::kA) {
      pointer.kind = PointerKind::kValid;
    } else {
      pointer.alias = static_cast<Operand>(*rc::gen::inRange(0, static_cast<int>(self)));
    }
  }
  if (pointer.kind != PointerKind::kNull) pointer.offset = offset();
  if (array && *rc::gen::arbitrary<bool>()) {
    pointer.entry = offset();
    pointer.entry_kind =
        *rc::gen::element(PointerKind::kValid, PointerKind::kNull, PointerKind::kHost);
    if (pointer.entry_kind != PointerKind::kNull) pointer.entry_offset = offset();
  }
  return pointer;
}

inline std::int64_t integer(IntegerRange range) {
  // Sizes, the enumerators of one library or another, what is at the ends, and anything.
  const std::int64_t value = *rc::gen::oneOf(
      rc::gen::inRange<std::int64_t>(-2, 34), rc::gen::inRange<std::int64_t>(64, 128),
      rc::gen::element(range.min, range.max), rc::gen::arbitrary<std::int64_t>());
  if (value >= range.min && value <= range.max) return value;
  // Less than 64 bits: a range of all of them holds every value.
  const auto width = static_cast<std::uint64_t>(range.max) - static_cast<std::uint64_t>(range.min);
  return range.min + static_cast<std::int64_t>(static_cast<std::uint64_t>(value) % (width + 1));
}

inline Call call() {
  const auto api = static_cast<Api>(*rc::gen::inRange(0, kApiCount));
  const ApiInfo& info = api_info(api);
  Call call = baseline(api);
  for (int i = 0; i < kKeyCount; ++i) {
    const auto key = static_cast<Key>(i);
    // Half of the fields stay, so that tight and omitted values are met as well.
    if (!holds_integer(key) || !has_key(api, key) || *rc::gen::arbitrary<bool>()) continue;
    if (is_choice(key)) {
      set_integer(call, key, 1);
    } else {
      set_integer(call, key, integer(integer_range(api, key)));
    }
  }
  if (*rc::gen::arbitrary<bool>()) set_tight(call);
  const bool array = info.batch == Batch::kPointerArray;
  if (has_key(api, Key::kAlpha)) call.alpha = scalar(info.complex_scalars);
  if (has_key(api, Key::kBeta)) call.beta = scalar(info.complex_scalars);
  if (has_key(api, Key::kA)) call.A = pointer(Operand::kA, array);
  if (has_key(api, Key::kB)) call.B = pointer(Operand::kB, array);
  if (has_key(api, Key::kC)) call.C = pointer(Operand::kC, array);
  if (has_key(api, Key::kWorkspace)) call.workspace = workspace();
  call.fill.kind = static_cast<FillKind>(*rc::gen::inRange(0, 8));
  call.fill.seed = *rc::gen::arbitrary<std::uint32_t>();
  return call;
}

}  // namespace gemmcheck::arbitrary
