#include "campaign/checkpoint.h"

#include <fmt/format.h>

#include <charconv>
#include <vector>

#include "call/text.h"

namespace gemmcheck {
namespace {

// The first line; raised with the file's format.
constexpr std::string_view kHead = "gemmcheck run state 1";
// The last one: without it the file is not whole.
constexpr std::string_view kTail = "end";

// Stands for all that numbers in the file mean: other tables, other numbers.
std::string tables_hash(const Contract& contract, Dialect dialect) {
  std::string names;
  for (const Clause& clause : contract.clauses) names.append(clause.id).append(" ");
  for (const ApiInfo& api : apis_of(dialect)) names.append(api.name).append(" ");
  for (std::size_t key = 0; key < kKeyCount; ++key) {
    names.append(key_name(static_cast<Key>(key))).append(" ");
  }
  return short_hash(names);
}

std::string numbers_text(std::string_view name, const auto& numbers) {
  return fmt::format("{} {}\n", name, fmt::join(numbers, " "));
}

std::string hit_text(const Group& group, const Hit& hit) {
  const CoarseKey& key = group.key;
  const std::array<std::int64_t, 9> numbers = {static_cast<std::int64_t>(key.api),
                                               static_cast<std::int64_t>(key.kind),
                                               key.clause,
                                               static_cast<std::int64_t>(key.predicted),
                                               static_cast<std::int64_t>(key.observed),
                                               static_cast<std::int64_t>(key.operand),
                                               static_cast<std::int64_t>(key.reported),
                                               key.code,
                                               static_cast<std::int64_t>(key.effect)};
  return fmt::format("hit {} {} {}\n{}\n", hit.index, hit.count, fmt::join(numbers, " "),
                     print_call(hit.call));
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  /// The next line without its end; nothing where none is left.
  std::optional<std::string_view> line() {
    const std::size_t end = text_.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view line = text_.substr(0, end);
    text_.remove_prefix(end + 1);
    return line;
  }

  /// "name 1 2 3": the numbers.
  template <typename T>
  bool numbers(std::string_view name, std::vector<T>* out) {
    const auto next = line();
    return next && read_numbers(*next, name, out);
  }

  template <typename T>
  static bool read_numbers(std::string_view line, std::string_view name, std::vector<T>* out) {
    out->clear();
    if (!line.starts_with(name)) return false;
    line.remove_prefix(name.size());
    while (!line.empty()) {
      if (line.front() != ' ') return false;
      line.remove_prefix(1);
      T value{};
      const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), value);
      if (error != std::errc{}) return false;
      line.remove_prefix(static_cast<std::size_t>(end - line.data()));
      out->push_back(value);
    }
    return true;
  }

 private:
  std::string_view text_;
};

template <typename T>
bool in_range(std::int64_t value, T end) {
  return value >= 0 && value < static_cast<std::int64_t>(end);
}

// Nothing if the numbers are no key of these tables.
std::optional<CoarseKey> key_of(std::span<const std::int64_t> numbers, const Contract& contract) {
  constexpr std::int64_t kOperandEnd = static_cast<std::int64_t>(Operand::kNone) + 1;
  constexpr std::int64_t kSetEnd = std::int64_t{1} << 32;
  const auto [api, kind, clause] = std::array{numbers[0], numbers[1], numbers[2]};
  const bool knows_clause = in_range(clause, contract.clauses.size()) || clause == kNoClause;
  const bool knows_key =
      in_range(numbers[6], kKeyCount) || numbers[6] == static_cast<std::int64_t>(Key::kNone);
  if (!in_range(api, kApiCount) || !in_range(kind, Kind::kCount) || !knows_clause ||
      !in_range(numbers[3], kSetEnd) || !in_range(numbers[4], kSetEnd) ||
      !in_range(numbers[5], kOperandEnd) || !knows_key || !in_range(numbers[7], kSetEnd) ||
      !in_range(numbers[8], kSetEnd)) {
    return std::nullopt;
  }
  return CoarseKey{.api = static_cast<Api>(api),
                   .kind = static_cast<Kind>(kind),
                   .clause = static_cast<std::uint8_t>(clause),
                   .predicted = static_cast<StatusSet>(numbers[3]),
                   .observed = static_cast<StatusSet>(numbers[4]),
                   .operand = static_cast<Operand>(numbers[5]),
                   .reported = static_cast<Key>(numbers[6]),
                   .code = static_cast<std::int32_t>(numbers[7]),
                   .effect = static_cast<std::uint32_t>(numbers[8])};
}

