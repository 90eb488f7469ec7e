// Several libraries that answer the same calls at the same time.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "campaign/compare.h"

namespace gemmcheck {

class Panel {
 public:
  /// Learns how each library numbers parameters. The sandboxes must outlive this.
  [[nodiscard]] static Expected<Panel> seat(std::span<const std::unique_ptr<Sandbox>> sandboxes);

  /// The answers of all libraries to each call: answers[i][j] is library j's to calls[i]. A row is
  /// empty where a library could not make the call.
  using Row = std::vector<Answer>;
  [[nodiscard]] Expected<std::vector<Row>> ask(std::span<const Call> calls,
                                               Lives lives = Lives::kShared);

  /// How many libraries have the function.
  [[nodiscard]] std::size_t knowing(Api api) const;
  [[nodiscard]] std::uint64_t restarts() const;

 private:
  explicit Panel(std::span<const std::unique_ptr<Sandbox>> sandboxes) : sandboxes_(sandboxes) {}

  std::span<const std::unique_ptr<Sandbox>> sandboxes_;
  std::vector<Numbering> numberings_;
};

}  // namespace gemmcheck
