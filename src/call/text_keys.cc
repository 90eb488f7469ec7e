#include "call/text_keys.h"

#include <algorithm>

namespace gemmcheck {
namespace {

Operand leading_of(Key key) {
  return key == Key::kLda   ? Operand::kA
         : key == Key::kLdb ? Operand::kB
         : key == Key::kLdc ? Operand::kC
                            : Operand::kNone;
}

}  // namespace

const TextTables& TextTables::get() {
  static const TextTables tables;
  return tables;
}

TextTables::TextTables() {
  labels_.back().size = labels_.back().text.size();  // NULs, where a word has a blank before it
  for (const KeyRow& row : kKeyRows) {
    const std::string_view name = key_name(row.key);
    const PackedName packed = PackedName::of(name);
    std::size_t slot = slot_of(packed.hash());
    while (keys_[slot].key != Key::kNone) slot = (slot + 1) % kSlots;
    keys_[slot] = {packed, row.key};

    KeyLabel& label = labels_[static_cast<std::size_t>(row.key)];
    label.size = std::min(name.size() + 2, label.text.size());
    label.text[0] = ' ';
    std::memcpy(label.text.data() + 1, name.data(), label.size - 2);
    label.text[label.size - 1] = '=';
  }
  for (const ApiInfo& api : all_apis()) {
    std::uint64_t hash = 0;
    for (std::size_t at = 0; at < api.name.size(); at += sizeof(PackedName)) {
      hash = PackedName::of(api.name.substr(at)).hash(hash);
    }
    std::size_t slot = slot_of(hash);
    while (apis_[slot] != nullptr) slot = (slot + 1) % kSlots;
    apis_[slot] = &api;
  }
  for (std::size_t i = 0; i < baselines_.size(); ++i) {
    const auto api = static_cast<Api>(i);
    baselines_[i] = baseline(api);
    for (const KeyRow& row : kKeyRows) {
      values_[i][static_cast<std::size_t>(row.key)] = {integer_range(api, row.key),
                                                       enum_rows(api, row.key)};
      if (!has_key(api, row.key)) continue;
      printed_keys_[i][printed_key_counts_[i]++] = {
          label(row.key), row, holds_integer(row.key) ? load_integer(baselines_[i], row) : 0,
          leading_of(row.key), enum_rows(api, row.key)};
    }
  }
}

}  // namespace gemmcheck
