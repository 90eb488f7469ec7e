// Patterns over calls and disagreements: `api=cblas_* m=0 lda=..0 kind=status clause=netlib.lda`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "call/call.h"
#include "call/error.h"
#include "contract/clause.h"
#include "verdict/key.h"

namespace gemmcheck {

/// `key=value` terms as in a call, with `*` (any value), globs for names, `a..b`, `<n`, `>n`, and
/// `api=`, `kind=`, `clause=`. All terms must match; an empty pattern matches everything.
class Pattern {
 public:
  [[nodiscard]] static Expected<Pattern> parse(std::string_view text);

  /// Terms over the call alone; a pattern with kind= or clause= terms ignores those here.
  [[nodiscard]] bool matches(const Call& call) const;
  /// All terms.
  [[nodiscard]] bool matches(const Call& call, const CoarseKey& key,
                             const Contract& contract) const;
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  struct Term {
    std::string key;
    std::string value;
  };
  std::string text_;
  std::vector<Term> terms_;
};

}  // namespace gemmcheck
