#include "campaign/consequence.h"

#include <utility>

#include "call/enums.h"

namespace gemmcheck {
namespace {

// Puts a parameter right in a way that leaves the bounds of the others where they are: sizes below
// 0 bound like 0, an illegal layout counts as ColMajor and an illegal op as T.
void mend(Call& call, Key parameter) {
  switch (parameter) {
    case Key::kM:
    case Key::kN:
    case Key::kK:
      return set_integer(call, parameter, 0);
    case Key::kLayout:
      return set_integer(call, parameter, *enum_value(call.api, parameter, "ColMajor"));
    case Key::kTransa:
    case Key::kTransb:
      return set_integer(call, parameter, *enum_value(call.api, parameter, "T"));
    default:
      if (holds_integer(parameter)) set_integer(call, parameter, default_integer(call, parameter));
  }
}

Expected<Examined> examine_one(Examiner& examiner, const Call& call) {
  auto examined = examiner.examine({&call, 1}, Lives::kOwn);
  if (!examined) return tl::make_unexpected(examined.error());
  return std::move(examined->front());
}

Expected<std::optional<Behind>> status_behind(Examiner& examiner, const Call& call,
                                              const CoarseKey& key) {
  const Contract& contract = examiner.contract();
  const Prediction prediction = predict(call, contract);
  bool names_a_fault = false;
  Call mended = call;
  for (std::size_t i = 0; i < contract.clauses.size(); ++i) {
    if ((prediction.violated >> i & 1) == 0) continue;
    names_a_fault |= contract.clauses[i].parameter == key.reported;
    if (i != key.clause) mend(mended, contract.clauses[i].parameter);
  }
  if (!names_a_fault) mend(mended, contract.clauses[key.clause].parameter);

  const auto seen = examine_one(examiner, mended);
  if (!seen) return tl::make_unexpected(seen.error());
  const bool same_clause = seen->prediction.deciding == (names_a_fault ? key.clause : kNoClause);
  const bool same_parameter = seen->verdict.reported == (names_a_fault ? Key::kNone : key.reported);
  if (!seen->key || seen->key->kind != Kind::kStatus || !same_clause || !same_parameter) {
    return std::nullopt;
  }
  return Behind{mended, *seen->key};
}

Expected<std::optional<Behind>> footprint_behind(Examiner& examiner, const Call& call,
                                                 const CoarseKey& key) {
  Call apart = call;
  for (Pointer* pointer : {&apart.A, &apart.B, &apart.C}) {
    if (pointer->kind == PointerKind::kAlias) *pointer = Pointer{};
  }
  if (apart == call) return std::nullopt;
  const auto seen = examine_one(examiner, apart);
  if (!seen) return tl::make_unexpected(seen.error());
  // The same key: what shares memory has no part in it.
  if (!seen->key || *seen->key == key) return std::nullopt;
  if (seen->key->kind != key.kind || seen->key->effect != key.effect) return std::nullopt;
  return Behind{apart, *seen->key};
}

}  // namespace

Expected<std::optional<Behind>> disagreement_behind(Examiner& examiner, const Call& call,
                                                    const CoarseKey& key) {
  if (key.kind == Kind::kParameter && key.clause != kNumberingClause) {
    return status_behind(examiner, call, key);
  }
  if (key.kind == Kind::kFootprint) return footprint_behind(examiner, call, key);
  return std::nullopt;
}

}  // namespace gemmcheck
