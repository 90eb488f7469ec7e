// The only file that includes the TOML library: it is header-only here and slow to compile.
#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#include "findings/list_file.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <optional>

#include "call/text.h"

namespace gemmcheck {
namespace {

struct ListName {
  ListKind kind;
  std::string_view name;
};
constexpr std::array kLists = {
    ListName{ListKind::kDialect, "dialect"},
    ListName{ListKind::kKnown, "known"},
    ListName{ListKind::kUnspecified, "unspecified"},
};

// One row a field of [[entry]].
struct Field {
  std::string_view name;
  std::string ListEntry::*text;  // nullptr: converted by hand
  bool required;
};
constexpr std::array kFields = {
    Field{"library", &ListEntry::library, true}, Field{"versions", &ListEntry::versions, true},
    Field{"core", &ListEntry::core, false},      Field{"pattern", nullptr, true},
    Field{"reason", &ListEntry::reason, true},   Field{"link", &ListEntry::link, false},
    Field{"date", &ListEntry::date, true},       Field{"example", nullptr, true},
};

std::optional<ListKind> kind_of_file(const std::string& file) {
  const std::string name = std::filesystem::path(file).filename().string();
  for (const ListName& list : kLists) {
    if (name == fmt::format("{}.toml", list.name)) return list.kind;
  }
  return std::nullopt;
}

std::string field_names() {
  std::string names;
  for (const Field& field : kFields)
    names += fmt::format("{}{}", names.empty() ? "" : ", ", field.name);
  return names;
}

bool is_date(std::string_view text) {
  int year = 0;
  unsigned month = 0;
  unsigned day = 0;
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  const auto read = [&](std::size_t at, std::size_t size, auto& value) {
    const char* end = text.data() + at + size;
    return text[at] != '-' && std::from_chars(text.data() + at, end, value).ptr == end;
  };
  return read(0, 4, year) && read(5, 2, month) && read(8, 2, day) &&
         std::chrono::year_month_day(std::chrono::year(year), std::chrono::month(month),
                                     std::chrono::day(day))
             .ok();
}

class Reader {
 public:
  Reader(const std::string& file, ListKind list) : file_(file), list_(list) {}

  Expected<ListEntry> entry(const toml::table& table) {
    ListEntry entry{};
    entry.list = list_;
    entry.core = "*";
    entry.file = file_;
    entry.line = line_of(table);
    for (auto&& [key, node] : table) {
      if (auto set = set_field(entry, key, node); !set) return tl::make_unexpected(set.error());
    }
    for (const Field& field : kFields) {
      const bool required = field.required || (field.name == "link" && list_ == ListKind::kKnown);
      if (required && !table.contains(field.name))
        return fail(table, fmt::format("the entry lacks '{}'", field.name));
    }
    if (!entry.pattern.matches(entry.example)) {
      return fail(*table.get("example"), "the entry's own pattern does not match its example");
    }
    return entry;
  }

  template <typename Node>
  tl::unexpected<Error> fail(const Node& node, const std::string& message) const {
    return bad_input(fmt::format("{}:{}: {}", file_, line_of(node), message));
  }

 private:
  template <typename Node>
  static int line_of(const Node& node) {
    return static_cast<int>(node.source().begin.line);
  }

  Expected<void> set_field(ListEntry& entry, const toml::key& key, const toml::node& node) const {
    const std::string_view name = key.str();
    const auto* field = std::ranges::find(kFields, name, &Field::name);
    if (field == kFields.end()) {
      return fail(key,
                  fmt::format("'{}' is no field of an entry; fields: {}", name, field_names()));
    }
    const auto text = text_of(node);
    if (!text) return fail(node, fmt::format("'{}' must be a string", name));
    const bool may_be_empty = name == "pattern" || (name == "link" && list_ != ListKind::kKnown);
    if (text->find_first_not_of(" \t\r\n") == std::string::npos && !may_be_empty)
      return fail(node, fmt::format("'{}' is empty", name));
    if (field->text != nullptr) entry.*field->text = *text;

    if (name == "pattern") return set_pattern(entry, node, *text);
    if (name == "example") return set_example(entry, node, *text);
    if (name == "date" && !is_date(*text))
      return fail(node, fmt::format("date: '{}' is no date YYYY-MM-DD", *text));
    if (name == "versions" && !is_version_range(*text)) {
      return fail(node, fmt::format("versions: '{}' is neither *, a version, nor a range a..b, "
                                    "a.. or ..b of versions",
                                    *text));
    }
    return {};
  }

  Expected<void> set_pattern(ListEntry& entry, const toml::node& node,
                             const std::string& text) const {
    auto pattern = Pattern::parse(text);
    if (!pattern) return fail(node, fmt::format("pattern: {}", pattern.error().message));
    entry.pattern = *std::move(pattern);
    return {};
  }

  Expected<void> set_example(ListEntry& entry, const toml::node& node,
                             const std::string& text) const {
    const auto call = parse_call(text);
    if (!call) {
      const TextError& error = call.error();
      return fail(node, fmt::format("example: column {}: {}{}{}", error.column, error.key,
                                    error.key.empty() ? "" : ": ", error.message));
    }
    entry.example = *call;
    return {};
  }

  // A string, or a date written without quotes.
  static std::optional<std::string> text_of(const toml::node& node) {
    if (const auto date = node.value_exact<toml::date>()) {
      return fmt::format("{:04}-{:02}-{:02}", date->year, date->month, date->day);
    }
    return node.value_exact<std::string>();
  }

  const std::string& file_;
  ListKind list_;
};

}  // namespace

std::string_view list_name(ListKind kind) {
  return kLists[static_cast<std::size_t>(kind)].name;
}

std::string list_file_names() {
  return fmt::format("{}.toml, {}.toml or {}.toml", kLists[0].name, kLists[1].name, kLists[2].name);
}

Expected<std::vector<ListEntry>> parse_list_file(std::string_view text, const std::string& file) {
  const std::optional<ListKind> kind = kind_of_file(file);
  if (!kind) return bad_input(fmt::format("{}: a list is named {}", file, list_file_names()));
  const toml::parse_result parsed = toml::parse(text, file);
  if (!parsed) {
    const toml::parse_error& error = parsed.error();
    return bad_input(
        fmt::format("{}:{}: {}", file, error.source().begin.line, error.description()));
  }

  Reader reader(file, *kind);
  std::vector<ListEntry> entries;
  for (auto&& [key, node] : parsed.table()) {
    if (key.str() != "entry")
      return reader.fail(key, fmt::format("'{}' is unknown; a list holds [[entry]]", key.str()));
    const toml::array* tables = node.as_array();
    if (tables == nullptr) return reader.fail(node, "an entry starts with [[entry]]");
    for (const toml::node& item : *tables) {
      const toml::table* table = item.as_table();
      if (table == nullptr) return reader.fail(item, "an entry starts with [[entry]]");
      auto entry = reader.entry(*table);
      if (!entry) return tl::make_unexpected(entry.error());
      entries.push_back(*std::move(entry));
    }
  }
  return entries;
}

}  // namespace gemmcheck
