#include "call/text_error.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <span>
#include <utility>
#include <vector>

#include "call/call.h"
#include "call/enums.h"
#include "call/text_keys.h"
#include "call/text_values.h"

namespace gemmcheck {
namespace {

constexpr std::size_t kQuotedBytes = 40;

// What to write instead, a row a kind of value. Integers, enums and words say it from their tables.
std::string_view usage(ValueKind kind, const ApiInfo& api) {
  // Memory has sides where there is a device.
  const bool sides = api.dialect == Dialect::kCublas;
  switch (kind) {
    case ValueKind::kScalar:
      return sides ? "a number such as 2, 0.5, nan or -inf, or null; a number may have @host or "
                     "@device after it"
                   : "a number such as 2, 0.5, nan or -inf, or null";
    case ValueKind::kPointer:
      return sides ? "null, @host, +BYTES, A, B or C with or without +BYTES (up to 2147483647)"
                   : "null, +BYTES, A, B or C with or without +BYTES (up to 2147483647)";
    case ValueKind::kWorkspace:
      return "BYTES, BYTES+OFFSET or null";
    case ValueKind::kFill:
      return "int:SEED, random:SEED or nanA, nanB, nanC, infA, infB, infC:SEED, with a seed of 0 "
             "to "
             "4294967295";
    default:
      return {};
  }
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row[b.size()];
}

// A third of the letters may differ, or one is a part of the other. Both in lower case.
bool is_close(std::string_view name, std::string_view written) {
  constexpr std::size_t kLongestName = 64;
  constexpr std::size_t kShortestPart = 3;
  if (written.size() > kLongestName) return false;
  if (edit_distance(name, written) <= written.size() / 3) return true;
  return (written.size() >= kShortestPart && name.find(written) != std::string::npos) ||
         (name.size() >= kShortestPart && written.find(name) != std::string::npos);
}

std::string joined(std::span<const std::string_view> names) {
  std::string out;
  for (std::string_view name : names) {
    if (!out.empty()) out += ", ";
    out += name;
  }
  return out;
}

// "did you mean ..." with the names that are closest to what was written, the closest first; "" if
// none is close.
std::string suggestion(std::span<const std::string_view> names, std::string_view written) {
  constexpr std::size_t kMost = 4;
  std::vector<std::pair<std::size_t, std::size_t>> near;  // distance, place among the names
  const std::string sought = lower(written);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string name = lower(names[i]);
    if (name == sought) return "; did you mean " + std::string(names[i]) + "?";
    if (is_close(name, sought)) near.emplace_back(edit_distance(name, sought), i);
  }
  if (near.empty()) return {};
  std::sort(near.begin(), near.end());
  near.resize(std::min(near.size(), kMost));
  std::vector<std::string_view> closest;
  for (const auto& [distance, place] : near) closest.push_back(names[place]);
  return "; did you mean " + joined(closest) + "?";
}

// The same, or all names after `intro` where none is close.
std::string advice(std::span<const std::string_view> names, std::string_view written,
                   std::string_view intro) {
  std::string close = suggestion(names, written);
  return close.empty() ? "; " + std::string(intro) + " " + joined(names) : close;
}

std::vector<std::string_view> api_names() {
  std::vector<std::string_view> names;
  for (const ApiInfo& info : all_apis()) names.push_back(info.name);
  return names;
}

// Without the forms of others: a list that can be read.
std::string known_apis() {
  std::vector<std::string_view> names;
  for (const ApiInfo& info : all_apis()) {
    if (!info.wide && info.compute != Compute::kDataType) names.push_back(info.name);
  }
  return joined(names) + "; those of cuBLAS also with _64, the Ex ones also with _cudaDataType";
}

std::vector<std::string_view> key_names(const ApiInfo& api) {
  std::vector<std::string_view> names;
  for (const KeyRow& row : kKeyRows) {
    if (has_key(api.api, row.key)) names.push_back(key_name(row.key));
  }
  return names;
}

std::string range_of(const ApiInfo& api, Key key) {
  const IntegerRange range = integer_range(api.api, key);
  return std::to_string(range.min) + ".." + std::to_string(range.max);
}

bool is_decimal(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](unsigned char c) { return std::isdigit(c) != 0; });
}

std::string bad_integer(std::string_view value, const ApiInfo& api, Key key) {
  if (!is_decimal(value)) return in_quotes(value) + " is no decimal integer";
  return std::string(value.substr(0, kQuotedBytes)) + " is outside " + range_of(api, key) +
         ", what the parameter's C type holds in " + std::string(api.name);
}

// A number, or the parts of a complex one, that a double cannot hold.
bool is_out_of_range(std::string_view value) {
  value = value.substr(0, value.find('@'));
  for (bool more = true; more;) {
    const std::string_view part = value.substr(0, value.find(':'));
    more = part.size() != value.size();
    if (more) value.remove_prefix(part.size() + 1);
    double number = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
    if (error == std::errc::result_out_of_range && end == part.data() + part.size()) return true;
  }
  return false;
}

// An enumerator's own name where somebody wrote it in full, with what cuBLAS begins them with.
std::string_view without_prefix(std::string_view name) {
  for (std::string_view prefix : {"CUBLAS_COMPUTE_", "CUBLAS_GEMM_", "CUBLAS_", "CUDA_"}) {
    if (name.starts_with(prefix)) return name.substr(prefix.size());
  }
  return name;
}

