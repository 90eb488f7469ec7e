#include "minimize/ask.h"

#include <algorithm>

namespace gemmcheck {

Expected<std::optional<std::size_t>> Asker::first_of(std::span<const Call> calls,
                                                     std::uint64_t budget) {
  std::size_t begin = 0;
  while (begin < calls.size() && made_ < budget) {
    const std::uint64_t left = std::min<std::uint64_t>(calls.size() - begin, budget - made_);
    const auto size =
        static_cast<std::size_t>(std::min<std::uint64_t>(left, static_cast<std::uint64_t>(batch_)));
    auto answers = shows_(calls.subspan(begin, size));
    if (!answers) return tl::make_unexpected(answers.error());
    if (answers->size() != size)
      return internal_error("the reducer got " + std::to_string(answers->size()) + " answers for " +
                            std::to_string(size) + " calls");
    made_ += size;
    const auto first = std::find(answers->begin(), answers->end(), true);
    if (first != answers->end()) return begin + static_cast<std::size_t>(first - answers->begin());
    begin += size;
  }
  return std::nullopt;
}

}  // namespace gemmcheck
