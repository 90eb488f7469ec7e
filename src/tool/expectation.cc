#include "tool/expectation.h"

#include <string_view>

#include "contract/predict.h"

namespace gemmcheck::tool {
namespace {

bool is_expectation(const Call& call, std::string_view text) {
  constexpr std::string_view kRefused = "refused ";
  if (text == "accepted" || text == "refused" || text == "undefined" || text == "unsettled")
    return true;
  if (!text.starts_with(kRefused)) return false;
  const Key key = find_key(text.substr(kRefused.size()));
  return key != Key::kNone && has_key(call.api, key);
}

}  // namespace

std::string predicted_text(const Call& call) {
  const Prediction prediction = predict(call);
  if (prediction.standing != Standing::kSettled)
    return std::string(standing_name(prediction.standing));
  if (prediction.deciding == kNoClause) return "accepted";
  const Key parameter = netlib_contract().clauses[prediction.deciding].parameter;
  return "refused " + std::string(key_name(parameter));
}

Expected<Validated> validate_entry(const std::string& file, const Entry& entry) {
  const Call& call = entry.calls.back();
  if (!is_expectation(call, entry.expect)) {
    return bad_input(file + ":" + std::to_string(entry.line) + ": #expect " + entry.expect +
                     ": write accepted, refused, refused PARAMETER, undefined or unsettled");
  }
  Validated validated{file, entry.line, call, entry.expect, predicted_text(call), false};
  validated.agrees = validated.predicted == entry.expect ||
                     (entry.expect == "refused" && validated.predicted.starts_with("refused "));
  return validated;
}

}  // namespace gemmcheck::tool
