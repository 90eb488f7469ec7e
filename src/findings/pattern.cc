#include "findings/pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "call/extents.h"
#include "call/text.h"
#include "findings/glob.h"

namespace gemmcheck {
namespace {

template <typename Field>
bool same_bytes(const Field& x, const Field& y) {
  return std::memcmp(&x, &y, sizeof(Field)) == 0;
}

// Calls `visit(member pointer)` for the field of a key that holds no integer.
template <typename Visitor>
auto with_field(Key key, Visitor&& visit) {
  switch (key) {
    case Key::kAlpha:
      return visit(&Call::alpha);
    case Key::kBeta:
      return visit(&Call::beta);
    case Key::kA:
      return visit(&Call::A);
    case Key::kB:
      return visit(&Call::B);
    case Key::kC:
      return visit(&Call::C);
    case Key::kCo:
      return visit(&Call::co);
    case Key::kWorkspace:
      return visit(&Call::workspace);
    default:
      return visit(&Call::fill);
  }
}

// The field's canonical text; "" for a pointer or workspace at the baseline, which has none.
std::string value_text(const Call& call, Key key) {
  std::string text;
  if (key == Key::kAlpha || key == Key::kBeta) {
    print_scalar(key == Key::kAlpha ? call.alpha : call.beta, text);
    return text;
  }
  Call lone = baseline(call.api);
  with_field(key, [&](auto member) { lone.*member = call.*member; });
  text = print_call(lone);
  const std::string start = fmt::format(" {}=", key_name(key));
  const std::size_t at = text.find(start);
  if (at == std::string::npos) return key == Key::kFill ? "int:0" : "";
  text.erase(0, at + start.size());
  text.resize(std::min(text.size(), text.find(' ')));
  return text;
}

}  // namespace

bool Pattern::names_clause(std::string_view glob, const Clause& clause) {
  return glob_matches(glob, clause.id) || glob_matches(glob, clause.family);
}

bool Pattern::within(const std::vector<Range>& ranges, std::int64_t value) {
  return std::ranges::any_of(
      ranges, [value](const Range& range) { return range.low <= value && value <= range.high; });
}

bool Pattern::matches(const Call& call) const {
  if ((apis_ & api_bit(call.api)) == 0) return false;
  const auto api = static_cast<std::size_t>(call.api);
  for (const IntegerTerm& term : integers_) {
    if (!within(term.ranges[api], get_integer(call, term.key))) return false;
  }
  for (const RowsTerm& term : rows_) {
    if (!within(term.ranges, ld_rows(call, term.operand))) return false;
  }
  return std::ranges::all_of(values_, [&](const ValueTerm& term) {
    if (!term.glob.empty()) return glob_matches(term.glob, value_text(call, term.key));
    return with_field(
        term.key, [&](auto member) { return same_bytes(call.*member, term.value[api].*member); });
  });
}

bool Pattern::matches(const Call& call, const CoarseKey& key, const Contract& contract) const {
  if ((kinds_ & (1u << static_cast<int>(key.kind))) == 0 || !matches(call)) return false;
  if (effects_ != 0 && (effects_ & key.effect) == 0) return false;
  if (operands_ != 0 && (operands_ >> static_cast<int>(key.operand) & 1) == 0) return false;
  if (clause_ == "*") return true;
  if (key.clause == kNumberingClause) return glob_matches(clause_, "numbering");
  if (key.clause >= contract.clauses.size()) return glob_matches(clause_, "-");
  return names_clause(clause_, contract.clauses[key.clause]);
}

}  // namespace gemmcheck
