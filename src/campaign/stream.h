// The calls of a run by their position in its share: a shard takes every n-th of the global stream.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "campaign/campaign.h"
#include "generate/generate.h"

namespace gemmcheck {

class Stream {
 public:
  /// `has`: the APIs of the library. `options` must outlive this.
  Stream(const CampaignOptions& options, ApiSet has)
      : options_(options), has_(has), generator_(options.seed, options.apis) {}

  /// How many positions there are; nothing: without end.
  [[nodiscard]] std::optional<std::uint64_t> size() const {
    if (!options_.cases) return std::nullopt;
    if (*options_.cases <= options_.shard) return 0;
    return (*options_.cases - options_.shard - 1) / options_.shards + 1;
  }
  [[nodiscard]] std::uint64_t index(std::uint64_t position) const {
    return options_.shard + position * options_.shards;
  }
  [[nodiscard]] std::uint64_t position(std::uint64_t index) const {
    return index / options_.shards;
  }
  [[nodiscard]] Call call(std::uint64_t position) const { return generator_.call(index(position)); }
  /// Whether the run makes it, or skips it.
  [[nodiscard]] bool wanted(const Call& call) const {
    return (has_ & api_bit(call.api)) != 0 && (!options_.only || options_.only->matches(call));
  }
  /// The calls that are made from `first` on and before `end`, but for those without defined
  /// meaning: they are made in processes of their own.
  [[nodiscard]] std::vector<Call> made(std::uint64_t first, std::uint64_t end) const;

 private:
  const CampaignOptions& options_;
  ApiSet has_;
  Generator generator_;
};

}  // namespace gemmcheck
