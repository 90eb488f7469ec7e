// The text form: one line is a call. parse(print(call)) == call, bitwise, for every call, legal or
// not.
//
//     cblas_dgemm layout=RowMajor transb=T m=2 n=3 k=4 lda=3
//
// Keys in any order; those left out have the baseline's value, an omitted ld or stride means tight.
// The printed form is canonical: fixed order, baseline fields left out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "call/call.h"
#include "call/error.h"

namespace gemmcheck {

/// A position in a text and what is wrong there.
struct TextError {
  int line = 1;
  int column = 1;       ///< 1-based, in bytes
  std::string key;      ///< the key concerned, or ""
  std::string message;  ///< names the value and what would be right
};

/// Prints "FILE:LINE:COLUMN: KEY: MESSAGE" (without "KEY: " if there is none).
[[nodiscard]] std::string to_string(const TextError& error, std::string_view file);

/// Reads one line (no comment, no newline). Does not allocate unless it fails.
[[nodiscard]] tl::expected<Call, TextError> parse_call(std::string_view line);

/// Appends the canonical line to `out`. Allocates only if `out` must grow (a line is at most
/// kMaxLine bytes).
void print_call(const Call& call, std::string& out);
[[nodiscard]] std::string print_call(const Call& call);
inline constexpr int kMaxLine = 1024;

/// One entry of a corpus file: several lines joined by a trailing backslash set the stage, the last
/// is judged.
struct Entry {
  std::vector<Call> calls;  ///< not empty; back() is the judged one
  int line = 1;             ///< where the judged call stands
};

/// Reads a file's text: comments from '#' at a line's start or from " # ", blank lines, continued
/// entries.
[[nodiscard]] tl::expected<std::vector<Entry>, TextError> parse_entries(std::string_view text);

/// A scalar as in the text form: "2", "nan", "-inf", "1:-2", "null", "2@device".
void print_scalar(const Scalar& scalar, std::string& out);

}  // namespace gemmcheck
