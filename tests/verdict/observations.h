// Observations as they come back from a worker, made by hand.
#pragma once

#include <csignal>
#include <string_view>

#include "call/observation.h"
#include "call/text.h"

namespace gemmcheck {

inline Call call_of(std::string_view line) {
  return parse_call(line).value();
}

inline Observation returned(std::uint32_t effects = 0) {
  Observation observation;
  observation.effects = effects;
  return observation;
}

inline Observation refused(int number, MessageFormat format = MessageFormat::kParameterToRoutine) {
  Observation observation;
  observation.messages = 1;
  observation.format = format;
  observation.number = number;
  return observation;
}

inline Observation with_effects(Observation observation, std::uint32_t effects) {
  observation.effects = effects;
  return observation;
}

inline Observation exited(Observation observation, int code) {
  observation.outcome = Outcome::kExit;
  observation.code = code;
  return observation;
}

inline Observation crashed(int signal, std::uint32_t effects = 0,
                           Operand operand = Operand::kNone) {
  Observation observation;
  observation.outcome = Outcome::kCrash;
  observation.code = signal;
  observation.effects = effects;
  observation.operand = operand;
  return observation;
}

inline Observation ended(Outcome outcome) {
  Observation observation;
  observation.outcome = outcome;
  return observation;
}

}  // namespace gemmcheck