bool read_counts(Reader& reader, Counts* counts) {
  std::vector<std::uint64_t> numbers;
  if (!reader.numbers("counts", &numbers) || numbers.size() != 5) return false;
  *counts = {numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]};
  return true;
}

bool read_done(Reader& reader, Done* done) {
  std::vector<std::uint64_t> numbers;
  if (!reader.numbers("chunks", &numbers) || numbers.empty()) return false;
  done->frontier = numbers[0];
  for (std::size_t i = 1; i < numbers.size(); ++i) done->add(numbers[i]);
  return true;
}

bool read_hits(Reader& reader, const Lists& lists, const LibraryInfo& library,
               const Contract& contract, Tally* tally) {
  std::vector<std::int64_t> numbers;
  while (const auto line = reader.line()) {
    if (*line == kTail) return !reader.line();
    constexpr std::size_t kNumbers = 11;
    if (!Reader::read_numbers(*line, "hit", &numbers) || numbers.size() != kNumbers) return false;
    const auto key = key_of(std::span(numbers).subspan(2), contract);
    const auto text = reader.line();
    if (!key || !text || numbers[0] < 0 || numbers[1] <= 0) return false;
    const auto call = parse_call(*text);
    if (!call) return false;
    tally->add(
        Group{*key, lists.find(library, *call, *key, contract)},
        Hit{*call, static_cast<std::uint64_t>(numbers[0]), static_cast<std::uint64_t>(numbers[1])});
  }
  return false;
}

// The line of one identity that the other lacks.
std::string_view first_difference(std::string_view text, std::string_view other) {
  Reader reader(text);
  while (const auto line = reader.line()) {
    if (other.find(std::string(*line) + "\n") == std::string_view::npos) return *line;
  }
  return {};
}

}  // namespace

std::string run_identity(const CampaignOptions& options, const LibraryInfo& library,
                         const Contract& contract) {
  std::string identity = fmt::format(
      "generator {}\ntables {}\nlibrary {} {} {} {}\nseed {}\nshard {}/{}\napis {}\n",
      kGeneratorVersion, tables_hash(contract, library.dialect), library.name, library.version,
      library.core, library.path, options.seed, options.shard, options.shards, options.apis);
  identity += options.cases ? fmt::format("cases {}\n", *options.cases) : "cases unlimited\n";
  identity += fmt::format("only {}\n", options.only ? options.only->text() : "");
  return identity;
}

std::string checkpoint_text(const std::string& identity, const RunState& state) {
  const Counts& counts = state.tally.counts;
  std::string text = fmt::format("{}\n{}", kHead, identity);
  std::vector<std::uint64_t> chunks = {state.done.frontier};
  chunks.insert(chunks.end(), state.done.beyond.begin(), state.done.beyond.end());
  text += numbers_text("chunks", chunks);
  text += numbers_text("counts", std::array{counts.calls, counts.skipped, counts.undefined,
                                            counts.not_made, counts.unsettled});
  text += numbers_text("coverage", state.tally.coverage.state());
  for (const auto& [group, hit] : state.tally.hits) text += hit_text(group, hit);
  return text.append(kTail).append("\n");
}

Expected<RunState> parse_checkpoint(std::string_view text, const std::string& identity,
                                    const Lists& lists, const LibraryInfo& library,
                                    const Contract& contract) {
  const std::string head = fmt::format("{}\n", kHead);
  const auto broken = [] { return bad_input("no whole state of a run"); };
  if (!text.starts_with(head)) return broken();
  text.remove_prefix(head.size());
  const std::size_t chunks = text.find("\nchunks ");
  if (chunks == std::string_view::npos) return broken();
  const std::string_view found = text.substr(0, chunks + 1);
  if (found != identity) {
    return bad_input(fmt::format("it belongs to another run: that one has \"{}\", this one \"{}\"",
                                 first_difference(found, identity),
                                 first_difference(identity, found)));
  }
  Reader reader(text.substr(chunks + 1));
  RunState state(contract);
  std::vector<std::uint64_t> coverage;
  if (!read_done(reader, &state.done) || !read_counts(reader, &state.tally.counts) ||
      !reader.numbers("coverage", &coverage) || !state.tally.coverage.restore(coverage) ||
      !read_hits(reader, lists, library, contract, &state.tally)) {
    return broken();
  }
  return state;
}

}  // namespace gemmcheck
