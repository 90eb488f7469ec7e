// Single values of the text form, read and written without allocation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "call/call.h"

namespace gemmcheck {

/// Readers take the whole text of a value. False if it is malformed or does not fit; `out` is then
/// unspecified.

/// Decimal digits with an optional '-'.
[[nodiscard]] bool read_integer(std::string_view text, std::int64_t& out);
/// A finite decimal number, `inf`, `-inf` or `nan`.
[[nodiscard]] bool read_double(std::string_view text, double& out);
/// `re`, `re:im` (only where `complex`) or `null`; the numbers with `@host` or `@device` after
/// them.
[[nodiscard]] bool read_scalar(std::string_view text, bool complex, Scalar& out);
/// `null`, `@host`, `+2`, `@host+2`, `A`, `A+64`; of one matrix of a pointer array, alone or after
/// the array's own: `[2]null`, `[2]@host`, `[2]+2`.
[[nodiscard]] bool read_pointer(std::string_view text, Pointer& out);
/// `4096`, `4096+16` or `null`.
[[nodiscard]] bool read_workspace(std::string_view text, Workspace& out);
/// `int:7`, `nanA:0`, ...
[[nodiscard]] bool read_fill(std::string_view text, Fill& out);

/// Writers return one past the last byte written. The caller provides kMaxValue bytes.
inline constexpr std::size_t kMaxValue = 64;

/// Precondition: at most kMaxValue bytes.
[[nodiscard]] char* write_text(char* to, std::string_view text);
[[nodiscard]] char* write_integer(char* to, std::int64_t value);
[[nodiscard]] char* write_double(char* to, double value);
[[nodiscard]] char* write_scalar(char* to, const Scalar& scalar);
[[nodiscard]] char* write_pointer(char* to, const Pointer& pointer);
[[nodiscard]] char* write_workspace(char* to, const Workspace& workspace);
[[nodiscard]] char* write_fill(char* to, const Fill& fill);

}  // namespace gemmcheck
