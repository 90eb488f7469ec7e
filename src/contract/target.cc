#include "contract/target.h"

#include <array>

namespace gemmcheck {
namespace {

struct TargetRow {
  Dialect dialect;
  std::string_view name;
  const Contract& (*contract)();
};
constexpr std::array kTargets = {
    TargetRow{Dialect::kNetlib, "netlib", &netlib_contract},
};

const TargetRow& row_of(Dialect dialect) {
  for (const TargetRow& row : kTargets) {
    if (row.dialect == dialect) return row;
  }
  return kTargets[0];
}

}  // namespace

Expected<Target> parse_target(std::string_view text) {
  std::string known;
  for (const TargetRow& row : kTargets) {
    if (row.name == text) return Target{row.dialect};
    if (!known.empty()) known += ", ";
    known += row.name;
  }
  return bad_input("unknown target '" + std::string(text) + "': targets are " + known);
}

std::string to_string(const Target& target) {
  return std::string(row_of(target.dialect).name);
}

Target default_target(Api api) {
  return {api_info(api).dialect};
}

const Contract& contract_of(const Target& target) {
  return row_of(target.dialect).contract();
}

const Contract& contract_for(Api api) {
  return row_of(api_info(api).dialect).contract();
}

}  // namespace gemmcheck
