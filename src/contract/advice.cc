#include <algorithm>
#include <array>
#include <utility>

#include "call/enums.h"
#include "call/text.h"
#include "contract/explain.h"
#include "contract/quantities.h"

namespace gemmcheck {
namespace {

struct LeadingDimensions {
  std::int64_t a;
  std::int64_t b;
  std::int64_t c;
  friend bool operator==(const LeadingDimensions&, const LeadingDimensions&) = default;
};

LeadingDimensions given(const Call& call) {
  return {call.lda, call.ldb, call.ldc};
}

// The smallest legal leading dimensions if the call's matrices lay in this layout.
LeadingDimensions tight(const Call& call, bool row_major) {
  const StoredRows rows = stored_rows(call, is_transposed(call.api, call.transa),
                                      is_transposed(call.api, call.transb), row_major);
  const auto at_least_one = [](std::int64_t bound) { return std::max<std::int64_t>(1, bound); };
  return {at_least_one(rows.a), at_least_one(rows.b), at_least_one(rows.c)};
}

bool meets(const LeadingDimensions& ld, const LeadingDimensions& bound) {
  return ld.a >= bound.a && ld.b >= bound.b && ld.c >= bound.c;
}

std::string ld_text(const LeadingDimensions& ld) {
  return "lda = " + std::to_string(ld.a) + ", ldb = " + std::to_string(ld.b) +
         ", ldc = " + std::to_string(ld.c);
}

// The column-major call that computes the transposed product on the same memory: B before A.
Call exchanged(Call call) {
  std::swap(call.transa, call.transb);
  std::swap(call.m, call.n);
  std::swap(call.lda, call.ldb);
  std::swap(call.A, call.B);
  return call;
}

bool is_legal(const Call& call) {
  return predict(call).violated == 0;
}

// How to get what a caller with matrices in the other layout wanted.
std::string other_layout(const Call& call, bool row_major) {
  if (has_key(call.api, Key::kLayout)) {
    return row_major ? "is layout=ColMajor meant?" : "is layout=RowMajor meant?";
  }
  return "Fortran routines are column-major; a row-major C = A*B is B before A with m and n "
         "exchanged: " +
         print_call(exchanged(call));
}

// Only leading dimensions are wrong: what would make them right?
void advise_refused(const Call& call, bool row_major, std::vector<std::string>& hints) {
  const LeadingDimensions ld = given(call);
  if (meets(ld, tight(call, !row_major))) {
    hints.push_back(ld_text(ld) + " would be right for " +
                    (row_major ? "column-major" : "row-major") +
                    " matrices: " + other_layout(call, row_major));
  }
  Call changed = call;
  std::swap(changed.lda, changed.ldb);
  if (is_legal(changed)) {
    hints.push_back("lda = " + std::to_string(changed.lda) + " and ldb = " +
                    std::to_string(changed.ldb) + " would be right: are they exchanged?");
  }
  for (const Key op : {Key::kTransa, Key::kTransb}) {
    changed = call;
    const bool transposed =
        is_transposed(call.api, static_cast<std::int32_t>(get_integer(call, op)));
    const std::string_view name = transposed ? "N" : "T";
    set_integer(changed, op, *enum_value(call.api, op, name));
    if (is_legal(changed)) {
      hints.push_back(std::string("the leading dimensions would be right for ") +
                      std::string(key_name(op)) + " = " + std::string(name));
    }
  }
}

// Legal calls whose numbers say that their author thought in the other layout: the result is
// "wrong" though nothing is violated.
void advise_legal(const Call& call, bool row_major, std::vector<std::string>& hints) {
  if (call.m <= 0 || call.n <= 0 || call.k <= 0) return;
  const LeadingDimensions ld = given(call);
  if (ld == tight(call, row_major) || ld != tight(call, !row_major)) return;
  hints.push_back(ld_text(ld) + " is legal but exactly what " +
                  (row_major ? "column-major" : "row-major") +
                  " matrices would need: " + other_layout(call, row_major));
}

bool only_leading_dimensions(std::uint64_t violated, const Contract& contract) {
  constexpr std::array kLds = {Key::kLda, Key::kLdb, Key::kLdc};
  for (std::size_t i = 0; i < contract.clauses.size(); ++i) {
    if (((violated >> i) & 1) == 0) continue;
    const Key parameter = contract.clauses[i].parameter;
    if (std::find(kLds.begin(), kLds.end(), parameter) == kLds.end()) return false;
  }
  return true;
}

}  // namespace

std::vector<std::string> advice(const Call& call, const Prediction& prediction) {
  std::vector<std::string> hints;
  const bool row_major = is_row_major(call.api, call.layout);
  if (prediction.violated == 0) {
    if (prediction.standing != Standing::kUndefined) advise_legal(call, row_major, hints);
  } else if (only_leading_dimensions(prediction.violated, contract_for(call.api))) {
    advise_refused(call, row_major, hints);
  }
  return hints;
}

}  // namespace gemmcheck
