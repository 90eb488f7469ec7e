// Patterns over calls and disagreements: `api=cblas_* m=0 lda=..0 kind=status clause=netlib.lda`.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "call/call.h"
#include "call/error.h"
#include "contract/clause.h"
#include "verdict/key.h"

namespace gemmcheck {

/// Terms `key=value`, separated by blanks; all must match, and an empty pattern matches everything.
///
///     api=cblas_*       a glob over API names (`*` is any run of characters), or several
///     kind=status       a glob over kinds of disagreement, or several: `status,parameter`
///     clause=ld         a glob over the deciding clause's id or family; `-` for a legal call,
///                       `numbering` for the numbering of a library's messages
///     effect=outside-read
///                       a glob over what was done to memory (c-written, a-changed, b-changed,
///                       gap-changed, c-wrong, c-unwritten, outside-read, outside-write), or
///                       several
///     operand=C         the operand that footprint, effect or result speak of, or several
///     m=0 lda=1..3 k=5.. n=..0 ldb=<4 ldc=>9
///                       sizes, leading dimensions, strides and counts (ranges with both ends)
///     transa=T layout=Row* transb=#47 transa=#0..#64
///                       enums by name or glob (matched against every name of the value), by raw
///                       value, or by a range of raw values
///     transa=N,n m=0,2..4
///                       several of these
///     rowsA=0 rowsB=..3 the rows that bound lda, ldb, ldc by layout and op, as ranges
///     alpha=nan A=null B=+2 fill=nanA:7
///                       the rest exactly as in a call line
///     fill=nan* C=A*    or by a glob over its canonical text
///     beta=*            anything, in APIs that have the key
///
/// A term over a key that an API lacks does not match calls of that API.
class Pattern {
 public:
  /// kBadInput names the column (1-based, in bytes), the key and what would be right.
  [[nodiscard]] static Expected<Pattern> parse(std::string_view text);

  /// Terms over the call alone; a pattern with kind=, clause=, effect= or operand= terms ignores
  /// those here. Terms over integers and enums were resolved by `parse`: no text is made or read
  /// for them.
  [[nodiscard]] bool matches(const Call& call) const;
  /// All terms.
  [[nodiscard]] bool matches(const Call& call, const CoarseKey& key,
                             const Contract& contract) const;
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  friend class PatternParser;

  static bool names_clause(std::string_view glob, const Clause& clause);

  struct Range {
    std::int64_t low;
    std::int64_t high;
  };
  static bool within(const std::vector<Range>& ranges, std::int64_t value);
  /// An integer or enum: one of the API's ranges must hold the value.
  struct IntegerTerm {
    Key key;
    std::array<std::vector<Range>, kNetlibApiCount> ranges;
  };
  /// The bound of an operand's leading dimension.
  struct RowsTerm {
    Operand operand;
    std::vector<Range> ranges;
  };
  /// Scalars, pointers, fill, workspace: equal to a field of `value`, or matching `glob`.
  struct ValueTerm {
    Key key;
    std::array<Call, kNetlibApiCount> value;
    std::string glob;
  };

  std::string text_;
  ApiSet apis_ = kNetlibApis;  ///< APIs that can match at all
  std::uint32_t kinds_ = ~std::uint32_t{0};
  std::uint32_t effects_ = 0;   ///< 0: any, or none
  std::uint32_t operands_ = 0;  ///< by Operand; 0: any, or none
  std::string clause_ = "*";
  std::vector<IntegerTerm> integers_;
  std::vector<RowsTerm> rows_;
  std::vector<ValueTerm> values_;
};

}  // namespace gemmcheck
