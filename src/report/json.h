// The small stable JSON that other programs read (design, section 6). The only place that includes
// the JSON library.
#pragma once

#include <string>

#include "campaign/campaign.h"
#include "contract/predict.h"

namespace gemmcheck {

[[nodiscard]] std::string prediction_json(const Call& call, const Prediction& prediction,
                                          const Contract& contract);
[[nodiscard]] std::string observation_json(const Call& call, const Observation& observation,
                                           const Numbering& numbering);
[[nodiscard]] std::string finding_json(const Finding& finding, const Contract& contract,
                                       const Numbering& numbering);
[[nodiscard]] std::string campaign_json(const CampaignResult& result, const Contract& contract);

}  // namespace gemmcheck
