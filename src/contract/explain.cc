#include "contract/explain.h"

#include <algorithm>
#include <array>

#include "call/enums.h"
#include "call/text.h"
#include "contract/numbering.h"
#include "contract/words.h"

namespace gemmcheck {
namespace {

struct StatusName {
  StatusSet status;
  std::string_view name;
};
constexpr std::array kVoidStatuses = {
    StatusName{kAccepted, "accepted"},
    StatusName{kRefused, "refused"},
};

// Clauses of a mask in order of precedence.
std::vector<const Clause*> in_order(const Call& call, std::uint64_t mask,
                                    const Contract& contract) {
  std::vector<const Clause*> clauses;
  for (std::size_t i = 0; i < contract.clauses.size(); ++i) {
    if (((mask >> i) & 1) != 0) clauses.push_back(&contract.clauses[i]);
  }
  const auto order =
      is_row_major(call.api, call.layout) ? &Clause::order_row_major : &Clause::order;
  std::stable_sort(clauses.begin(), clauses.end(),
                   [order](const Clause* x, const Clause* y) { return x->*order < y->*order; });
  return clauses;
}

// Under which number a message speaks of the parameter, and what that number counts: readers take
// "parameter 9" for the wrong argument where that is left open.
std::string number_text(const Call& call, Key parameter) {
  const Scheme scheme = prescribed_scheme(call.api);
  const std::optional<int> number = number_of(call, scheme, parameter);
  if (!number) return "";
  const std::string name(key_name(parameter));
  if (scheme != Scheme::kCblas) {
    return name + " is parameter " + std::to_string(*number) + ", transa counts as 1";
  }
  std::string text = name + " is parameter " + std::to_string(*number) + ", layout counts as 1";
  const std::optional<int> fortran = number_of(call, Scheme::kFortranOfSwappedCall, parameter);
  if (fortran) {
    text += "; " + std::to_string(*fortran) +
            (is_row_major(call.api, call.layout)
                 ? " where a library numbers the column-major call that this becomes"
                 : " where a library numbers as Fortran does");
  }
  return text;
}

std::string clause_lines(const Call& call, const Violation& violation) {
  const Clause& clause = *violation.clause;
  std::string text = "  " + violation.message + "\n";
  if (clause.role == Role::kRefuse) {
    const std::string numbers = number_text(call, clause.parameter);
    if (!numbers.empty()) text += "    " + numbers + "\n";
  }
  return text + "    rule " + std::string(clause.id) + ", " +
         std::string(basis_name(clause.basis)) + ": " + std::string(clause.source) + "\n";
}

std::string join(const std::vector<std::string>& words, std::string_view between) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += between;
    text += word;
  }
  return text;
}

std::string headline(const Call& call, const Prediction& prediction, const Contract& contract,
                     std::size_t count) {
  const std::string statuses = join(status_names(call.api, prediction.statuses), " or ");
  const std::string name(contract.name);
  if (prediction.standing == Standing::kUndefined) {
    return "undefined: no rule of the " + name +
           " contract refuses the call, but it has no meaning either\n";
  }
  if (prediction.violated == 0) {
    return "legal: every rule of the " + name + " contract holds, the call must be " + statuses +
           "\n";
  }
  const Clause& deciding = contract.clauses[prediction.deciding];
  std::string text = "must be " + statuses + ": " + std::string(key_name(deciding.parameter));
  if (count > 1) {
    text += contract.precedence_settled ? " is checked first of " : " is one of ";
    text += std::to_string(count) + " violations";
  }
  return text + "\n";
}

// What a legal call touches, where that is not everything.
std::string access_lines(const Call& call, const Contract& contract) {
  std::string quick;
  std::string other;
  for (const Clause& clause : contract.clauses) {
    const bool access = clause.role == Role::kQuick || clause.role == Role::kNoReadAB ||
                        clause.role == Role::kNoReadC;
    if (!access || !holds(call, clause, contract)) continue;
    (clause.role == Role::kQuick ? quick : other) += "  " + std::string(clause.rule) + "\n";
  }
  return quick.empty() ? other : quick;
}

}  // namespace

std::vector<std::string> status_names(Api api, StatusSet statuses) {
  std::vector<std::string> names;
  if (api_info(api).reports_status) return names;
  for (const StatusName& row : kVoidStatuses) {
    if ((statuses & row.status) != 0) names.emplace_back(row.name);
  }
  return names;
}

std::vector<Violation> violations(const Call& call, const Prediction& prediction,
                                  const Contract& contract) {
  std::vector<Violation> list;
  for (const Clause* clause :
       in_order(call, prediction.violated | prediction.undefined, contract)) {
    Violation violation{clause, {}, violation_message(call, *clause, contract)};
    const std::optional<int> number =
        number_of(call, prescribed_scheme(call.api), clause->parameter);
    if (number) violation.numbers.push_back(*number);
    list.push_back(std::move(violation));
  }
  return list;
}

std::string explain(const Call& call, const Contract& contract) {
  const Prediction prediction = predict(call, contract);
  const std::vector<Violation> list = violations(call, prediction, contract);
  std::string text = print_call(call) + "\n" + headline(call, prediction, contract, list.size());
  for (const Violation& violation : list) text += clause_lines(call, violation);
  if (list.empty()) text += access_lines(call, contract);
  for (const std::string& hint : advice(call, prediction)) text += "hint: " + hint + "\n";
  if (list.empty()) {
    text +=
        "If a library refuses it all the same, look around the call: which library file is really "
        "loaded, whether its integers are 32 or 64 bits wide, whether the buffers are as long as "
        "the call says.\n";
  }
  return text;
}

}  // namespace gemmcheck
