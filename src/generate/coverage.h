// Coverage counted in clauses: each violated alone, just met, and paired with each other.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "contract/predict.h"

namespace gemmcheck {

/// What can be covered is counted for the APIs that were seen (for all, before the first call), so
/// that a run of Fortran APIs alone does not miss the layout.
class Coverage {
 public:
  /// The contract must outlive this.
  explicit Coverage(const Contract& contract);

  /// `prediction` is that of `call` by the same contract. Allocates nothing.
  void add(const Call& call, const Prediction& prediction);
  /// Precondition: the same contract.
  void merge(const Coverage& other);

  /// Everything that was counted, so that a later run can go on from it.
  [[nodiscard]] std::vector<std::uint64_t> state() const;
  /// False, and nothing changed, if this is no state of a coverage.
  [[nodiscard]] bool restore(std::span<const std::uint64_t> state);

  struct Summary {
    int clauses = 0;  ///< clauses with role kRefuse
    int violated_alone = 0;
    int just_met = 0;  ///< bound clauses satisfied with no room to spare by an accepted call (of
                       ///< `bounds`)
    int bounds = 0;    ///< clauses that can be just met
    int pairs = 0;     ///< unordered pairs violated together
    int possible_pairs = 0;  ///< pairs that can be violated together
    std::uint64_t accepted = 0;
    std::uint64_t calls = 0;
  };
  [[nodiscard]] Summary summary() const;
  /// Ids of clauses not yet violated alone, for people.
  [[nodiscard]] std::vector<std::string> missing() const;

 private:
  using ClauseMask = std::uint64_t;
  using PairMasks = std::array<ClauseMask, kMaxClauses>;

  void add_just_met(const Call& call);
  [[nodiscard]] ApiSet apis() const;
  [[nodiscard]] ClauseMask clauses() const;

  const Contract* contract_;
  ApiSet seen_ = 0;
  ClauseMask alone_ = 0;
  ClauseMask met_ = 0;
  ClauseMask bounds_ = 0;
  PairMasks pairs_{};  // bit j of element i: i and j were violated together
  std::array<ClauseMask, kNetlibApiCount> clauses_of_{};
  std::array<PairMasks, kNetlibApiCount> possible_of_{};
  std::uint64_t accepted_ = 0;
  std::uint64_t calls_ = 0;
};

}  // namespace gemmcheck
