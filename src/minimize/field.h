// One argument of a call as the reducer sees it: its distance from the baseline and the values that
// it may take in the box.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "call/call.h"
#include "call/key.h"

namespace gemmcheck {

/// Sizes, leading dimensions and strides in the box.
inline constexpr std::int64_t kBoxMin = -2;
inline constexpr std::int64_t kBoxMax = 9;

/// Every key, in canonical order: what a tight value depends on stands before it.
[[nodiscard]] std::span<const Key> all_keys();

/// A leading dimension or stride: its baseline is the tight value for the call's other fields.
[[nodiscard]] bool is_tight(Key key);
/// A number (size, leading dimension, stride, count), which can go one step towards its baseline;
/// enums, scalars, pointers and the like can only go back to it.
[[nodiscard]] bool is_number(Api api, Key key);

/// Where alpha and beta, and A, B, C and co, lie in the record; nullptr for other keys.
[[nodiscard]] Scalar Call::*scalar_member(Key key);
[[nodiscard]] Pointer Call::*pointer_member(Key key);

/// Distance from the baseline; 0 exactly if the field is at it. Integers: |value - default|. Enums:
/// the enumerator's place in its table, unnamed values after them by distance from the nearest.
/// Others: place in a table of what is simple (null before offsets before aliases, ...).
[[nodiscard]] std::uint64_t field_magnitude(const Call& call, Key key);

/// Sets one field of `to` as it is in `from` and leaves all others as they are, tight or not.
void copy_field(Call& to, Key key, const Call& from);

/// The line of `call` with one value changed: as `copy_field`, but leading dimensions and strides
/// that were tight stay tight.
[[nodiscard]] Call with_field(const Call& call, Key key, const Call& from);
/// The same, but leading dimensions keep their distance from tight (saturated at the type's ends).
[[nodiscard]] Call with_field_and_slack(const Call& call, Key key, const Call& from);

/// A value of a field in the box: any call that holds it.
struct FieldValue {
  std::uint64_t magnitude;
  Call holder;
};
/// The values that the box has for a field that is not `is_tight`, off baseline only, smallest
/// magnitude first.
[[nodiscard]] std::vector<FieldValue> box_values(Api api, Key key);

}  // namespace gemmcheck
