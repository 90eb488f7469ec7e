#include "report/compare.h"

#include <fmt/core.h>

#include <algorithm>

#include "call/text.h"
#include "report/console.h"

namespace gemmcheck {
namespace {

constexpr std::size_t kShown = 4;  // further calls of a cause; the rest is counted

std::string plural(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", grouped(count), noun, count == 1 ? "" : "s");
}

std::string block(const DifferenceCause& cause, const std::vector<LibraryInfo>& libraries) {
  const std::vector<Difference>& differences = cause.differences;
  const Difference& first = differences.front();
  std::string text = fmt::format("  {}", print_call(first.call));
  if (differences.size() > 1) text += fmt::format("   and {} more", differences.size() - 1);
  text += "\n";
  std::size_t width = 0;
  for (const LibraryInfo& library : libraries) {
    width = std::max(width, library_title(library).size());
  }
  for (std::size_t i = 0; i < libraries.size(); ++i) {
    text += fmt::format("      {:<{}}  {}{}\n", library_title(libraries[i]), width,
                        to_string(first.answers[i]), cause.odd_one == i ? "   <- alone" : "");
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

std::string comparison_summary(const Comparison& comparison) {
  std::string text;
  for (const LibraryInfo& library : comparison.libraries) {
    text += fmt::format("{}{}", text.empty() ? "" : " · ", library_title(library));
  }
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
  text += fmt::format("{} in {}\n", plural(comparison.differences(), "difference"),
                      plural(comparison.causes.size(), "cause"));
  for (const DifferenceCause& cause : comparison.causes) {
    text += block(cause, comparison.libraries);
  }
  return text;
}

}  // namespace gemmcheck
