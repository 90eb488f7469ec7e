#include "findings/expectation.h"

#include <algorithm>

namespace gemmcheck {

std::vector<Key> expected_parameters(const Prediction& prediction, const Contract& contract) {
  std::vector<Key> parameters;
  for (std::size_t i = 0; i < contract.clauses.size(); ++i) {
    const Key parameter = contract.clauses[i].parameter;
    if ((prediction.reportable >> i & 1) != 0 && parameter != Key::kNone &&
        std::ranges::find(parameters, parameter) == parameters.end()) {
      parameters.push_back(parameter);
    }
  }
  return parameters;
}

}  // namespace gemmcheck
