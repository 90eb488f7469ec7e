// Errors are values: what went wrong, in words that a user can act on, and which exit code that is.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace gemmcheck {

/// What kind of failure it was. The tool's exit code is the enumerator's value.
enum class ErrorCode {
  kBadInput = 2,  ///< malformed call, unknown API, unwritable folder, a list that does not parse
  kUnusable = 3,  ///< the library or device cannot be used
  kInternal = 4,  ///< the harness itself failed
};

/// One line for a person, without a trailing newline: what was wrong, where, and what would be
/// right.
struct Error {
  ErrorCode code;
  std::string message;
};

template <typename T>
using Expected = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> bad_input(std::string message) {
  return tl::make_unexpected(Error{ErrorCode::kBadInput, std::move(message)});
}
[[nodiscard]] inline tl::unexpected<Error> unusable(std::string message) {
  return tl::make_unexpected(Error{ErrorCode::kUnusable, std::move(message)});
}
[[nodiscard]] inline tl::unexpected<Error> internal_error(std::string message) {
  return tl::make_unexpected(Error{ErrorCode::kInternal, std::move(message)});
}

}  // namespace gemmcheck
