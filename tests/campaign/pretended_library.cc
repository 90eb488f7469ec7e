#include "campaign/pretended_library.h"

#include <algorithm>
#include <utility>

#include "contract/numbering.h"

namespace gemmcheck::testing {
namespace {

constexpr std::size_t kBatch = 64;

class Pretended : public Sandbox {
 public:
  explicit Pretended(PretendedOptions options) : options_(std::move(options)) {
    info_.name = "pretended";
    info_.version = options_.version;
    info_.path = "/pretended";
    info_.apis = kNetlibApis;
  }

  const LibraryInfo& library() const override { return info_; }

  Expected<void> observe(std::span<const Call> calls, std::span<Observation> observations,
                         Lives lives) override {
    if (lives == Lives::kOne) life_ = 0;
    for (std::size_t i = 0; i < calls.size(); ++i) {
      if (lives == Lives::kOwn) life_ = 0;
      auto made = make(calls[i]);
      if (!made) return tl::make_unexpected(made.error());
      observations[i] = *made;
    }
    return {};
  }

  Expected<void> stream(const Fill& fill, const Take& take) override {
    std::vector<Call> calls(kBatch);
    std::vector<Observation> observations(kBatch);
    while (true) {
      std::vector<std::uint8_t> own_life(kBatch, 0);
      const std::size_t count = fill(calls, own_life);
      if (count == 0) return {};
      for (std::size_t i = 0; i < count; ++i) {
        if (own_life[i] != 0) life_ = 0;
        auto made = make(calls[i]);
        if (!made) return tl::make_unexpected(made.error());
        observations[i] = *made;
      }
      if (!take({calls.data(), count}, {observations.data(), count})) return {};
    }
  }

  std::uint64_t restarts() const override { return 0; }

 private:
  Expected<Observation> make(const Call& call) {
    if (made_++ >= options_.fails_after) return internal_error("the pretended worker is gone");
    Observation observation = honest(call);
    if (options_.fault) options_.fault(call, life_, observation);
    ++life_;
    return observation;
  }

  PretendedOptions options_;
  LibraryInfo info_;
  std::uint64_t life_ = 0;
  std::uint64_t made_ = 0;
};

}  // namespace

Observation honest(const Call& call) {
  const Prediction prediction = predict(call);
  Observation observation;
  if (prediction.deciding == kNoClause) return observation;
  const Key parameter = netlib_contract().clauses[prediction.deciding].parameter;
  observation.messages = 1;
  observation.format = MessageFormat::kParameterToRoutine;
  observation.number = number_of(call, prescribed_scheme(call.api), parameter).value_or(0);
  return observation;
}

std::unique_ptr<Sandbox> pretend(const PretendedOptions& options) {
  return std::make_unique<Pretended>(options);
}

std::vector<std::unique_ptr<Sandbox>> pretend(const PretendedOptions& options, std::size_t count) {
  std::vector<std::unique_ptr<Sandbox>> sandboxes;
  for (std::size_t i = 0; i < count; ++i) sandboxes.push_back(pretend(options));
  return sandboxes;
}

}  // namespace gemmcheck::testing
