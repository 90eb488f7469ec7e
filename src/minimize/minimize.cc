#include "minimize/minimize.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "minimize/ask.h"
#include "minimize/box.h"
#include "minimize/descent.h"
#include "minimize/field.h"
#include "minimize/order.h"

namespace gemmcheck {
namespace {

// The search upwards. Layers are made one at a time and asked together, so that small layers do not
// cost a round trip each.
class Search {
 public:
  Search(const Box& box, const MayShow& may_show, Asker& asker, const ReduceOptions& options)
      : box_(box), may_show_(may_show), asker_(asker), options_(options) {}

  /// The first call of the box that shows; with `bound`, of the layers up to that call's.
  Expected<std::optional<Call>> first(const std::optional<Rank>& bound) {
    for (int fields = 0; fields <= kBoxFields; ++fields) {
      if (bound && fields > bound->fields) break;
      for (std::uint64_t magnitude = 0; magnitude <= box_.max_magnitude(fields); ++magnitude) {
        const bool last_layer = bound && fields == bound->fields && magnitude >= bound->magnitude;
        const std::vector<Call> layer = box_.layer(fields, magnitude, may_show_);
        waiting_.insert(waiting_.end(), layer.begin(), layer.end());
        if (waiting_.size() >= static_cast<std::size_t>(std::max(options_.batch, 1)) ||
            last_layer) {
          auto found = ask();
          if (!found || *found || cut_off_) return found;
        }
        if (last_layer) return std::nullopt;
      }
    }
    return ask();
  }

  /// Whether the budget ended before the box did.
  [[nodiscard]] bool cut_off() const { return cut_off_; }

 private:
  Expected<std::optional<Call>> ask() {
    const std::uint64_t left =
        options_.budget > asker_.made() ? options_.budget - asker_.made() : 0;
    const bool enough = waiting_.size() <= left;
    const auto first = asker_.first_of(waiting_, options_.budget);
    if (!first) return tl::make_unexpected(first.error());
    if (first->has_value()) return waiting_[**first];
    cut_off_ = !enough;
    waiting_.clear();
    return std::nullopt;
  }

  const Box& box_;
  const MayShow& may_show_;
  Asker& asker_;
  const ReduceOptions& options_;
  std::vector<Call> waiting_;
  bool cut_off_ = false;
};

}  // namespace

Expected<Reduction> reduce(const Call& start, const MayShow& may_show, const Shows& shows,
                           const ReduceOptions& options) {
  Asker asker(shows, options.batch);
  const auto low = descend(start, may_show, asker);
  if (!low) return tl::make_unexpected(low.error());

  // A call outside the box does not bound the search: another start may end elsewhere, but meets
  // the same first call of the box.
  const Box box(start.api);
  const bool inside = box.contains(*low);
  Search search(box, may_show, asker, options);
  const auto found = search.first(inside ? std::optional(rank_of(*low)) : std::nullopt);
  if (!found) return tl::make_unexpected(found.error());
  if (found->has_value()) return Reduction{**found, true, asker.made()};
  return Reduction{*low, inside && !search.cut_off(), asker.made()};
}

Expected<bool> is_one_minimal(const Call& call, const MayShow& may_show, const Shows& shows) {
  const Call base = baseline(call.api);
  std::vector<Call> neighbours;
  for (Key key : all_keys()) {
    if (field_magnitude(call, key) == 0) continue;
    if (!holds_integer(key)) {
      neighbours.push_back(with_field(call, key, base));
      continue;
    }
    const std::int64_t value = get_integer(call, key);
    const std::int64_t goal = default_integer(call, key);
    Call from = call;
    set_integer(from, key, goal);
    neighbours.push_back(with_field(call, key, from));
    if (!is_number(call.api, key)) continue;
    set_integer(from, key, value < goal ? value + 1 : value - 1);
    neighbours.push_back(with_field(call, key, from));
  }
  std::erase_if(neighbours,
                [&](const Call& other) { return !simpler(other, call) || !may_show(other); });
  if (neighbours.empty()) return true;
  const auto answers = shows(neighbours);
  if (!answers) return tl::make_unexpected(answers.error());
  return std::find(answers->begin(), answers->end(), true) == answers->end();
}

}  // namespace gemmcheck
