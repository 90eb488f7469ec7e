#include "tool/meaning.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "call/api.h"
#include "call/key.h"

namespace gemmcheck::tool {
namespace {

// The key whose value means nothing (kNone: the API itself), and why.
struct Meaningless {
  Key key;
  std::string why;
};

// No library of the Netlib dialect has a device. What another dialect demands is not known yet.
std::optional<Meaningless> find_meaningless(const Call& call) {
  const ApiInfo& api = api_info(call.api);
  const std::string name(api.name);
  if (api.dialect != Dialect::kNetlib)
    return Meaningless{Key::kNone, name + " has no contract here, and no library to call it in"};
  for (const auto& [key, scalar] :
       {std::pair{Key::kAlpha, call.alpha}, std::pair{Key::kBeta, call.beta}}) {
    if (scalar.side != Side::kByMode)
      return Meaningless{key, name + " takes it from host memory alone: no @host or @device"};
  }
  for (const auto& [key, pointer] :
       {std::pair{Key::kA, call.A}, std::pair{Key::kB, call.B}, std::pair{Key::kC, call.C}}) {
    if (pointer.kind == PointerKind::kHost)
      return Meaningless{key, name + " knows host memory alone: no @host"};
  }
  return std::nullopt;
}

// Precondition: the line holds the call that this was found in.
TextError error_in(std::string_view line, int number, const Meaningless& found) {
  TextError error{number, 1, std::string(key_name(found.key)), found.why};
  if (found.key == Key::kNone) {
    error.column = static_cast<int>(line.find_first_not_of(" \t")) + 1;
    return error;
  }
  const std::string key = error.key + "=";
  for (std::size_t at = line.find(key); at != std::string_view::npos; at = line.find(key, at + 1)) {
    if (at == 0 || (line[at - 1] != ' ' && line[at - 1] != '\t')) continue;
    error.column = static_cast<int>(at + key.size()) + 1;
    break;
  }
  return error;
}

// The first line with something meaningless. Precondition: the text was read, and has one.
TextError find_in_text(std::string_view text) {
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view whole = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), whole.size() + 1));
    // By itself, without the backslash that joins it to the next.
    const std::size_t end = whole.find_last_not_of(" \t\r\\");
    if (end == std::string_view::npos) continue;
    const auto entries = parse_entries(whole.substr(0, end + 1));
    if (!entries || entries->empty()) continue;
    if (const auto found = find_meaningless(entries->front().calls.front()))
      return error_in(whole, number, *found);
  }
  return {};
}

}  // namespace

Expected<std::vector<Entry>> read_entries(std::string_view text, const std::string& file) {
  auto entries = parse_entries(text);
  if (!entries) return bad_input(to_string(entries.error(), file));
  for (const Entry& entry : *entries) {
    if (std::any_of(entry.calls.begin(), entry.calls.end(),
                    [](const Call& call) { return find_meaningless(call).has_value(); })) {
      return bad_input(to_string(find_in_text(text), file));
    }
  }
  return std::move(*entries);
}

Expected<Call> read_call(std::string_view line) {
  auto call = parse_call(line);
  if (!call) return bad_input(to_string(call.error(), "call"));
  if (const auto found = find_meaningless(*call))
    return bad_input(to_string(error_in(line, 1, *found), "call"));
  return *call;
}

}  // namespace gemmcheck::tool
