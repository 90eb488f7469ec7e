#include "campaign/stream.h"

#include "contract/predict.h"

namespace gemmcheck {

std::vector<Call> Stream::made(std::uint64_t first, std::uint64_t end) const {
  std::vector<Call> calls;
  for (std::uint64_t at = first; at < end; ++at) {
    const Call call = this->call(at);
    if (wanted(call) && predict(call).standing != Standing::kUndefined) calls.push_back(call);
  }
  return calls;
}

}  // namespace gemmcheck
