// One run: generate, predict, observe, judge, reduce, confirm, file. The only place that wires the
// parts together.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "campaign/examine.h"
#include "findings/finding.h"
#include "findings/lists.h"
#include "findings/pattern.h"
#include "generate/coverage.h"
#include "generate/generate.h"
#include "sandbox/sandbox.h"

namespace gemmcheck {

struct CampaignOptions {
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> cases;  ///< indices 0..cases-1; without it, until `time`
  std::optional<std::chrono::seconds> time;
  std::uint64_t shard = 0;  ///< takes the indices that are `shard` modulo `shards`
  std::uint64_t shards = 1;
  ApiSet apis = kNetlibApis;    ///< part of the stream's identity
  std::optional<Pattern> only;  ///< calls that do not match are skipped, and counted as such
  /// A text that `keep` was given by an earlier run with the same options on the same library: what
  /// was done then is not done again. kBadInput if it is no such text.
  std::optional<std::string> resume;
};

struct Progress {
  std::uint64_t calls = 0;
  double calls_per_second = 0;
  std::uint64_t total = 0;  ///< 0 if unknown
  std::size_t findings = 0;
  std::uint64_t restarts = 0;
};

/// A finding with what the lists say of it.
struct Filed {
  Finding finding;
  const ListEntry* entry = nullptr;  ///< nullptr: new
  std::string folder;                ///< "" if nothing was written
};

/// How many calls came to what.
struct Counts {
  std::uint64_t calls = 0;      ///< made
  std::uint64_t skipped = 0;    ///< by --only, or APIs that the library lacks
  std::uint64_t undefined = 0;  ///< not judged
  std::uint64_t not_made = 0;   ///< need more memory than the worker gives
  std::uint64_t unsettled = 0;

  Counts& operator+=(const Counts& other);
};

struct CampaignResult : Counts {
  LibraryInfo library;
  Numbering numbering;
  std::uint64_t seed = 0;
  std::uint64_t unconfirmed = 0;  ///< disagreements that did not repeat 3 of 3
  std::uint64_t not_reduced = 0;  ///< disagreements left when it was interrupted
  std::uint64_t calls_before = 0;  ///< of `calls`, those that the run this one resumes had made
  std::uint64_t restarts = 0;      ///< of this run's own workers
  double seconds = 0;              ///< that this run's own calls took
  bool interrupted = false;
  Coverage::Summary coverage;
  std::vector<std::string> uncovered;
  std::vector<Filed> findings;         ///< sorted by signature
  std::vector<const ListEntry*> gone;  ///< list entries whose example no longer shows it
  [[nodiscard]] double calls_per_second() const;
  [[nodiscard]] std::size_t new_findings() const;
};

/// Puts a confirmed finding where it is kept and returns its folder.
using FileFinding =
    std::function<Expected<std::string>(const Finding& finding, const Examiner& examiner)>;

/// What a run tells while it is at work. Each may be empty.
struct CampaignHooks {
  /// Called a few times a second by the caller's thread. Returns false to end the run early
  /// (Ctrl-C): what is known by then is reduced, filed and returned with `interrupted` set. Where
  /// reduction is under way already, no further one begins, and the rest is counted.
  std::function<bool(const Progress&)> progress;
  /// Called by several threads at once where there are several sandboxes.
  FileFinding file;
  /// Gets the run's state as a text every now and then, by one thread at a time.
  std::function<Expected<void>(const std::string&)> keep;
};

/// One job a sandbox; all serve the same library. The findings depend on the options and the
/// library, not on the number of jobs. Precondition: at least one sandbox.
[[nodiscard]] Expected<CampaignResult> run_campaign(
    std::span<const std::unique_ptr<Sandbox>> sandboxes, const Lists& lists,
    const CampaignOptions& options, const CampaignHooks& hooks);

}  // namespace gemmcheck
