#include "findings/version.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>

namespace gemmcheck {
namespace {

using Fields = std::array<std::uint32_t, 6>;

// Reads the leading numbers, separated by single dots; `rest` gets what follows them.
std::optional<Fields> read_fields(std::string_view text, std::string_view& rest) {
  Fields fields{};
  std::size_t count = 0;
  for (;;) {
    if (count == fields.size()) return std::nullopt;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), fields[count]);
    if (error != std::errc()) return std::nullopt;
    ++count;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    const bool more = text.size() > 1 && text[0] == '.' && text[1] >= '0' && text[1] <= '9';
    if (!more) break;
    text.remove_prefix(1);
  }
  rest = text;
  return fields;
}

struct Bounds {
  std::optional<Fields> low;
  std::optional<Fields> high;
};

// One end of a range: numbers and dots only. Empty text is no bound.
bool read_bound(std::string_view text, std::optional<Fields>& bound) {
  if (text.empty()) return true;
  std::string_view rest;
  bound = read_fields(text, rest);
  return bound.has_value() && rest.empty();
}

std::optional<Bounds> read_range(std::string_view range) {
  Bounds bounds;
  const std::size_t dots = range.find("..");
  if (dots == std::string_view::npos) {
    if (range.empty() || !read_bound(range, bounds.low)) return std::nullopt;
    bounds.high = bounds.low;
    return bounds;
  }
  if (!read_bound(range.substr(0, dots), bounds.low) ||
      !read_bound(range.substr(dots + 2), bounds.high) || (!bounds.low && !bounds.high) ||
      (bounds.low && bounds.high && *bounds.high < *bounds.low)) {
    return std::nullopt;
  }
  return bounds;
}

}  // namespace

bool is_version_range(std::string_view range) {
  return range == "*" || read_range(range).has_value();
}

bool version_in(std::string_view version, std::string_view range) {
  if (range == "*") return true;
  const std::optional<Bounds> bounds = read_range(range);
  std::string_view rest;
  const std::optional<Fields> fields = read_fields(version, rest);
  return bounds && fields && (!bounds->low || *bounds->low <= *fields) &&
         (!bounds->high || *fields <= *bounds->high);
}

}  // namespace gemmcheck
