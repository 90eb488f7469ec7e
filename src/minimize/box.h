// The calls near the baseline, level by level: sizes and leading dimensions -2..9, small tables of
// the other values, few fields off baseline.
#pragma once

#include <cstdint>
#include <vector>

#include "call/call.h"
#include "minimize/field.h"
#include "minimize/minimize.h"

namespace gemmcheck {

inline constexpr int kBoxFields = 4;
/// Calls with all kBoxFields fields off baseline are in the box up to this sum of magnitudes only:
/// beyond, there are millions of them.
inline constexpr std::uint64_t kFullMagnitude = 8;

class Box {
 public:
  explicit Box(Api api);

  [[nodiscard]] bool contains(const Call& call) const;

  /// No call of the box with `fields` fields off baseline has a larger sum of magnitudes.
  [[nodiscard]] std::uint64_t max_magnitude(int fields) const;

  /// The calls of the box with exactly these many fields off baseline and this sum of magnitudes
  /// that `keep` accepts, by text. 0 <= fields <= kBoxFields.
  [[nodiscard]] std::vector<Call> layer(int fields, std::uint64_t magnitude,
                                        const MayShow& keep) const;

 private:
  struct Field {
    Key key;
    std::vector<FieldValue> values;  ///< empty for leading dimensions and strides
    std::uint64_t max;               ///< largest magnitude in the box
    /// most_after[j]: the largest sum of j fields among this one and those after it
    std::uint64_t most[kBoxFields + 1];
  };
  struct Layer;
  void extend(Layer& layer, std::size_t first, const Call& call, int fields,
              std::uint64_t magnitude) const;
  void set(Layer& layer, std::size_t index, const Call& call, int fields, std::uint64_t magnitude,
           std::uint64_t step) const;

  Api api_;
  std::vector<Field> fields_;  ///< in canonical order
};

}  // namespace gemmcheck
