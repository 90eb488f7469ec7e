#include "contract/words.h"

#include <vector>

#include "call/enums.h"
#include "call/text.h"
#include "contract/quantities.h"

namespace gemmcheck {
namespace {

std::string enum_text(Api api, Key key, std::int64_t value) {
  const std::string_view name = enum_name(api, key, value);
  return name.empty() ? "#" + std::to_string(value) : std::string(name);
}

Operand operand_of(Quantity rows) {
  if (rows == Quantity::kRowsA) return Operand::kA;
  return rows == Quantity::kRowsB ? Operand::kB : Operand::kC;
}

std::string name_of(const Call& call, Quantity quantity) {
  const Key key = key_of(quantity);
  if (key != Key::kNone) return std::string(key_name(key));
  if (quantity == Quantity::kZero) return "0";
  return std::string(bound_name(call, operand_of(quantity)));
}

// What made the bound of a leading dimension what it is: the op and the layout.
std::string reading_of(const Call& call, Operand operand) {
  std::vector<std::string> parts;
  if (operand != Operand::kC) {
    const Key key = operand == Operand::kA ? Key::kTransa : Key::kTransb;
    std::string op = assignment(call, key);
    if (enum_name(call.api, key, get_integer(call, key)).empty()) op += " counts as transposed";
    parts.push_back(op);
  }
  if (has_key(call.api, Key::kLayout)) {
    const std::string_view name = enum_name(call.api, Key::kLayout, call.layout);
    parts.push_back(name.empty() ? assignment(call, Key::kLayout) + " counts as ColMajor"
                                 : std::string(name));
  }
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? " (" : ", ") + part;
  return text.empty() ? text : text + ")";
}

// The value of a bound, as it is made up: "max(1, k) = 3", "0".
std::string bound_text(const Call& call, const Term& term, std::int64_t bound) {
  std::string text;
  if (term.right != Quantity::kZero) {
    text = "max(" + std::to_string(term.floor) + ", " + name_of(call, term.right) + ")";
  }
  if (term.slack != 0) {
    if (text.empty()) text = std::to_string(std::max(term.floor, 0));
    text += (term.slack < 0 ? " - " : " + ") + std::to_string(std::abs(std::int64_t{term.slack}));
  }
  return text.empty() ? std::to_string(bound) : text + " = " + std::to_string(bound);
}

std::string legal_text(const Call& call, Key key, const LegalSet& legal) {
  std::vector<std::string> values;
  for (std::int64_t value = legal.base; value < std::int64_t{legal.base} + 64; ++value) {
    if (!legal.contains(value)) continue;
    values.push_back(std::to_string(value) + " (" + enum_text(call.api, key, value) + ")");
  }
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += i + 1 == values.size() ? " or " : ", ";
    text += values[i];
  }
  return text;
}

std::string sizes_text(const Call& call) {
  return "m = " + std::to_string(call.m) + ", n = " + std::to_string(call.n) +
         ", k = " + std::to_string(call.k);
}

std::string scalar_text(std::string_view name, const Scalar& scalar) {
  std::string text = std::string(name) + " = ";
  print_scalar(scalar, text);
  return text;
}

// A clause that asks for a circumstance of a pointer.
std::string circumstance_text(const Call& call, Quantity circumstance) {
  const int component = api_info(call.api).element.component_bytes;
  const std::string read =
      "it is read (" + sizes_text(call) + ", " + scalar_text("alpha", call.alpha) + ")";
  const std::string written = "it is written (" + sizes_text(call) + ")";
  const auto misaligned = [&](std::string_view name, Operand operand) {
    return std::string(name) + " starts " + std::to_string(offset_of(call, operand)) +
           (offset_of(call, operand) == 1 ? " byte" : " bytes") +
           " past an aligned address, but that must be a multiple of " + std::to_string(component) +
           ": ";
  };
  switch (circumstance) {
    case Quantity::kAlphaIsNull:
      return "alpha is a null pointer, but it is passed by reference";
    case Quantity::kBetaIsNull:
      return "beta is a null pointer, but it is passed by reference";
    case Quantity::kAIsNull:
      return "A is null, but " + read;
    case Quantity::kBIsNull:
      return "B is null, but " + read;
    case Quantity::kCIsNull:
      return "C is null, but " + written;
    case Quantity::kAIsMisaligned:
      return misaligned("A", Operand::kA) + read;
    case Quantity::kBIsMisaligned:
      return misaligned("B", Operand::kB) + read;
    case Quantity::kCIsMisaligned:
      return misaligned("C", Operand::kC) + written;
    case Quantity::kCOverlapsA:
      return "C shares memory with A, but C is written while A is read (" + sizes_text(call) + ")";
    case Quantity::kCOverlapsB:
      return "C shares memory with B, but C is written while B is read (" + sizes_text(call) + ")";
    default:
      return "";
  }
}

std::string term_message(const Call& call, const Term& term, const Contract& contract) {
  const std::string value = std::to_string(quantity(call, term.left, contract));
  const std::string left = name_of(call, term.left) + " = " + value;
  switch (term.test) {
    case Test::kBelow: {
      const Quantities q = all_quantities(call, contract);
      std::string text =
          left + ", but it must be at least " + bound_text(call, term, bound_of(term, q));
      if (term.right >= Quantity::kRowsA && term.right <= Quantity::kRowsC) {
        text += reading_of(call, operand_of(term.right));
      }
      return text;
    }
    case Test::kNotAmong: {
      const LegalRow& legal = legal_row(*contract.legal, api_info(call.api).convention);
      return left + ", but it must be " +
             legal_text(call, key_of(term.left),
                        legal[static_cast<std::size_t>(legal_index(term.left))]);
    }
    case Test::kEqual:
      break;
  }
  return left + ", which it must not be";
}

}  // namespace

std::string assignment(const Call& call, Key key) {
  const std::int64_t value = get_integer(call, key);
  const bool is_enum = !enum_rows(call.api, key).empty();
  return std::string(key_name(key)) + " = " +
         (is_enum ? enum_text(call.api, key, value) : std::to_string(value));
}

std::string_view bound_name(const Call& call, Operand operand) {
  const bool row_major = is_row_major(call.api, call.layout);
  switch (operand) {
    case Operand::kA:
      return is_transposed(call.api, call.transa) != row_major ? "k" : "m";
    case Operand::kB:
      return is_transposed(call.api, call.transb) != row_major ? "n" : "k";
    default:
      return row_major ? "n" : "m";
  }
}

std::string violation_message(const Call& call, const Clause& clause, const Contract& contract) {
  const Term& first = clause.terms[0];
  if (is_circumstance(first.left)) return circumstance_text(call, first.left);
  return term_message(call, first, contract);
}

}  // namespace gemmcheck
