#include "report/json.h"

#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "call/text.h"
#include "contract/explain.h"
#include "report/compare.h"

namespace gemmcheck {
namespace {

using Json = nlohmann::ordered_json;

// Libraries print what they like: bytes that are no UTF-8 become U+FFFD instead of an error.
std::string document(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json text_or_null(std::string_view text) {
  return text.empty() ? Json(nullptr) : Json(std::string(text));
}

std::string_view outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::kReturned:
      return "returned";
    case Outcome::kExit:
      return "exit";
    case Outcome::kCrash:
      return "crash";
    case Outcome::kHang:
      return "hang";
    case Outcome::kNotMade:
      return "not made";
  }
  return "";
}

Json numbers_json(const Call& call, Key parameter) {
  Json numbers = Json::array();
  if (auto number = number_of(call, prescribed_scheme(call.api), parameter))
    numbers.push_back(*number);
  return numbers;
}

std::string clause_id(std::uint8_t clause, const Contract& contract) {
  if (clause == kNumberingClause) return "numbering";
  return clause == kNoClause ? "" : std::string(contract.clauses[clause].id);
}

Json prediction(const Call& call, const Prediction& predicted, const Contract& contract,
                const Target& target) {
  Json parameters = Json::array();
  Json violated = Json::array();
  for (std::size_t i = 0; i < contract.clauses.size(); ++i) {
    if ((predicted.reportable >> i & 1) == 0) continue;
    const Key parameter = contract.clauses[i].parameter;
    parameters.push_back(
        {{"name", key_name(parameter)}, {"numbers", numbers_json(call, parameter)}});
  }
  for (const Violation& violation : violations(call, predicted, contract)) {
    violated.push_back({{"clause", violation.clause->id},
                        {"parameter", key_name(violation.clause->parameter)},
                        {"numbers", violation.numbers},
                        {"message", violation.message}});
  }
  const bool decided = predicted.deciding != kNoClause;
  return {{"call", print_call(call)},
          {"target", to_string(target)},
          {"statuses", status_names(call.api, predicted.statuses)},
          {"standing", standing_name(predicted.standing)},
          {"parameters", std::move(parameters)},
          {"clause", text_or_null(clause_id(predicted.deciding, contract))},
          {"violations", std::move(violated)},
          {"basis",
           decided ? Json(basis_name(contract.clauses[predicted.deciding].basis)) : Json(nullptr)},
          {"advice", advice(call, predicted)}};
}

Json effects_json(std::uint32_t effects) {
  Json names = Json::array();
  for (std::uint32_t rest = effects; rest != 0; rest &= rest - 1) {
    names.push_back(effect_name(rest));
  }
  return names;
}

Json observation(const Call& call, const Observation& observed, const Numbering& numbering) {
  const StatusSet status = observed_status(call, observed);
  const bool numbered = observed.messages > 0;
  const Key parameter =
      numbered ? parameter_of(call, numbering.scheme(call.api, observed.format), observed.number)
               : Key::kNone;
  Json json = {
      {"outcome", outcome_name(observed.outcome)},
      {"status", status == 0 ? Json(nullptr) : Json(status_names(call.api, status).front())},
      {"routine", text_or_null(observed.routine_view())},
      {"number", numbered ? Json(observed.number) : Json(nullptr)},
      {"parameter", text_or_null(key_name(parameter))},
      {"text", observed.text_view()},
      {"effects", effects_json(observed.effects)},
      {"nanoseconds", observed.nanoseconds}};
  if (observed.outcome == Outcome::kCrash) json["signal"] = observed.code;
  if (observed.outcome == Outcome::kExit) json["exit_status"] = observed.code;
  return json;
}

std::string confirmed_text(int confirmed) {
  return std::to_string(confirmed) + "/" + std::to_string(kConfirmations);
}

Json library(const LibraryInfo& info) {
  return {{"name", info.name}, {"version", text_or_null(info.version)},
          {"path", info.path}, {"dialect", "netlib"},
          {"core", info.core}, {"build", info.build}};
}

Json finding(const Finding& found, const Contract& contract, const Numbering& numbering) {
  Json stage = Json::array();
  for (const Call& call : found.stage) stage.push_back(print_call(call));
  return {{"signature", found.signature},
          {"kind", kind_name(found.key.kind)},
          {"cause", found.cause},
          {"call", print_call(found.call)},
          {"stage", stage},
          {"original_call", print_call(found.original)},
          {"minimal", found.minimal},
          {"library", library(found.library)},
          {"clause", text_or_null(clause_id(found.key.clause, contract))},
          {"expected",
           prediction(found.call, found.prediction, contract, default_target(found.call.api))},
          {"observed", observation(found.call, found.observation, numbering)},
          {"explanation", explanation_text(found)},
          {"confirmed", confirmed_text(found.confirmed)},
          {"count", found.count},
          {"seed", found.seed},
          {"index", found.index},
          {"environment", found.environment}};
}

Json entry_json(const ListEntry& entry) {
  return {{"list", list_name(entry.list)},
          {"library", entry.library},
          {"versions", entry.versions},
          {"core", entry.core},
          {"pattern", entry.pattern.text()},
          {"reason", entry.reason},
          {"link", text_or_null(entry.link)},
          {"date", entry.date},
          {"example", print_call(entry.example)},
          {"file", entry.file},
          {"line", entry.line}};
}

Json examined_json(const Call& call, const Examined& examined, const Contract& contract,
                   const Numbering& numbering) {
  const bool disagrees = examined.verdict.judgement == Judgement::kDisagree;
  return {{"call", print_call(call)},
          {"verdict", judgement_name(examined.verdict.judgement)},
          {"kind", disagrees ? Json(kind_name(examined.verdict.kind)) : Json(nullptr)},
          {"prediction", prediction(call, examined.prediction, contract, default_target(call.api))},
          {"observation", observation(call, examined.observation, numbering)}};
}

}  // namespace

