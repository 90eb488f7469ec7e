#include "call/text_keys.h"

#include <algorithm>

namespace gemmcheck {
namespace {

constexpr std::array kModes = {EnumRow{"execute", 0, ""}, EnumRow{"capture", 1, ""}};
constexpr std::array kHandles = {EnumRow{"valid", 0, ""}, EnumRow{"null", 1, ""}};

}  // namespace

std::span<const EnumRow> value_names(Api api, const KeyRow& row) {
  if (row.key == Key::kMode) return kModes;
  if (row.key == Key::kHandle) return kHandles;
  return enum_rows(api, row.key);
}

const TextTables& TextTables::get() {
  static const TextTables tables;
  return tables;
}

TextTables::TextTables() {
  for (const KeyRow& row : kKeyRows) {
    const std::string_view name = key_name(row.key);
    PackedName packed{};
    std::memcpy(&packed, name.data(), std::min(name.size(), sizeof(packed)));
    std::size_t slot = hash(packed);
    while (slots_[slot].key != Key::kNone) slot = (slot + 1) % kSlots;
    slots_[slot] = {packed, row.key};

    KeyLabel& label = labels_[static_cast<std::size_t>(row.key)];
    label.size = std::min(name.size() + 2, label.text.size());
    label.text[0] = ' ';
    std::memcpy(label.text.data() + 1, name.data(), label.size - 2);
    label.text[label.size - 1] = '=';
  }
  for (std::size_t i = 0; i < baselines_.size(); ++i) {
    baselines_[i] = baseline(static_cast<Api>(i));
  }
}

}  // namespace gemmcheck
