#include "report/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "call/text.h"
#include "report/console.h"

namespace gemmcheck {
namespace {

constexpr std::size_t kShown = 4;  // further calls of a cause; the rest is counted

std::string plural(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", grouped(count), noun, count == 1 ? "" : "s");
}

// Where the common leading folders of all paths end. The file's name is never part of them.
std::size_t common_folders(std::span<const std::string* const> paths) {
  const std::string& first = *paths.front();
  std::size_t end = 0;
  for (std::size_t at = 0; at < first.size(); ++at) {
    for (const std::string* path : paths) {
      if (at >= path->size() || (*path)[at] != first[at]) return end;
    }
    if (first[at] == '/') end = at + 1;
  }
  return end;
}

// The places of those that are called the same.
std::vector<std::vector<std::size_t>> namesakes(const std::vector<std::string>& labels) {
  std::map<std::string, std::vector<std::size_t>> places;
  for (std::size_t i = 0; i < labels.size(); ++i) places[labels[i]].push_back(i);
  std::vector<std::vector<std::size_t>> several;
  for (auto& [label, those] : places) {
    if (those.size() > 1) several.push_back(std::move(those));
  }
  return several;
}

std::string block(const DifferenceCause& cause, const std::vector<std::string>& labels) {
  const std::vector<Difference>& differences = cause.differences;
  const Difference& first = differences.front();
  std::string text = fmt::format("  {}", print_call(first.call));
  if (differences.size() > 1) text += fmt::format("   and {} more", differences.size() - 1);
  text += "\n";
  std::size_t width = 0;
  for (const std::string& label : labels) width = std::max(width, label.size());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    text += fmt::format("      {:<{}}  {}{}\n", labels[i], width, to_string(first.answers[i]),
                        cause.odd_one == i ? "   <- alone" : "");
  }
  for (std::size_t i = 1; i < std::min(differences.size(), kShown + 1); ++i) {
    text += fmt::format("      also: {}\n", print_call(differences[i].call));
  }
  if (differences.size() > kShown + 1) {
    text += fmt::format("      ... {} more of this cause\n", differences.size() - kShown - 1);
  }
  return text;
}

}  // namespace

std::vector<std::string> library_labels(std::span<const LibraryInfo> libraries) {
  std::vector<std::string> labels;
  for (const LibraryInfo& library : libraries) labels.push_back(library_title(library));
  for (const auto& those : namesakes(labels)) {
    std::vector<const std::string*> paths;
    for (const std::size_t i : those) paths.push_back(&libraries[i].path);
    if (std::all_of(paths.begin(), paths.end(),
                    [&](const std::string* path) { return *path == *paths.front(); })) {
      continue;
    }
    const std::size_t cut = common_folders(paths);
    for (const std::size_t i : those) {
      labels[i] += fmt::format(" [{}]", std::string_view(libraries[i].path).substr(cut));
    }
  }
  for (const auto& those : namesakes(labels)) {
    for (std::size_t i = 0; i < those.size(); ++i) labels[those[i]] += fmt::format(" #{}", i + 1);
  }
  return labels;
}

std::string comparison_summary(const Comparison& comparison) {
  const std::vector<std::string> labels = library_labels(comparison.libraries);
  std::string text = fmt::format("{}", fmt::join(labels, " · "));
  const double rate =
      comparison.seconds > 0 ? static_cast<double>(comparison.calls) / comparison.seconds : 0;
  text += fmt::format(" · {} · {}/s · seed {} · {}{}\n", plural(comparison.calls, "call"),
                      grouped(static_cast<std::uint64_t>(rate)), comparison.seed,
                      plural(comparison.restarts, "restart"),
                      comparison.interrupted ? " · interrupted" : "");
  if (comparison.skipped != 0) text += plural(comparison.skipped, "call") + " skipped\n";
  if (comparison.not_made != 0)
    text += plural(comparison.not_made, "call") + " need more memory than there is for operands, not made\n";
  if (comparison.unconfirmed != 0)
    text += plural(comparison.unconfirmed, "difference") + " did not repeat in fresh processes\n";
  if (comparison.not_reduced != 0)
    text += plural(comparison.not_reduced, "difference") + " not reduced\n";
  text += fmt::format("{} in {}\n", plural(comparison.differences(), "difference"),
                      plural(comparison.causes.size(), "cause"));
  for (const DifferenceCause& cause : comparison.causes) {
    text += block(cause, labels);
  }
  return text;
}

}  // namespace gemmcheck
