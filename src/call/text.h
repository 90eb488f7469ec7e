// The text form: one line is a call. parse(print(call)) == call, bitwise, for every call, legal or
// not.
//
//     cblas_dgemm layout=RowMajor transb=T m=2 n=3 k=4 lda=3
//     cublasGemmEx m=8 Atype=R_16F Btype=R_16F Ctype=R_16F alpha=1@device computeType=16F
//
// Keys in any order; those left out have the baseline's value, an omitted ld or stride means tight.
// The printed form is canonical: fixed order, baseline fields left out.
//
// The promise holds for every call whose values the text form has: integers within integer_range,
// what the API lacks at its default, and
//   * NaN is std::numeric_limits<double>::quiet_NaN(), whatever payload or sign a library produced;
//   * scalars of a real API have no imaginary part (those of an API whose calls say the types may
//     have one); a null scalar has side kByMode and zeros;
//   * offsets are >= 0; a null pointer has offset 0; `alias` is kNone unless the kind is kAlias;
//     no alias leads back to where it starts;
//   * without an exception in a pointer array, entry is -1, entry_kind kValid and entry_offset 0;
//     with one, which only APIs with such arrays have, entry_kind is kValid, kNull or kHost;
//   * handle, mode and guard are one of their names;
//   * a null workspace has bytes 0 and offset 0; otherwise bytes is -1 with offset 0, or >= 0.
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
  int column = 1;       ///< 1-based, in bytes: where the key (its value, if that is wrong) begins
  std::string key;      ///< the key concerned, or "" (also for one that no API has)
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
  std::string expect;       ///< what a line "#expect ..." before the entry says; mostly ""
};

/// Reads a file's text: comments from '#' at a line's start or from " # ", blank lines, continued
/// entries (comment lines may stand between, blank ones not), "#expect ..." lines, CRLF or LF.
/// Overlong lines, NUL bytes and a backslash that no call follows are errors.
[[nodiscard]] tl::expected<std::vector<Entry>, TextError> parse_entries(std::string_view text);

/// The keys that print_call prints: those off the API's baseline, and an ld or stride off the tight
/// one.
[[nodiscard]] KeySet off_baseline(const Call& call);

/// A scalar as in the text form: "2", "nan", "-inf", "1:-2", "null", "2@device".
void print_scalar(const Scalar& scalar, std::string& out);

}  // namespace gemmcheck
