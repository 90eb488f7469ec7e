// Coverage counted in clauses: each violated alone, just met, and paired with each other.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "contract/predict.h"

namespace gemmcheck {

class Coverage {
 public:
  explicit Coverage(const Contract& contract);

  void add(const Call& call, const Prediction& prediction);
  void merge(const Coverage& other);

  struct Summary {
    int clauses = 0;  ///< clauses with role kRefuse
    int violated_alone = 0;
    int just_met = 0;        ///< bound clauses satisfied with no room to spare (of `bounds`)
    int bounds = 0;          ///< clauses that can be just met
    int pairs = 0;           ///< unordered pairs violated together
    int possible_pairs = 0;  ///< pairs that can be violated together
    std::uint64_t accepted = 0;
    std::uint64_t calls = 0;
  };
  [[nodiscard]] Summary summary() const;
  /// Ids of clauses not yet violated alone, for people.
  [[nodiscard]] std::vector<std::string> missing() const;

 private:
  const Contract* contract_;
  std::vector<std::uint64_t> alone_;
  std::vector<std::uint64_t> met_;
  std::vector<std::uint64_t> pair_masks_;
  std::uint64_t accepted_ = 0;
  std::uint64_t calls_ = 0;
};

}  // namespace gemmcheck
