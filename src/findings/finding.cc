#include "findings/finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <optional>
#include <string_view>

#include "call/extents.h"
#include "call/text.h"
#include "contract/explain.h"
#include "findings/comment.h"
#include "findings/expectation.h"

namespace gemmcheck {
namespace {

std::string join(const std::vector<std::string>& words, std::string_view between) {
  return fmt::format("{}", fmt::join(words, between));
}

std::string_view operand_text(Operand operand) {
  const std::string_view name = operand_name(operand);
  return name.empty() ? "an operand" : name;
}

std::string number_text(double value) {
  std::string text;
  print_scalar(Scalar{value, 0}, text);
  return text;
}

// One element: complex values as "re:im".
std::string element_text(Api api, const std::array<double, 2>& element) {
  std::string text = number_text(element[0]);
  if (api_info(api).element.complex) text += ":" + number_text(element[1]);
  return text;
}

std::string place_text(const Observation& observation) {
  return fmt::format("{}[{},{}]", operand_text(observation.operand), observation.row,
                     observation.column);
}

std::string message_text(const Observation& observation) {
  std::string text = one_line(observation.text_view());
  text.erase(0, text.find_first_not_of(' '));
  text.resize(text.find_last_not_of(' ') + 1);
  return text.empty() ? "" : fmt::format(" (message: {})", text);
}

std::string bytes_text(std::uint64_t count) {
  return fmt::format("{} byte{}", count, count == 1 ? "" : "s");
}

// Whether a fault was in memory that the operand's columns span without filling it.
bool is_between_columns(const Call& call, const Observation& observation) {
  const Shape shape = operand_shape(call, observation.operand);
  if (shape.ld <= shape.rows || observation.fault_offset < 0) return false;
  const int element_bytes = api_info(call.api).element.bytes();
  return observation.fault_offset / element_bytes % shape.ld >= shape.rows;
}
std::string_view between_text(const Call& call) {
  return is_row_major(call.api, call.layout) ? ", between its rows" : ", between its columns";
}

// "reading 8 bytes after the end of A": where a fault was, seen from the operand concerned.
std::string fault_text(const Call& call, const Observation& observation) {
  const bool wrote = (observation.effects & (kEffectOutsideWrite | kEffectAChanged |
                                             kEffectBChanged | kEffectRefusedWroteC)) != 0;
  const bool outside = (observation.effects & (kEffectOutsideRead | kEffectOutsideWrite)) != 0;
  const std::string_view verb = wrote ? "writing" : "reading";
  const std::string_view name = operand_text(observation.operand);
  if (observation.operand == Operand::kNone || observation.effects == 0) return "";
  if (!outside) return fmt::format("{} to {}", verb, name);
  const std::int64_t offset = observation.fault_offset;
  if (offset < 0) {
    return fmt::format("{} {} before the start of {}", verb,
                       bytes_text(0 - static_cast<std::uint64_t>(offset)), name);
  }
  const std::optional<std::int64_t> extent = extent_bytes(call, observation.operand);
  if (!extent || offset < *extent) {
    return fmt::format("{} at byte {} of {}{}", verb, offset, name,
                       is_between_columns(call, observation) ? between_text(call) : "");
  }
  if (offset == *extent) return fmt::format("{} just after the end of {}", verb, name);
  return fmt::format("{} {} after the end of {}", verb,
                     bytes_text(static_cast<std::uint64_t>(offset - *extent)), name);
}

std::string signal_text(int signal) {
  const char* name = sigabbrev_np(signal);
  return name != nullptr ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

std::string death_text(const Call& call, const Observation& observation) {
  if (observation.outcome == Outcome::kExit) {
    return fmt::format("ended the process (exit status {}) without a parameter report{}",
                       observation.code, message_text(observation));
  }
  const std::string fault = fault_text(call, observation);
  return fmt::format("crashed ({}){}{}", signal_text(observation.code), fault.empty() ? "" : ", ",
                     fault);
}

std::string effect_text(const Finding& finding) {
  const Observation& observation = finding.observation;
  const std::string answer =
      finding.verdict.observed == kRefused ? "refused, but " : "accepted, but ";
  if (observation.row < 0)
    return answer + fmt::format("{} changed", operand_text(observation.operand));
  return answer + fmt::format("{}{} changed from {} to {}", place_text(observation),
                              finding.key.effect == kEffectGapChanged ? ", in a gap," : "",
                              element_text(finding.call.api, observation.expected),
                              element_text(finding.call.api, observation.actual));
}

std::string result_text(const Call& call, const Observation& observation) {
  const std::string expected = element_text(call.api, observation.expected);
  if ((observation.effects & kEffectUnwrittenC) != 0 &&
      (observation.effects & kEffectWrongC) == 0) {
    return fmt::format("{} not written, expected {}", place_text(observation), expected);
  }
  return fmt::format("{} = {}, expected {}", place_text(observation),
                     element_text(call.api, observation.actual), expected);
}

std::string refusal_text(const Finding& finding) {
  const Observation& observation = finding.observation;
  const std::string message = message_text(observation);
  if (finding.key.clause == kNumberingClause) {
    return fmt::format("refused, but as parameter {}{}", observation.number, message);
  }
  if (finding.verdict.reported != Key::kNone) {
    const bool other = finding.key.kind == Kind::kParameter;
    return fmt::format("refused, {}{}{}", other ? "but for " : "",
                       key_name(finding.verdict.reported), message);
  }
  if (observation.messages == 0) return "refused" + message;
  return fmt::format("refused, {}for parameter {}, which is none{}",
                     finding.key.kind == Kind::kParameter ? "but " : "", observation.number,
                     message);
}

}  // namespace

std::string expected_text(const Finding& finding) {
  const Contract& contract = contract_for(finding.call.api);
  const std::string statuses =
      join(status_names(finding.call.api, finding.prediction.statuses), " or ");
  const std::vector<Key> parameters = expected_parameters(finding.prediction, contract);
  if (parameters.empty()) return statuses;

  std::vector<std::string> names;
  for (const Key parameter : parameters) names.emplace_back(key_name(parameter));
  std::string text = fmt::format("{}, {}", statuses, join(names, " or "));
  if (finding.key.clause == kNumberingClause) {
    const Scheme scheme = prescribed_scheme(finding.call.api);
    if (const auto number = number_of(finding.call, scheme, parameters.front()))
      text += fmt::format(" as parameter {}", *number);
  }
  return text;
}

std::string observed_text(const Finding& finding) {
  const Observation& observation = finding.observation;
  const bool refused = finding.verdict.observed == kRefused;
  switch (finding.key.kind) {
    case Kind::kCrash:
      return death_text(finding.call, observation);
    case Kind::kHang:
      return "did not return";
    case Kind::kFootprint:
      if (observation.outcome == Outcome::kCrash) return death_text(finding.call, observation);
      return fmt::format("{}, but memory around {} was written", refused ? "refused" : "accepted",
                         operand_text(observation.operand));
    case Kind::kEffect:
      return observation.outcome == Outcome::kCrash ? death_text(finding.call, observation)
                                                    : effect_text(finding);
    case Kind::kResult:
      return result_text(finding.call, observation);
    default:
      return refused ? refusal_text(finding)
                     : join(status_names(finding.call.api, finding.verdict.observed), " or ");
  }
}

std::string explanation_text(const Finding& finding) {
  const Contract& contract = contract_for(finding.call.api);
  if (finding.key.clause == kNumberingClause) {
    const Scheme scheme = prescribed_scheme(finding.call.api);
    std::string text = fmt::format("{} numbers parameters by another scheme ({})", contract.name,
                                   scheme_name(scheme));
    for (const Key parameter : expected_parameters(finding.prediction, contract)) {
      if (const auto number = number_of(finding.call, scheme, parameter))
        text += fmt::format(": {} is parameter {}", key_name(parameter), *number);
    }
    return text;
  }
  const std::vector<Violation> violated = violations(finding.call, finding.prediction, contract);
  if (violated.empty()) return fmt::format("the call keeps every clause of {}", contract.name);
  std::vector<std::string> messages;
  for (const Violation& violation : violated) messages.push_back(violation.message);
  return join(messages, "\n");
}

}  // namespace gemmcheck
