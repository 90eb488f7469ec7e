#include "call/text_keys.h"

namespace gemmcheck {
namespace {

constexpr std::array kModes = {EnumRow{"execute", 0, ""}, EnumRow{"capture", 1, ""}};
constexpr std::array kHandles = {EnumRow{"valid", 0, ""}, EnumRow{"null", 1, ""}};

/// An open-addressed hash over a fixed set of names. The hash looks at the length and both ends
/// only, which tells most keys and APIs apart; the rest is found by probing.
template <std::size_t kSlots>
class NameIndex {
 public:
  template <typename NameOf>
  NameIndex(int count, NameOf name_of) {
    for (int i = 0; i < count; ++i) {
      const std::string_view name = name_of(i);
      std::size_t slot = hash(name);
      while (!slots_[slot].name.empty()) slot = (slot + 1) % kSlots;
      slots_[slot] = {name, i};
    }
  }

  /// -1 if there is no such name.
  int find(std::string_view name) const {
    if (name.empty()) return -1;
    for (std::size_t slot = hash(name); !slots_[slot].name.empty(); slot = (slot + 1) % kSlots) {
      if (slots_[slot].name == name) return slots_[slot].index;
    }
    return -1;
  }

 private:
  struct Slot {
    std::string_view name;
    int index = -1;
  };

  static std::size_t hash(std::string_view name) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(name[i]); };
    const std::size_t last = name.size() - 1;
    return (name.size() * 11 + byte(0) * 7u + byte(last / 2) * 3u + byte(last) * 29u) % kSlots;
  }

  std::array<Slot, kSlots> slots_{};
};
static_assert(kApiCount <= 128 && kKeyCount <= 64, "an index is at most half full");

}  // namespace

std::span<const EnumRow> value_names(Api api, const KeyRow& row) {
  if (row.key == Key::kMode) return kModes;
  if (row.key == Key::kHandle) return kHandles;
  return enum_rows(api, row.key);
}

Key lookup_key(std::string_view name) {
  static const NameIndex<128> index(kKeyCount, [](int i) { return key_name(static_cast<Key>(i)); });
  const int i = index.find(name);
  return i < 0 ? Key::kNone : static_cast<Key>(i);
}

const ApiInfo* lookup_api(std::string_view name) {
  static const NameIndex<256> index(kApiCount,
                                    [](int i) { return api_info(static_cast<Api>(i)).name; });
  const int i = index.find(name);
  return i < 0 ? nullptr : &api_info(static_cast<Api>(i));
}

const Call& kept_baseline(Api api) {
  static const auto calls = [] {
    std::array<Call, kApiCount> all;
    for (int i = 0; i < kApiCount; ++i)
      all[static_cast<std::size_t>(i)] = baseline(static_cast<Api>(i));
    return all;
  }();
  return calls[static_cast<std::size_t>(api)];
}

}  // namespace gemmcheck