std::string bad_name(std::string_view value, const ApiInfo& api, const KeyRow& row) {
  const bool raw = row.kind == ValueKind::kEnum;
  if (raw && value.starts_with('#')) return bad_integer(value.substr(1), api, row.key);
  std::vector<std::string_view> names;
  for (const EnumRow& name : enum_rows(api.api, row.key)) names.push_back(name.name);
  const std::string any =
      raw ? "#INTEGER (" + range_of(api, row.key) + ") for any value" : std::string();
  constexpr std::size_t kFewNames = 8;
  if (names.size() > kFewNames) {
    if (const std::string close = suggestion(names, without_prefix(value)); !close.empty())
      return in_quotes(value) + " is no " + std::string(key_name(row.key)) + close + " Or write " +
             any;
  }
  return in_quotes(value) + " is none of " + joined(names) + (raw ? " or " + any : "");
}

std::string bad_pointer(std::string_view value, const ApiInfo& api) {
  const bool array = api.batch == Batch::kPointerArray;
  Pointer pointer;
  if (!array && read_pointer(value, true, pointer))
    return std::string(api.name) + " takes a matrix, no array of pointers: no [INDEX]";
  return in_quotes(value) + " cannot be read: write " +
         std::string(usage(ValueKind::kPointer, api)) +
         (array ? "; of one matrix in the array [INDEX]null, [INDEX]@host or [INDEX]+BYTES" : "");
}

std::string bad_value(std::string_view value, const ApiInfo& api, const KeyRow& row) {
  switch (row.kind) {
    case ValueKind::kInteger:
      return bad_integer(value, api, row.key);
    case ValueKind::kEnum:
    case ValueKind::kWord:
      return bad_name(value, api, row);
    case ValueKind::kScalar: {
      Scalar scalar;
      if (!api.complex_scalars && read_scalar(value, true, scalar)) {
        return in_quotes(value) + " is complex, but the scalars of " + std::string(api.name) +
               " are real";
      }
      if (is_out_of_range(value)) {
        return in_quotes(value) +
               " is beyond what a double holds: 4.9e-324 to 1.8e308 in magnitude; write inf or 0";
      }
      return in_quotes(value) + " is no scalar: write " + std::string(usage(row.kind, api)) +
             (api.complex_scalars ? "; complex as re:im" : "");
    }
    case ValueKind::kPointer:
      return bad_pointer(value, api);
    default:
      return in_quotes(value) + " cannot be read: write " + std::string(usage(row.kind, api));
  }
}

// Where the key stood first. Precondition: it stands before `repeated`.
std::size_t first_column(std::string_view line, std::string_view repeated) {
  const std::string_view name = repeated.substr(0, repeated.find('='));
  std::size_t at = 0;
  do {
    at = line.find_first_not_of(" \t", line.find_first_of(" \t", at));
    const std::string_view rest = line.substr(at);
    if (rest.starts_with(name) && rest.substr(name.size()).starts_with('=')) break;
  } while (line.data() + at < repeated.data());
  return at + 1;
}

}  // namespace

std::string in_quotes(std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out = "\"";
  for (unsigned char c : text.substr(0, kQuotedBytes)) {
    if (c >= ' ' && c < 127) {
      out += static_cast<char>(c);
    } else {
      out += {'\\', 'x', kHex[c / 16], kHex[c % 16]};
    }
  }
  return out + (text.size() > kQuotedBytes ? "...\"" : "\"");
}

TextError describe(const Problem& problem, std::string_view line, const ApiInfo* api) {
  TextError error;
  error.column = static_cast<int>(problem.token.data() - line.data()) + 1;
  error.key = key_name(problem.key);
  const std::string_view token = problem.token;
  switch (problem.kind) {
    case ProblemKind::kNone:
      break;
    case ProblemKind::kTooLong:
      error.message = "the line has " + std::to_string(line.size()) + " bytes, at most " +
                      std::to_string(kMaxLine) + " are read";
      break;
    case ProblemKind::kNoApi:
      error.message = "no call: a line begins with an API, one of " + known_apis();
      break;
    case ProblemKind::kUnknownApi:
      error.message = "unknown API " + in_quotes(token) + suggestion(api_names(), token);
      if (error.message.back() != '?') error.message += "; the known ones are " + known_apis();
      break;
    case ProblemKind::kNoValue:
      error.message = in_quotes(token) + " has no value: after the API, write KEY=VALUE";
      break;
    case ProblemKind::kUnknownKey:
      error.message = "unknown key " + in_quotes(token) +
                      advice(key_names(*api), token, std::string(api->name) + " takes");
      break;
    case ProblemKind::kLackedKey:
      error.message =
          std::string(api->name) + " has no such parameter; it takes " + joined(key_names(*api));
      break;
    case ProblemKind::kRepeatedKey:
      error.message = "repeated; it is given at column " +
                      std::to_string(first_column(line, token)) + " already";
      break;
    case ProblemKind::kBadValue:
      error.message = bad_value(token, *api, key_row(problem.key));
      break;
    case ProblemKind::kAliasLoop:
      error.message = in_quotes(token) +
                      " makes the operand share memory with itself: one operand must have its own";
      break;
  }
  return error;
}

std::string to_string(const TextError& error, std::string_view file) {
  std::string out(file);
  out += ':' + std::to_string(error.line) + ':' + std::to_string(error.column) + ": ";
  if (!error.key.empty()) out += error.key + ": ";
  return out + error.message;
}

}  // namespace gemmcheck
