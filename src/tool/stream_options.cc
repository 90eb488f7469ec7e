#include "tool/stream_options.h"

#include <string_view>
#include <utility>

#include "tool/common.h"

namespace gemmcheck::tool {
namespace {

constexpr std::uint64_t kMostShards = 1U << 20;

Expected<std::chrono::seconds> parse_time(std::string_view text) {
  std::uint64_t unit = 1;
  std::string_view digits = text;
  if (!digits.empty()) {
    const char last = digits.back();
    unit = last == 'm' ? 60 : last == 'h' ? 3600 : 1;
    if (last == 's' || last == 'm' || last == 'h') digits.remove_suffix(1);
  }
  const auto value = parse_number("--time", digits);
  constexpr std::uint64_t kLongest = 365ULL * 24 * 3600;
  if (!value || *value == 0 || *value > kLongest / unit) {
    return bad_input("--time: \"" + std::string(text) +
                     "\" is no time; write 60s, 5m or 2h (a year at most)");
  }
  return std::chrono::seconds(*value * unit);
}

Expected<void> parse_shard(std::string_view text, CampaignOptions& options) {
  const std::size_t slash = text.find('/');
  const auto index = parse_number("--shard", text.substr(0, slash));
  const auto count = parse_number(
      "--shard", slash == std::string_view::npos ? "" : text.substr(slash + 1), 1, kMostShards);
  if (!index || !count || *index >= *count) {
    return bad_input("--shard: \"" + std::string(text) +
                     "\" is not i/n with 0 <= i < n and n up to " + std::to_string(kMostShards));
  }
  options.shard = *index;
  options.shards = *count;
  return {};
}

}  // namespace

Expected<CampaignOptions> campaign_options(const Options& options, std::uint64_t default_cases) {
  CampaignOptions campaign;
  auto seed = parse_number("--seed", options.seed);
  if (!seed) return tl::make_unexpected(seed.error());
  campaign.seed = *seed;
  if (!options.cases.empty()) {
    auto cases = parse_number("--cases", options.cases, 1);
    if (!cases) return tl::make_unexpected(cases.error());
    campaign.cases = *cases;
  }
  if (!options.time.empty()) {
    auto time = parse_time(options.time);
    if (!time) return tl::make_unexpected(time.error());
    campaign.time = *time;
  } else if (!campaign.cases) {
    campaign.cases = default_cases;
  }
  if (auto shard = parse_shard(options.shard, campaign); !shard)
    return tl::make_unexpected(shard.error());
  auto apis = parse_apis(options.apis);
  if (!apis) return tl::make_unexpected(apis.error());
  campaign.apis = *apis;
  if (!options.only.empty()) {
    auto pattern = Pattern::parse(options.only);
    if (!pattern) return bad_input("--only: " + pattern.error().message);
    campaign.only = std::move(*pattern);
  }
  return campaign;
}

}  // namespace gemmcheck::tool
