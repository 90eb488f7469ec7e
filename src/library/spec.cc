#include "library/spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>

#include "library/elf_file.h"

namespace gemmcheck {
namespace {

namespace fs = std::filesystem;

struct KnownRow {
  std::string_view name;
  std::string_view debian_package;
  Dialect dialect;
  std::array<std::string_view, 3> candidates;
};

// In the order in which `auto` tries them. Debian keeps each library in a folder of its own, beside
// the alternatives' common name.
constexpr KnownRow kKnown[] = {
    {"openblas",
     "libopenblas0-pthread",
     Dialect::kNetlib,
     {"/usr/lib/x86_64-linux-gnu/openblas-pthread/libopenblas.so.0",
      "/usr/lib/x86_64-linux-gnu/openblas-serial/libopenblas.so.0",
      "/usr/lib/x86_64-linux-gnu/openblas-openmp/libopenblas.so.0"}},
    {"blis",
     "libblis4-pthread",
     Dialect::kNetlib,
     {"/usr/lib/x86_64-linux-gnu/blis-pthread/libblis.so.4",
      "/usr/lib/x86_64-linux-gnu/blis-serial/libblis.so.4",
      "/usr/lib/x86_64-linux-gnu/blis-openmp/libblis.so.4"}},
    {"netlib", "libblas3", Dialect::kNetlib, {"/usr/lib/x86_64-linux-gnu/blas/libblas.so.3"}},
};

struct InterfaceRow {
  std::string_view name;
  Dialect dialect;
};
constexpr InterfaceRow kInterfaces[] = {{"cblas", Dialect::kNetlib}};

constexpr std::string_view kKnownOptions = "int=32|64, prefix=, suffix=";

std::string known_names() {
  std::string names;
  for (const KnownRow& row : kKnown) names += fmt::format("{}, ", row.name);
  names += "auto";
  for (const InterfaceRow& row : kInterfaces) names += fmt::format(", {}:PATH", row.name);
  return names;
}

Expected<LibrarySpec> resolve_known(const KnownRow& row) {
  for (std::string_view candidate : row.candidates) {
    std::error_code ignored;
    if (candidate.empty() || !fs::exists(candidate, ignored)) continue;
    LibrarySpec spec;
    spec.name = row.name;
    spec.path = candidate;
    spec.dialect = row.dialect;
    if (auto good = check_shared_object(spec.path); !good) {
      return tl::make_unexpected(std::move(good.error()));
    }
    return spec;
  }
  return unusable(
      fmt::format("{} is not installed: no {}; install Debian's {} or name the file "
                  "with cblas:PATH",
                  row.name, row.candidates.front(), row.debian_package));
}

Expected<LibrarySpec> resolve_auto() {
  std::string packages;
  for (const KnownRow& row : kKnown) {
    auto spec = resolve_known(row);
    if (spec) return spec;
    packages += fmt::format("{}{}", packages.empty() ? "" : ", ", row.debian_package);
  }
  return unusable(fmt::format(
      "no BLAS library found; install one of Debian's {} or name a file with cblas:PATH",
      packages));
}

bool is_symbol_part(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

Expected<void> read_option(std::string_view option, LibrarySpec& spec) {
  const std::size_t equals = option.find('=');
  const std::string_view key = option.substr(0, equals);
  const std::string_view value =
      equals == std::string_view::npos ? std::string_view() : option.substr(equals + 1);
  if (key == "int") {
    if (value != "32" && value != "64") {
      return bad_input(fmt::format("library option int={}: must be 32 or 64", value));
    }
    spec.int_bits = value == "64" ? 64 : 32;
    return {};
  }
  if (key == "prefix" || key == "suffix") {
    if (!is_symbol_part(value)) {
      return bad_input(
          fmt::format("library option {}={}: only letters, digits and _ can be part "
                      "of a symbol",
                      key, value));
    }
    (key == "prefix" ? spec.prefix : spec.suffix) = value;
    return {};
  }
  return bad_input(fmt::format("unknown library option '{}'; known: {}", key, kKnownOptions));
}

Expected<void> read_options(std::string_view text, LibrarySpec& spec) {
  std::vector<std::string_view> seen;
  while (!text.empty()) {
    const std::string_view option = text.substr(0, text.find('&'));
    text.remove_prefix(std::min(text.size(), option.size() + 1));
    const std::string_view key = option.substr(0, option.find('='));
    if (std::find(seen.begin(), seen.end(), key) != seen.end()) {
      return bad_input(fmt::format("library option '{}' is given twice", key));
    }
    seen.push_back(key);
    if (auto good = read_option(option, spec); !good) return good;
  }
  return {};
}

Expected<LibrarySpec> resolve_path(const InterfaceRow& interface, std::string_view text) {
  LibrarySpec spec;
  spec.name = interface.name;
  spec.dialect = interface.dialect;
  // The last one: a folder may have a question mark in its name, an option may not.
  const std::size_t question = text.rfind('?');
  const std::string_view path = text.substr(0, question);
  if (question != std::string_view::npos) {
    if (auto good = read_options(text.substr(question + 1), spec); !good) {
      return tl::make_unexpected(std::move(good.error()));
    }
  }
  if (path.empty()) {
    return bad_input(fmt::format("{0}: needs the path of a shared object, as in {0}:./libfoo.so",
                                 interface.name));
  }
  if (path.find('\0') != std::string_view::npos) {
    return bad_input("a library's path cannot hold a NUL byte");
  }
  spec.path = path;
  std::error_code error;
  const bool soname = path.find('/') == std::string_view::npos && !fs::exists(path, error);
  if (soname) return spec;  // for the loader to find, or to refuse
  if (auto good = check_shared_object(spec.path); !good) {
    return tl::make_unexpected(std::move(good.error()));
  }
  const fs::path absolute = fs::absolute(spec.path, error);
  if (error) return unusable(fmt::format("{}: {}", spec.path, error.message()));
  spec.path = absolute.lexically_normal().string();
  return spec;
}

}  // namespace

Expected<LibrarySpec> resolve_library(std::string_view text) {
  if (text == "auto") return resolve_auto();
  for (const KnownRow& row : kKnown) {
    if (text == row.name) return resolve_known(row);
  }
  const std::size_t colon = text.find(':');
  const bool named = colon == std::string_view::npos;
  if (text.substr(0, colon).find('/') != std::string_view::npos ||
      (named && text.find(".so") != std::string_view::npos)) {
    return bad_input(fmt::format(
        "unknown library '{0}'; a path needs its interface before it, as in cblas:{0}", text));
  }
  if (!named) {
    for (const InterfaceRow& row : kInterfaces) {
      if (text.substr(0, colon) == row.name) return resolve_path(row, text.substr(colon + 1));
    }
    return bad_input(fmt::format("unknown interface '{}' in library '{}'; known: {}",
                                 text.substr(0, colon), text, known_names()));
  }
  return bad_input(fmt::format("unknown library '{}'; known: {}", text, known_names()));
}

std::vector<KnownLibrary> known_libraries() {
  std::vector<KnownLibrary> libraries;
  for (const KnownRow& row : kKnown) {
    KnownLibrary& library = libraries.emplace_back();
    library.name = row.name;
    library.debian_package = row.debian_package;
    for (std::string_view candidate : row.candidates) {
      if (!candidate.empty()) library.candidates.emplace_back(candidate);
    }
  }
  return libraries;
}

}  // namespace gemmcheck
