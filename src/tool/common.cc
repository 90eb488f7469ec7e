#include "tool/common.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <utility>

#include "tool/builtin_lists.h"
#include "tool/meaning.h"

namespace gemmcheck::tool {

namespace {

// More than any corpus; what never ends stops here.
constexpr std::size_t kMostText = std::size_t{256} << 20;

Expected<std::string> read_all(std::istream& stream, const std::string& name) {
  std::string text;
  std::array<char, 1 << 16> block;
  while (stream.read(block.data(), block.size()), stream.gcount() > 0) {
    text.append(block.data(), static_cast<std::size_t>(stream.gcount()));
    if (text.size() > kMostText) return bad_input(name + ": holds more than 256 MiB");
  }
  return text;
}

}  // namespace

int fail(const Error& error) {
  std::fprintf(stderr, "gemmcheck: %s\n", error.message.c_str());
  return static_cast<int>(error.code);
}

Error of_option(std::string_view option, Error error) {
  error.message.insert(0, std::string(option) + ": ");
  return error;
}

Expected<std::uint64_t> parse_number(std::string_view option, std::string_view text,
                                     std::uint64_t min, std::uint64_t max) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < min || value > max) {
    return bad_input(std::string(option) + ": \"" + std::string(text) + "\" is not a number from " +
                     std::to_string(min) + " to " + std::to_string(max));
  }
  return value;
}

bool reads_stdin(const Options& options) {
  return options.words.size() == 1 && options.words.front() == "-";
}

Expected<std::vector<NamedCall>> read_calls(const std::vector<std::string>& words) {
  std::vector<NamedCall> calls;
  if (words.size() == 1 && words.front() == "-") {
    auto text = read_stdin();
    if (!text) return tl::make_unexpected(text.error());
    auto entries = read_entries(*text, "stdin");
    if (!entries) return tl::make_unexpected(entries.error());
    for (Entry& entry : *entries) {
      NamedCall named{"stdin", entry.line, entry.calls.back(), std::move(entry.calls)};
      named.stage.pop_back();
      calls.push_back(std::move(named));
    }
    if (calls.empty()) return bad_input("stdin holds no call");
    return calls;
  }
  std::string line;
  for (const std::string& word : words) line.append(line.empty() ? "" : " ").append(word);
  auto call = read_call(line);
  if (!call) return tl::make_unexpected(call.error());
  calls.push_back({"call", 1, *call, {}});
  return calls;
}

Expected<Opened> open_library(const Options& options) {
  auto workers = open_workers(options, 1);
  if (!workers) return tl::make_unexpected(workers.error());
  return Opened{std::move(workers->spec), std::move(workers->sandboxes.front())};
}

Expected<Workers> open_workers(const Options& options, std::size_t count) {
  constexpr std::uint64_t kHour = 3'600'000;
  auto deadline = parse_number("--deadline", options.deadline_ms, 10, kHour);
  if (!deadline) return tl::make_unexpected(deadline.error());
  auto spec = resolve_library(options.library);
  if (!spec) return tl::make_unexpected(spec.error());
  SandboxOptions sandbox_options;
  sandbox_options.deadline = std::chrono::milliseconds(*deadline);
  // Several jobs are for the system to place.
  sandbox_options.pin = count == 1;
  Workers workers{std::move(*spec), {}};
  while (workers.sandboxes.size() < count) {
    auto sandbox = Sandbox::start(workers.spec, sandbox_options);
    if (!sandbox) return tl::make_unexpected(sandbox.error());
    workers.sandboxes.push_back(std::move(*sandbox));
  }
  return workers;
}

Expected<Lists> load_lists(const Options& options) {
  Lists lists;
  for (const BuiltinList& builtin : kBuiltinLists) {
    auto parsed = Lists::parse(builtin.text, std::string(builtin.file));
    if (!parsed) return tl::make_unexpected(parsed.error());
    lists.append(std::move(*parsed));
  }
  auto given = Lists::load(options.lists);
  if (!given) return tl::make_unexpected(given.error());
  lists.append(std::move(*given));
  return lists;
}

Expected<ApiSet> parse_apis(const std::vector<std::string>& names) {
  if (names.empty()) return kNetlibApis;
  ApiSet set = 0;
  for (const std::string& name : names) {
    const ApiInfo* info = find_api(name);
    if (info == nullptr || info->dialect != Dialect::kNetlib) {
      std::string known;
      for (const ApiInfo& api : apis_of(Dialect::kNetlib))
        known.append(known.empty() ? "" : ", ").append(api.name);
      return bad_input("--api: unknown API \"" + name + "\"; known are " + known);
    }
    set |= api_bit(info->api);
  }
  return set;
}

Expected<std::string> read_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return bad_input(path + ": is a folder");
  std::ifstream file(path, std::ios::binary);
  if (!file) return bad_input(path + ": cannot be read: " + std::strerror(errno));
  auto text = read_all(file, path);
  if (!text) return text;
  if (file.bad()) return bad_input(path + ": cannot be read to its end");
  return text;
}

Expected<std::string> read_stdin() {
  return read_all(std::cin, "stdin");
}

Expected<void> check_writable(const std::string& path) {
  const std::ofstream file(path, std::ios::binary | std::ios::app);
  if (!file) return bad_input(path + ": cannot be written: " + std::strerror(errno));
  return {};
}

Expected<void> write_output(const std::string& path, const std::string& text) {
  if (path.empty() || path == "-") {
    std::fwrite(text.data(), 1, text.size(), stdout);
    return {};
  }
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  // It could be opened before the work began.
  if (!file) return internal_error(path + ": cannot be written: " + std::strerror(errno));
  return {};
}

}  // namespace gemmcheck::tool
