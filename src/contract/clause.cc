#include "contract/clause.h"

namespace gemmcheck {
namespace {

constexpr std::array<std::string_view, 4> kBasisNames = {"documented", "observed", "recorded",
                                                         "inferred"};

std::string_view check_terms(const Clause& clause) {
  if (clause.term_count < 1 || clause.term_count > clause.terms.size()) return "terms not counted";
  for (std::size_t i = 0; i < clause.term_count; ++i) {
    const Term& term = clause.terms[i];
    if (term.left >= Quantity::kCount || term.right >= Quantity::kCount) return "no such quantity";
    if (term.test == Test::kNotAmong &&
        (term.left < Quantity::kLayout || term.left > Quantity::kTransb)) {
      return "only layout and ops have legal values";
    }
    if (clause.role != Role::kUndefined && (is_access(term.left) || is_access(term.right))) {
      return "access quantities outside an undefined row";
    }
  }
  return "";
}

}  // namespace

std::string_view basis_name(Basis basis) {
  return kBasisNames[static_cast<std::size_t>(basis)];
}

std::string_view check_contract(const Contract& contract) {
  if (contract.clauses.size() > kMaxClauses) return "too many clauses";
  std::array<bool, 256> orders{};
  std::array<bool, 256> orders_row_major{};
  for (const Clause& clause : contract.clauses) {
    const std::string_view terms = check_terms(clause);
    if (!terms.empty()) return terms;
    if (clause.role != Role::kRefuse) continue;
    if (orders[clause.order] || orders_row_major[clause.order_row_major]) return "order not unique";
    orders[clause.order] = orders_row_major[clause.order_row_major] = true;
  }
  return "";
}

Key key_of(Quantity quantity) {
  switch (quantity) {
    case Quantity::kLayout:
      return Key::kLayout;
    case Quantity::kTransa:
      return Key::kTransa;
    case Quantity::kTransb:
      return Key::kTransb;
    case Quantity::kM:
      return Key::kM;
    case Quantity::kN:
      return Key::kN;
    case Quantity::kK:
      return Key::kK;
    case Quantity::kLda:
      return Key::kLda;
    case Quantity::kLdb:
      return Key::kLdb;
    case Quantity::kLdc:
      return Key::kLdc;
    default:
      return Key::kNone;
  }
}

}  // namespace gemmcheck
