#include "generate/faults.h"

#include <algorithm>
#include <vector>

#include "call/enums.h"
#include "contract/predict.h"

namespace gemmcheck {
namespace {

struct PointerRow {
  Pointer Call::*pointer;
  Quantity null;
  Quantity misaligned;
};
constexpr PointerRow kPointerRows[] = {
    {&Call::A, Quantity::kAIsNull, Quantity::kAIsMisaligned},
    {&Call::B, Quantity::kBIsNull, Quantity::kBIsMisaligned},
    {&Call::C, Quantity::kCIsNull, Quantity::kCIsMisaligned},
};

std::vector<std::int32_t> legal_values(const Contract& contract, Api api, Quantity which) {
  if (!has_key(api, key_of(which))) return {};
  const LegalSet& set = (*contract.legal)[static_cast<std::size_t>(api_info(api).convention)]
                                         [static_cast<std::size_t>(legal_index(which))];
  std::vector<std::int32_t> values;
  for (std::int64_t value = set.base; value < std::int64_t{set.base} + 128; ++value) {
    if (set.contains(value)) values.push_back(static_cast<std::int32_t>(value));
  }
  return values;
}

// Named values that the contract does not know come twice: some library takes them.
std::vector<std::int32_t> illegal_values(Api api, Key key, const std::vector<std::int32_t>& legal) {
  const IntegerRange range = integer_range(api, key);
  std::vector<std::int32_t> values;
  const auto add = [&](std::int64_t value) {
    if (value < range.min || value > range.max) return;
    const auto narrow = static_cast<std::int32_t>(value);
    if (std::find(legal.begin(), legal.end(), narrow) == legal.end()) values.push_back(narrow);
  };
  for (int times = 0; times < 2; ++times) {
    for (const EnumRow& row : enum_rows(api, key)) add(row.value);
  }
  for (std::int32_t value : legal) {
    add(std::int64_t{value} - 1);
    add(std::int64_t{value} + 1);
  }
  for (std::int64_t value : {std::int64_t{0}, std::int64_t{-1}, range.min, range.max}) add(value);
  return values;
}

EnumSlots enum_slots(const Contract& contract, Api api, Quantity which) {
  const Key key = key_of(which);
  const std::vector<std::int32_t> legal = legal_values(contract, api, which);
  const std::vector<std::int32_t> illegal = illegal_values(api, key, legal);
  const auto slot = [&](const std::vector<std::int32_t>& values, std::size_t i) {
    const std::int32_t value = values.empty()
                                   ? static_cast<std::int32_t>(get_integer(baseline(api), key))
                                   : values[i % values.size()];
    return EnumSlot{value,
                    key == Key::kLayout ? is_row_major(api, value) : is_transposed(api, value)};
  };
  EnumSlots slots{};
  for (std::size_t i = 0; i < slots.legal.size(); ++i) {
    slots.legal[i] = slot(legal, i);
    slots.illegal[i] = slot(illegal, i);
  }
  return slots;
}

Operand operand_of(Quantity rows) {
  switch (rows) {
    case Quantity::kRowsA:
      return Operand::kA;
    case Quantity::kRowsB:
      return Operand::kB;
    case Quantity::kRowsC:
      return Operand::kC;
    default:
      return Operand::kNone;
  }
}

std::int64_t Call::*field_of(Key key) {
  switch (key) {
    case Key::kM:
      return &Call::m;
    case Key::kN:
      return &Call::n;
    case Key::kK:
      return &Call::k;
    case Key::kLda:
      return &Call::lda;
    case Key::kLdb:
      return &Call::ldb;
    case Key::kLdc:
      return &Call::ldc;
    default:
      return nullptr;
  }
}

bool is_settable(const Clause& clause) {
  const Term& term = clause.terms[0];
  if (key_of(term.left) == Key::kNone) return false;
  if (term.test == Test::kNotAmong) return true;
  return term.test == Test::kBelow && field_of(key_of(term.left)) != nullptr &&
         (operand_of(term.right) != Operand::kNone || term.right == Quantity::kZero);
}

// Not every API has every circumstance: a scalar passed by value is never null.
bool can_be_undefined(const ApiTable& table, std::size_t clause) {
  Call call = table.baseline;
  call.alpha.re = call.beta.re = 2;
  set_circumstance(call, table.contract->clauses[clause].terms[0].left, table.component_bytes);
  return ((predict(call, *table.contract).undefined >> clause) & 1) != 0;
}

ApiTable build(Api api) {
  const ApiInfo& info = api_info(api);
  ApiTable table{};
  table.baseline = baseline(api);
  table.contract = &contract_for(api);
  table.scalars = info.element.complex ? &kComplexScalars : &kRealScalars;
  table.range = integer_range(api, Key::kM);
  table.wide = WideValues(table.range);
  table.component_bytes = info.element.component_bytes;
  table.has_layout = has_key(api, Key::kLayout);
  table.layout = enum_slots(*table.contract, api, Quantity::kLayout);
  table.transa = enum_slots(*table.contract, api, Quantity::kTransa);
  table.transb = enum_slots(*table.contract, api, Quantity::kTransb);
  const auto clauses = table.contract->clauses;
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    const Clause& clause = clauses[i];
    if (clause.role == Role::kUndefined && table.undefined_count < table.undefined.size() &&
        can_be_undefined(table, i)) {
      table.undefined[table.undefined_count++] = clause.terms[0].left;
    }
    const Term& term = clause.terms[0];
    if (clause.role != Role::kRefuse || !is_settable(clause) || !has_key(api, key_of(term.left)) ||
        table.fault_count == table.faults.size()) {
      continue;
    }
    const Key key = key_of(term.left);
    const Fault fault{operand_of(term.right), term.test,  key,
                      field_of(key),          term.floor, term.slack};
    table.faults[table.fault_count++] = fault;
    if (fault.follows_sizes() && table.ld_count < table.lds.size()) {
      table.lds[table.ld_count++] = fault;
    }
  }
  return table;
}

}  // namespace

void set_circumstance(Call& call, Quantity which, std::int32_t component_bytes) {
  for (const PointerRow& row : kPointerRows) {
    Pointer& pointer = call.*row.pointer;
    if (which == row.null) pointer.kind = PointerKind::kNull;
    if (which == row.misaligned) pointer.offset = component_bytes / 2;
  }
  if (which == Quantity::kCOverlapsA || which == Quantity::kCOverlapsB) {
    call.C.kind = PointerKind::kAlias;
    call.C.alias = which == Quantity::kCOverlapsA ? Operand::kA : Operand::kB;
  }
  if (which == Quantity::kAlphaIsNull || which == Quantity::kBetaIsNull) {
    Scalar& scalar = which == Quantity::kAlphaIsNull ? call.alpha : call.beta;
    scalar = {};
    scalar.null = true;
  }
}

const ApiTable& api_table(Api api) {
  static const std::array<ApiTable, kNetlibApiCount> tables = [] {
    std::array<ApiTable, kNetlibApiCount> built;
    for (int i = 0; i < kNetlibApiCount; ++i) {
      built[static_cast<std::size_t>(i)] = build(static_cast<Api>(i));
    }
    return built;
  }();
  return tables[static_cast<std::size_t>(api)];
}

}  // namespace gemmcheck
