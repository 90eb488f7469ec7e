#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

#include "call/enums.h"
#include "call/text.h"
#include "findings/glob.h"
#include "findings/pattern.h"

namespace gemmcheck {
namespace {

constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

bool has_star(std::string_view text) {
  return text.find('*') != std::string_view::npos;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool glob_matches_row(std::string_view glob, const EnumRow& row) {
  if (glob_matches(glob, row.name)) return true;
  for (std::string_view rest = row.aliases; !rest.empty();) {
    const std::size_t end = rest.find(' ');
    if (glob_matches(glob, rest.substr(0, end))) return true;
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  return false;
}

// The parts between commas.
std::vector<std::string_view> alternatives(std::string_view text) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t comma = text.find(',');
    parts.push_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

struct RowsName {
  std::string_view name;
  Operand operand;
};
constexpr std::array kRowsNames = {RowsName{"rowsA", Operand::kA}, RowsName{"rowsB", Operand::kB},
                                   RowsName{"rowsC", Operand::kC}};

// Where one of the alternatives is a range that holds nothing, which; else `otherwise`.
std::string why_no_integers(std::string_view value, std::string otherwise) {
  for (const std::string_view one : alternatives(value)) {
    const std::size_t dots = one.find("..");
    if (dots == std::string_view::npos) continue;
    const auto number = [](std::string_view text) {
      return parse_integer(text.substr(text.starts_with('#') ? 1 : 0));
    };
    const auto low = number(one.substr(0, dots));
    const auto high = number(one.substr(dots + 2));
    if (low && high && *low > *high)
      return fmt::format("the range {} is empty: {} is more than {}", one, *low, *high);
  }
  return otherwise;
}

std::string known_kinds() {
  std::string names;
  for (int i = 0; i < static_cast<int>(Kind::kCount); ++i)
    names += fmt::format("{}{}", i == 0 ? "" : ", ", kind_name(static_cast<Kind>(i)));
  return names;
}

}  // namespace

class PatternParser {
 public:
  explicit PatternParser(std::string_view text) : text_(text) { pattern_.text_ = text; }

  Expected<Pattern> parse() {
    for (std::size_t at = 0; at < text_.size();) {
      if (is_blank(text_[at])) {
        ++at;
        continue;
      }
      std::size_t end = at;
      while (end < text_.size() && !is_blank(text_[end])) ++end;
      if (auto added = add_term(at, text_.substr(at, end - at)); !added)
        return tl::make_unexpected(added.error());
      at = end;
    }
    return std::move(pattern_);
  }

 private:
  using Range = Pattern::Range;

  tl::unexpected<Error> fail(std::size_t at, std::string_view key, const std::string& message) {
    return bad_input(fmt::format("column {}: {}: {}", at + 1, key, message));
  }

  Expected<void> add_term(std::size_t at, std::string_view term) {
    const std::size_t equals = term.find('=');
    const std::string_view name = term.substr(0, equals);
    if (equals == std::string_view::npos || name.empty()) {
      return fail(at, term, "a pattern's terms are key=value");
    }
    const std::string_view value = term.substr(equals + 1);
    const std::size_t value_at = at + equals + 1;
    if (std::ranges::find(seen_, name) != seen_.end()) return fail(at, name, "given twice");
    seen_.push_back(name);
    if (value.empty()) return fail(value_at, name, "a value is missing");

    if (name == "api") return add_api(value_at, value);
    if (name == "kind") return add_kind(value_at, value);
    if (name == "clause") return add_clause(value_at, value);
    if (name == "effect") return add_effect(value_at, value);
    if (name == "operand") return add_operand(value_at, value);
    for (const RowsName& rows : kRowsNames) {
      if (name == rows.name) return add_rows(value_at, rows, value);
    }
    const Key key = find_key(name);
    if (key == Key::kNone) {
      return fail(
          at, name,
          "is no key of a call, nor api, kind, clause, effect, operand, rowsA, rowsB or rowsC");
    }
    const ApiSet with_key = apis_with(key);
    if (with_key == 0) return fail(at, name, "no API has this key");
    pattern_.apis_ &= with_key;
    if (value == "*") return {};
    return holds_integer(key) ? add_integer(value_at, key, value) : add_value(value_at, key, value);
  }

  Expected<void> add_api(std::size_t at, std::string_view glob) {
    ApiSet apis = 0;
    for (const std::string_view one : alternatives(glob)) {
      ApiSet named = 0;
      for (const ApiInfo& info : apis_of(Dialect::kNetlib)) {
        if (glob_matches(one, info.name)) named |= api_bit(info.api);
      }
      if (named == 0) return fail(at, "api", fmt::format("no API is named '{}'", one));
      apis |= named;
    }
    pattern_.apis_ &= apis;
    return {};
  }

  Expected<void> add_kind(std::size_t at, std::string_view glob) {
    std::uint32_t kinds = 0;
    for (const std::string_view one : alternatives(glob)) {
      std::uint32_t named = 0;
      for (int i = 0; i < static_cast<int>(Kind::kCount); ++i) {
        if (glob_matches(one, kind_name(static_cast<Kind>(i)))) named |= 1u << i;
      }
      if (named == 0) {
        return fail(at, "kind",
                    fmt::format("no kind is named '{}'; kinds: {}", one, known_kinds()));
      }
      kinds |= named;
    }
    pattern_.kinds_ = kinds;
    return {};
  }

  Expected<void> add_effect(std::size_t at, std::string_view glob) {
    for (const std::string_view one : alternatives(glob)) {
      std::uint32_t named = 0;
      for (std::uint32_t bit = 1; !effect_name(bit).empty(); bit <<= 1) {
        if (glob_matches(one, effect_name(bit))) named |= bit;
      }
      if (named == 0) return fail(at, "effect", fmt::format("no effect is named '{}'", one));
      pattern_.effects_ |= named;
    }
    return {};
  }

  Expected<void> add_operand(std::size_t at, std::string_view value) {
    for (const std::string_view one : alternatives(value)) {
      constexpr std::string_view kNames = "ABC";
      const std::size_t place = one.size() == 1 ? kNames.find(one) : std::string_view::npos;
      if (place == std::string_view::npos)
        return fail(at, "operand", fmt::format("'{}' is none of A, B, C", one));
      pattern_.operands_ |= 1u << place;
    }
    return {};
  }

  Expected<void> add_clause(std::size_t at, std::string_view glob) {
    if (!some_clause_matches(glob))
      return fail(at, "clause", fmt::format("no clause or family is named '{}'", glob));
    pattern_.clause_ = glob;
    return {};
  }

  Expected<void> add_rows(std::size_t at, const RowsName& rows, std::string_view value) {
    Pattern::RowsTerm term{rows.operand, {}};
    if (value != "*" && !append_ranges(value, term.ranges, [](std::string_view one) {
          return integer_ranges(one, false);
        })) {
      return fail(
          at, rows.name,
          why_no_integers(value, fmt::format("'{}' is no integer, nor a range of them", value)));
    }
    if (value != "*") pattern_.rows_.push_back(std::move(term));
    return {};
  }

  // The ranges of every alternative; false if one of them has none.
  template <typename Resolve>
  static bool append_ranges(std::string_view value, std::vector<Range>& ranges, Resolve resolve) {
    for (const std::string_view one : alternatives(value)) {
      const std::vector<Range> more = resolve(one);
      if (more.empty()) {
        ranges.clear();
        return false;
      }
      ranges.insert(ranges.end(), more.begin(), more.end());
    }
    return true;
  }

  Expected<void> add_integer(std::size_t at, Key key, std::string_view value) {
    Pattern::IntegerTerm term{key, {}};
    bool resolved = false;
    bool is_enum = false;
    for (const ApiInfo& info : apis_of(Dialect::kNetlib)) {
      if (!has_key(info.api, key)) continue;
      auto& ranges = term.ranges[static_cast<std::size_t>(info.api)];
      is_enum = !enum_rows(info.api, key).empty();
      resolved |= append_ranges(value, ranges, [&](std::string_view one) {
        return is_enum ? enum_ranges(info.api, key, one) : integer_ranges(one, false);
      });
    }
    if (!resolved) {
      return fail(
          at, key_name(key),
          why_no_integers(
              value, fmt::format("'{}' is neither {}, nor a range a..b, a.., ..b, <n or >n", value,
                                 is_enum ? "a name or glob of one, nor #integer" : "an integer")));
    }
    pattern_.integers_.push_back(std::move(term));
    return {};
  }

  static std::vector<Range> enum_ranges(Api api, Key key, std::string_view value) {
    std::vector<Range> ranges;
    if (const auto exact = enum_value(api, key, value)) {
      ranges.push_back({*exact, *exact});
    } else if (has_star(value)) {
      for (const EnumRow& row : enum_rows(api, key)) {
        if (glob_matches_row(value, row)) ranges.push_back({row.value, row.value});
      }
    } else {
      ranges = integer_ranges(value, true);
    }
    return ranges;
  }

  // Empty if malformed. `hash`: raw values are written #n.
  static std::vector<Range> integer_ranges(std::string_view value, bool hash) {
    const auto number = [hash](std::string_view text) -> std::optional<std::int64_t> {
      if (!hash) return parse_integer(text);
      return text.starts_with('#') ? parse_integer(text.substr(1)) : std::nullopt;
    };
    if (value.starts_with('<') || value.starts_with('>')) {
      const auto bound = number(value.substr(1));
      const bool below = value[0] == '<';
      if (!bound || *bound == (below ? kMin : kMax)) return {};
      return below ? std::vector<Range>{{kMin, *bound - 1}}
                   : std::vector<Range>{{*bound + 1, kMax}};
    }
    const std::size_t dots = value.find("..");
    if (dots == std::string_view::npos) {
      const auto exact = number(value);
      return exact ? std::vector<Range>{{*exact, *exact}} : std::vector<Range>{};
    }
    const std::string_view left = value.substr(0, dots);
    const std::string_view right = value.substr(dots + 2);
    const auto low = left.empty() ? std::optional(kMin) : number(left);
    const auto high = right.empty() ? std::optional(kMax) : number(right);
    if ((left.empty() && right.empty()) || !low || !high || *low > *high) return {};
    return {{*low, *high}};
  }

  Expected<void> add_value(std::size_t at, Key key, std::string_view value) {
    Pattern::ValueTerm term{key, {}, ""};
    if (has_star(value)) {
      term.glob = value;
      pattern_.values_.push_back(std::move(term));
      return {};
    }
    ApiSet readable = 0;
    std::string reason;
    for (const ApiInfo& info : apis_of(Dialect::kNetlib)) {
      if (!has_key(info.api, key)) continue;
      const auto call = parse_call(fmt::format("{} {}={}", info.name, key_name(key), value));
      if (call) {
        readable |= api_bit(info.api);
        term.value[static_cast<std::size_t>(info.api)] = *call;
      } else {
        reason = call.error().message;
      }
    }
    if (readable == 0) return fail(at, key_name(key), reason);
    pattern_.apis_ &= readable;
    pattern_.values_.push_back(std::move(term));
    return {};
  }

  static bool some_clause_matches(std::string_view glob) {
    if (glob_matches(glob, "-") || glob_matches(glob, "numbering")) return true;
    return std::ranges::any_of(apis_of(Dialect::kNetlib), [&](const ApiInfo& info) {
      return std::ranges::any_of(contract_for(info.api).clauses, [&](const Clause& clause) {
        return Pattern::names_clause(glob, clause);
      });
    });
  }

  static ApiSet apis_with(Key key) {
    ApiSet apis = 0;
    for (const ApiInfo& info : apis_of(Dialect::kNetlib)) {
      if (has_key(info.api, key)) apis |= api_bit(info.api);
    }
    return apis;
  }

  std::string_view text_;
  std::vector<std::string_view> seen_;
  Pattern pattern_;
};

Expected<Pattern> Pattern::parse(std::string_view text) {
  return PatternParser(text).parse();
}

}  // namespace gemmcheck