std::string predictions_json(std::span<const Call> calls, const Target& target, bool as_array) {
  const Contract& contract = contract_of(target);
  Json all = Json::array();
  for (const Call& call : calls)
    all.push_back(prediction(call, predict(call, contract), contract, target));
  return document(as_array || all.empty() ? all : all.front());
}

std::string observations_json(std::span<const Observed> observed, const LibraryInfo& info,
                              const Contract& contract, const Numbering& numbering, bool as_array) {
  Json all = Json::array();
  for (const Observed& one : observed) {
    Json json = examined_json(one.call, one.examined, contract, numbering);
    json["library"] = library(info);
    all.push_back(std::move(json));
  }
  return document(as_array || all.empty() ? all : all.front());
}

std::string finding_json(const Finding& found, const Contract& contract,
                         const Numbering& numbering) {
  return document(finding(found, contract, numbering));
}

std::string findings_json(std::span<const Finding> findings, const Contract& contract,
                          const Numbering& numbering) {
  Json all = Json::array();
  for (const Finding& one : findings) all.push_back(finding(one, contract, numbering));
  return document(all);
}

Expected<FindingRecord> parse_finding_json(std::string_view text) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  const auto broken = [] { return bad_input("no finding.json"); };
  if (!json.is_object()) return broken();
  FindingRecord record;
  const auto take = [](const Json& value, std::string* to) {
    if (!value.is_string()) return false;
    *to = value.get<std::string>();
    return true;
  };
  const auto signature = json.find("signature");
  const auto call = json.find("call");
  const auto stage = json.find("stage");
  if (signature == json.end() || !take(*signature, &record.signature)) return broken();
  if (stage != json.end()) {
    if (!stage->is_array()) return broken();
    for (const Json& line : *stage) {
      if (!take(line, &record.lines.emplace_back())) return broken();
    }
  }
  if (call == json.end() || !take(*call, &record.lines.emplace_back())) return broken();
  return record;
}

std::string campaign_json(const CampaignResult& result, const Contract& contract) {
  Json findings = Json::array();
  std::map<std::string, Json> causes;
  std::size_t known = 0;
  for (const Filed& filed : result.findings) {
    Json json = finding(filed.finding, contract, result.numbering);
    json["list"] = filed.entry == nullptr ? Json(nullptr) : Json(list_name(filed.entry->list));
    json["folder"] = text_or_null(filed.folder);
    findings.push_back(std::move(json));
    known += filed.entry != nullptr ? 1 : 0;
    Json& cause = causes[filed.finding.cause];
    if (cause.is_null())
      cause = {{"cause", filed.finding.cause}, {"new", false}, {"findings", Json::array()}};
    if (filed.entry == nullptr) cause["new"] = true;
    cause["findings"].push_back(filed.finding.signature);
  }
  Json cause_list = Json::array();
  for (auto& [name, json] : causes) cause_list.push_back(std::move(json));
  Json gone = Json::array();
  for (const ListEntry* entry : result.gone) gone.push_back(entry_json(*entry));

  const Coverage::Summary& coverage = result.coverage;
  return document({{"library", library(result.library)},
                   {"seed", result.seed},
                   {"generator", kGeneratorVersion},
                   {"calls", result.calls},
                   {"skipped", result.skipped},
                   {"seconds", result.seconds},
                   {"calls_before", result.calls_before},
                   {"calls_per_second", result.calls_per_second()},
                   {"restarts", result.restarts},
                   {"interrupted", result.interrupted},
                   {"coverage",
                    {{"clauses", coverage.clauses},
                     {"violated_alone", coverage.violated_alone},
                     {"bounds", coverage.bounds},
                     {"just_met", coverage.just_met},
                     {"possible_pairs", coverage.possible_pairs},
                     {"pairs", coverage.pairs},
                     {"accepted", coverage.accepted},
                     {"missing", result.uncovered}}},
                   {"findings", std::move(findings)},
                   {"causes", std::move(cause_list)},
                   {"new", result.new_findings()},
                   {"known", known},
                   {"gone", std::move(gone)},
                   {"unsettled", result.unsettled},
                   {"undefined", result.undefined},
                   {"not_made", result.not_made},
                   {"unconfirmed", result.unconfirmed},
                   {"not_reduced", result.not_reduced}});
}

