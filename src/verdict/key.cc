#include "verdict/key.h"

#include <bit>
#include <cstdio>

#include "call/text.h"
#include "contract/explain.h"

namespace gemmcheck {
namespace {

constexpr std::string_view kNothing = "-";
constexpr std::string_view kNumbering = "numbering";

const Clause* clause_of(const CoarseKey& key, const Contract& contract) {
  return key.clause < contract.clauses.size() ? &contract.clauses[key.clause] : nullptr;
}

std::string_view clause_text(const CoarseKey& key, const Contract& contract) {
  if (key.clause == kNumberingClause) return kNumbering;
  const Clause* clause = clause_of(key, contract);
  return clause != nullptr ? clause->id : kNothing;
}

std::string_view family_text(const CoarseKey& key, const Contract& contract) {
  if (key.clause == kNumberingClause) return kNumbering;
  const Clause* clause = clause_of(key, contract);
  return clause != nullptr ? clause->family : kNothing;
}

std::string statuses_text(Api api, StatusSet statuses) {
  if (statuses == 0) return std::string(kNothing);
  std::string text;
  for (const std::string& name : status_names(api, statuses)) {
    if (!text.empty()) text += '|';
    text += name;
  }
  return text;
}

std::string_view operand_text(Operand operand) {
  switch (operand) {
    case Operand::kA:
      return "A";
    case Operand::kB:
      return "B";
    case Operand::kC:
      return "C";
    case Operand::kNone:
      break;
  }
  return kNothing;
}

// What tells keys of one kind apart beyond what every key has; "" if nothing does.
std::string detail_text(const CoarseKey& key) {
  switch (key.kind) {
    case Kind::kCrash:
      if (key.code >= kExitCode) return "exit-" + std::to_string(key.code - kExitCode);
      return "signal-" + std::to_string(key.code);
    case Kind::kFootprint:
    case Kind::kEffect:
    case Kind::kResult:
      return std::string(effect_name(lowest_effect(key.effect)));
    case Kind::kParameter:
      if (key.clause == kNumberingClause) return {};
      return std::string(key.reported == Key::kNone ? kNothing : key_name(key.reported));
    case Kind::kHang:
    case Kind::kStatus:
    case Kind::kCount:
      break;
  }
  return {};
}

}  // namespace

CoarseKey coarse_key(const Call& call, const Prediction& prediction, const Observation& observation,
                     const Verdict& verdict) {
  CoarseKey key{.api = call.api,
                .kind = verdict.kind,
                .clause = prediction.deciding,
                .predicted = prediction.statuses,
                .observed = verdict.observed,
                .operand = verdict.operand,
                .reported = Key::kNone,
                .code = 0,
                .effect = 0};
  switch (verdict.kind) {
    case Kind::kCrash:
      // A process hands on the low 8 bits of an exit status only.
      key.code = observation.outcome == Outcome::kExit ? kExitCode + (observation.code & 0xff)
                                                       : observation.code;
      break;
    case Kind::kFootprint:
      // Whether a guard stops the call or its trace is found later depends on where operands lie.
      key.effect = lowest_effect(observation.effects & kFootprintEffects);
      key.observed = 0;
      break;
    case Kind::kEffect:
      key.effect = lowest_effect(observation.effects & kForbiddenEffects);
      // So it is with A and B, which are read-only for most calls.
      if (key.operand != Operand::kC) key.observed = 0;
      break;
    case Kind::kResult:
      // Whether an element that is not written, or not computed, looks unwritten or wrong depends
      // on what C held.
      key.effect = kResultEffects;
      break;
    case Kind::kParameter:
      key.reported = verdict.reported;
      break;
    case Kind::kHang:
    case Kind::kStatus:
    case Kind::kCount:
      break;
  }
  return key;
}

std::string to_string(const CoarseKey& key, const Contract& contract) {
  std::string text(api_info(key.api).name);
  text.append("/").append(kind_name(key.kind));
  text.append("/").append(clause_text(key, contract));
  text.append("/").append(statuses_text(key.api, key.predicted));
  text.append("/").append(statuses_text(key.api, key.observed));
  text.append("/").append(operand_text(key.operand));
  if (const std::string detail = detail_text(key); !detail.empty()) text.append("/").append(detail);
  return text;
}

std::string off_baseline_names(const Call& call) {
  std::string names;
  for (KeySet left = off_baseline(call); left != 0; left &= left - 1) {
    if (!names.empty()) names += ',';
    names += key_name(static_cast<Key>(std::countr_zero(left)));
  }
  return names;
}

std::string signature(std::string_view library, const CoarseKey& key, const Contract& contract,
                      const Call& reduced, std::span<const Call> stage) {
  std::string text(library);
  if (key.clause == kNumberingClause)
    return text.append("/").append(kind_name(key.kind)).append("/").append(kNumbering);
  const auto add_fields = [&](const Call& call) {
    const std::string fields = off_baseline_names(call);
    text.append("/").append(fields.empty() ? kNothing : std::string_view(fields));
  };
  text.append("/").append(to_string(key, contract));
  add_fields(reduced);
  if (!stage.empty()) text.append("/after");
  for (const Call& call : stage) {
    text.append("/").append(api_info(call.api).name);
    add_fields(call);
  }
  return text;
}

std::string cause(std::string_view library, const CoarseKey& key, const Contract& contract) {
  std::string text(library);
  text.append("/").append(family_text(key, contract));
  return text.append("/").append(kind_name(key.kind));
}

std::string short_hash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  char digits[17];
  std::snprintf(digits, sizeof(digits), "%016llx", static_cast<unsigned long long>(hash));
  return std::string(digits, 12);
}

}  // namespace gemmcheck
