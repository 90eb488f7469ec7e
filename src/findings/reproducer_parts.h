// The pieces that a reproducer is put together from. Private to this folder.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "call/reach.h"
#include "findings/finding.h"

namespace gemmcheck::reproducer {

/// What all pieces are made from.
struct Context {
  const Finding& finding;
  const Contract& contract;
  const Numbering& numbering;
  const LibrarySpec& spec;

  const Call& call() const { return finding.call; }
  const ApiInfo& api() const { return api_info(finding.call.api); }
  bool may_be_accepted() const { return (finding.prediction.statuses & kAccepted) != 0; }
  bool may_be_refused() const { return (finding.prediction.statuses & kRefused) != 0; }
};

/// Where one operand lies, laid out as the worker does it: in `room` bytes between inaccessible
/// pages, with contents from `lowest` on.
struct Layout {
  Operand owner = Operand::kNone;  ///< whose memory it lies in
  std::string pointer;  ///< C expression of what the library gets if it has no memory of its own
  std::size_t room = 0;
  std::size_t lowest = 0;
  std::size_t components = 0;  ///< that are filled
  std::size_t origin = 0;      ///< component that the library's pointer is at
  std::vector<Stretch> pages;  ///< of `room`, the accessible ones; empty: all
  bool own = true;             ///< has memory of its own
};
struct Placement {
  std::array<Layout, 3> operands;  ///< by Operand
  bool exact = true;               ///< every operand has the memory that the call describes

  /// Whether some operand's columns lie so far apart that only their pages are accessible.
  bool is_far() const {
    return std::ranges::any_of(operands,
                               [](const Layout& layout) { return !layout.pages.empty(); });
  }
};
[[nodiscard]] Placement place(const Call& call);

/// Whether an accepted call writes C without reading it: it holds the sentinel before.
[[nodiscard]] bool only_writes_c(const Call& call);
/// alpha and k leave a product to add.
[[nodiscard]] bool has_product(const Call& call);
/// Whether every order of operations gives the same result: small integers and scalars throughout.
[[nodiscard]] bool is_exact(const Call& call);
/// NaN, Inf or overflow may come in: then it is judged which of them an element may be.
[[nodiscard]] bool may_be_special(const Call& call);

/// A component of a scalar as a C constant of the call's component type.
[[nodiscard]] std::string c_constant(double value, int component_bytes);

/// How a finding's memory is judged, beyond the call's end and text.
struct Checks {
  bool product = false;    ///< C against the formula
  bool untouched = false;  ///< an accepted call must not even rewrite C
  bool gaps = false;       ///< C between its columns
  bool inputs = false;     ///< A and B unchanged
  bool output = false;     ///< C of a refused call unchanged
  bool margins = false;    ///< the memory around the operands
  bool faults = false;     ///< where a fault was is told
};
[[nodiscard]] Checks checks_of(const Context& context);

/// A copy of the text with every `what` replaced.
[[nodiscard]] std::string replaced(std::string text, std::string_view what, std::string_view by);
/// A C string literal of what the text says: in one line, as one_line makes it.
[[nodiscard]] std::string c_string(std::string_view text);
/// A C string literal of exactly these bytes.
[[nodiscard]] std::string c_path(std::string_view bytes);

/// The parameters of an API's function, as declared and as passed.
struct Parameters {
  std::string prototype;
  std::string arguments;
};
[[nodiscard]] Parameters parameters_of(const ApiInfo& api);
[[nodiscard]] std::string_view real_type(const ApiInfo& api);
[[nodiscard]] std::string symbol_of(const Context& context);
/// Constants named after the parameters, with the call's values.
[[nodiscard]] std::string constants_text(const Context& context);
/// Breaks a list at ", " into lines of at most 100 columns.
[[nodiscard]] std::string wrapped(const std::string& head, const std::string& list,
                                  const std::string& tail, std::size_t indent);

// The program in order.
[[nodiscard]] std::string build_comment(const Context& context);
[[nodiscard]] std::string includes_text(const Checks& checks, bool staged);
[[nodiscard]] std::string call_text(const Context& context, const Placement& placement);
[[nodiscard]] std::string memory_text(const Context& context, const Placement& placement,
                                      const Checks& checks);
[[nodiscard]] std::string library_text(const Context& context);
/// Calls that set the stage; "" if there are none.
[[nodiscard]] std::string stage_text(const Context& context);
[[nodiscard]] std::string run_text(const Checks& checks, bool staged);
[[nodiscard]] std::string product_text(const Context& context, const Placement& placement);
[[nodiscard]] std::string judge_text(const Context& context, const Placement& placement,
                                     const Checks& checks);
[[nodiscard]] std::string main_text(const Context& context, const Placement& placement);

}  // namespace gemmcheck::reproducer