std::string replay_json(std::span<const Replayed> replayed, std::span<const Validated> validated,
                        const LibraryInfo* info, const Contract& contract,
                        const Numbering& numbering) {
  Json entries = Json::array();
  for (const Replayed& one : replayed) {
    Json json = examined_json(one.call, one.examined, contract, numbering);
    json["file"] = one.file;
    json["line"] = one.line;
    json["list"] = one.entry == nullptr ? Json(nullptr) : Json(list_name(one.entry->list));
    entries.push_back(std::move(json));
  }
  Json answers = Json::array();
  for (const Validated& one : validated) {
    answers.push_back({{"file", one.file},
                       {"line", one.line},
                       {"call", print_call(one.call)},
                       {"expect", one.expect},
                       {"predicted", one.predicted},
                       {"agrees", one.agrees}});
  }
  return document({{"library", info == nullptr ? Json(nullptr) : library(*info)},
                   {"entries", std::move(entries)},
                   {"validated", std::move(answers)}});
}

std::string lists_json(const Lists& lists) {
  Json entries = Json::array();
  for (const ListEntry& entry : lists.entries()) entries.push_back(entry_json(entry));
  return document({{"entries", std::move(entries)}});
}

std::string libraries_json(std::span<const FoundLibrary> libraries) {
  Json all = Json::array();
  for (const FoundLibrary& one : libraries) {
    Json json = library(one.info);
    json["name"] = one.name;
    json["package"] = one.package;
    json["usable"] = one.error.empty();
    json["error"] = text_or_null(one.error);
    Json apis = Json::array();
    for (const ApiInfo& api : all_apis()) {
      if ((one.info.apis & api_bit(api.api)) != 0) apis.push_back(api.name);
    }
    json["apis"] = std::move(apis);
    all.push_back(std::move(json));
  }
  return document({{"libraries", std::move(all)}});
}

std::string comparison_json(const Comparison& comparison) {
  const std::vector<std::string> labels = library_labels(comparison.libraries);
  Json libraries = Json::array();
  for (std::size_t i = 0; i < labels.size(); ++i) {
    libraries.push_back(library(comparison.libraries[i]));
    libraries.back()["label"] = labels[i];
  }
  const auto answer_json = [&](const Difference& difference, std::size_t i) -> Json {
    const Answer& answer = difference.answers[i];
    const bool made = answer.kind != AnswerKind::kMissing;
    return {{"library", labels[i]},
            {"answer", to_string(answer)},
            {"kind", answer_name(answer.kind)},
            {"outcome", made ? Json(outcome_name(answer.outcome)) : Json(nullptr)},
            {"parameter", text_or_null(key_name(answer.parameter))},
            {"effects", effects_json(answer.effects)},
            {"operand", text_or_null(operand_name(answer.operand))}};
  };
  Json causes = Json::array();
  for (const DifferenceCause& cause : comparison.causes) {
    Json differences = Json::array();
    for (const Difference& difference : cause.differences) {
      Json answers = Json::array();
      for (std::size_t i = 0; i < difference.answers.size(); ++i)
        answers.push_back(answer_json(difference, i));
      differences.push_back({{"call", print_call(difference.call)},
                             {"original_call", print_call(difference.original)},
                             {"minimal", difference.minimal},
                             {"confirmed", confirmed_text(kConfirmations)},
                             {"index", difference.index},
                             {"count", difference.count},
                             {"answers", std::move(answers)}});
    }
    causes.push_back({{"name", cause.name},
                      {"odd_one", cause.odd_one ? Json(labels[*cause.odd_one]) : Json(nullptr)},
                      {"differences", std::move(differences)}});
  }
  const double rate =
      comparison.seconds > 0 ? static_cast<double>(comparison.calls) / comparison.seconds : 0;
  return document({{"libraries", std::move(libraries)},
                   {"seed", comparison.seed},
                   {"calls", comparison.calls},
                   {"calls_per_second", rate},
                   {"skipped", comparison.skipped},
                   {"not_made", comparison.not_made},
                   {"unconfirmed", comparison.unconfirmed},
                   {"not_reduced", comparison.not_reduced},
                   {"restarts", comparison.restarts},
                   {"interrupted", comparison.interrupted},
                   {"differences", comparison.differences()},
                   {"causes", std::move(causes)}});
}

}  // namespace gemmcheck
