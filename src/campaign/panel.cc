#include "campaign/panel.h"

#include <algorithm>
#include <thread>

namespace gemmcheck {

Expected<Panel> Panel::seat(std::span<const std::unique_ptr<Sandbox>> sandboxes) {
  Panel panel(sandboxes);
  for (const auto& sandbox : sandboxes) {
    auto numbering = learn_numbering(*sandbox, netlib_contract());
    if (!numbering) return tl::make_unexpected(numbering.error());
    panel.numberings_.push_back(*numbering);
  }
  return panel;
}

Expected<std::vector<Panel::Row>> Panel::ask(std::span<const Call> calls, Lives lives) {
  std::vector<std::vector<Observation>> observations(sandboxes_.size());
  std::vector<Expected<void>> made(sandboxes_.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < sandboxes_.size(); ++i) {
    observations[i].resize(calls.size());
    threads.emplace_back(
        [&, i] { made[i] = sandboxes_[i]->observe(calls, observations[i], lives); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const Expected<void>& one : made) {
    if (!one) return tl::make_unexpected(one.error());
  }
  std::vector<Row> rows(calls.size());
  for (std::size_t call = 0; call < calls.size(); ++call) {
    Row& row = rows[call];
    for (std::size_t i = 0; i < sandboxes_.size(); ++i) {
      const bool has = (sandboxes_[i]->library().apis & api_bit(calls[call].api)) != 0;
      const Observation& seen = observations[i][call];
      if (has && seen.outcome == Outcome::kNotMade) {
        row.clear();
        break;
      }
      row.push_back(has ? answer_of(calls[call], seen, numberings_[i]) : Answer{});
    }
  }
  return rows;
}

std::size_t Panel::knowing(Api api) const {
  return static_cast<std::size_t>(std::count_if(
      sandboxes_.begin(), sandboxes_.end(),
      [&](const auto& sandbox) { return (sandbox->library().apis & api_bit(api)) != 0; }));
}

std::uint64_t Panel::restarts() const {
  std::uint64_t sum = 0;
  for (const auto& sandbox : sandboxes_) sum += sandbox->restarts();
  return sum;
}

}  // namespace gemmcheck
