#include "call/observation.h"

#include <algorithm>
#include <bit>

namespace gemmcheck {
namespace {

// By bit, lowest first.
constexpr std::array<std::string_view, 8> kEffectNames = {
    "c-written", "a-changed",   "b-changed",    "gap-changed",
    "c-wrong",   "c-unwritten", "outside-read", "outside-write",
};
constexpr std::uint32_t kEffectMask = (1u << kEffectNames.size()) - 1;
static_assert(kEffectOutsideWrite == 1u << (kEffectNames.size() - 1));

// Sets `field` to `value`; true if that changed nothing.
template <typename T>
bool keep(T& field, T value) {
  const bool kept = field == value;
  field = value;
  return kept;
}

}  // namespace

std::string_view effect_name(std::uint32_t effect) {
  const auto bit = static_cast<std::size_t>(std::countr_zero(effect));
  return bit < kEffectNames.size() ? kEffectNames[bit] : std::string_view{};
}

std::string_view operand_name(Operand operand) {
  constexpr std::string_view kNames = "ABC";
  const auto place = static_cast<std::size_t>(operand);
  return place < kNames.size() ? kNames.substr(place, 1) : std::string_view{};
}

std::string_view Observation::routine_view() const {
  const auto end = std::find(routine.begin(), routine.end(), '\0');
  return {routine.data(), static_cast<std::size_t>(end - routine.begin())};
}

bool sanitize(Observation& observation) {
  bool intact = true;
  if (observation.outcome > Outcome::kNotMade) {
    intact = keep(observation.outcome, Outcome::kCrash) && intact;
  }
  if (observation.format > MessageFormat::kUnread) {
    intact = keep(observation.format, MessageFormat::kUnread) && intact;
  }
  if (observation.operand > Operand::kNone) {
    intact = keep(observation.operand, Operand::kNone) && intact;
  }
  intact = keep(observation.effects, observation.effects & kEffectMask) && intact;
  const auto room = static_cast<std::uint32_t>(observation.text.size());
  intact = keep(observation.text_size, std::min(observation.text_size, room)) && intact;
  if (observation.routine_view().size() == observation.routine.size()) {
    intact = keep(observation.routine.back(), '\0') && intact;
  }
  return intact;
}

}  // namespace gemmcheck
