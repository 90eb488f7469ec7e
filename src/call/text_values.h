// Single values of the text form, read and written without allocation.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "call/call.h"

namespace gemmcheck {

/// Readers take the whole text of a value. False if it is malformed or does not fit; `out` is then
/// unspecified.

/// Decimal digits with an optional '-'.
[[nodiscard]] bool read_integer(std::string_view text, std::int64_t& out);
/// One to eight decimal digits, which most numbers are, without a branch a digit. Precondition:
/// eight readable bytes from text.data().
[[nodiscard]] inline bool read_few_digits(std::string_view text, std::int64_t& out) {
  if (text.size() - 1 >= 8) return false;
  std::uint64_t digits = 0;
  std::memcpy(&digits, text.data(), sizeof(digits));
  // Zeros in front instead of what follows: the first digit is the lowest byte.
  digits = (digits ^ 0x3030303030303030) << (64 - 8 * text.size());
  if (((digits | (digits + 0x0606060606060606)) & 0xf0f0f0f0f0f0f0f0) != 0) return false;
  // Pairs, then all four of them by two multiplications.
  digits = digits * 10 + (digits >> 8);
  constexpr std::uint64_t kPairs = 0x000000ff000000ff;
  const std::uint64_t odd = (digits & kPairs) * (100 + (std::uint64_t{1000000} << 32));
  const std::uint64_t even = ((digits >> 16) & kPairs) * (1 + (std::uint64_t{10000} << 32));
  out = static_cast<std::int64_t>((odd + even) >> 32);
  return true;
}
/// A finite decimal number, `inf`, `-inf` or `nan`.
[[nodiscard]] bool read_double(std::string_view text, double& out);
/// `re`, `re:im` (only where `complex`) or `null`; the numbers with `@host` or `@device` after
/// them.
[[nodiscard]] bool read_scalar(std::string_view text, bool complex, Scalar& out);
/// `null`, `@host`, `+2`, `@host+2`, `A`, `A+64`; where it is an `array` of pointers, also of one
/// matrix in it, alone or after the array's own: `[2]null`, `[2]@host`, `[2]+2`.
[[nodiscard]] bool read_pointer(std::string_view text, bool array, Pointer& out);
/// `4096`, `4096+16` or `null`.
[[nodiscard]] bool read_workspace(std::string_view text, Workspace& out);
/// `int:7`, `nanA:0`, ...
[[nodiscard]] bool read_fill(std::string_view text, Fill& out);

/// Writers return one past the last byte written. The caller provides kMaxValue bytes.
inline constexpr std::size_t kMaxValue = 64;

/// Exact copies of at most twice the block, from both ends: cheaper than a call for a few bytes.
template <typename Block>
void copy_ends(char* to, const char* from, std::size_t size) {
  Block head;
  Block tail;
  std::memcpy(&head, from, sizeof(Block));
  std::memcpy(&tail, from + size - sizeof(Block), sizeof(Block));
  std::memcpy(to, &head, sizeof(Block));
  std::memcpy(to + size - sizeof(Block), &tail, sizeof(Block));
}

/// Precondition: at most kMaxValue bytes.
[[nodiscard]] inline char* write_text(char* to, std::string_view text) {
  const char* const from = text.data();
  const std::size_t size = text.size();
  if (size > 16) {
    std::memcpy(to, from, size);
  } else if (size >= 8) {
    copy_ends<std::uint64_t>(to, from, size);
  } else if (size >= 4) {
    copy_ends<std::uint32_t>(to, from, size);
  } else if (size >= 2) {
    copy_ends<std::uint16_t>(to, from, size);
  } else if (size == 1) {
    *to = *from;
  }
  return to + size;
}
[[nodiscard]] char* write_any_integer(char* to, std::int64_t value);
/// 0 to 999 in letters: the digits, then how many they are.
inline constexpr std::size_t kDigitRows = 1000;
inline constexpr auto kDigits = [] {
  std::array<std::array<char, 4>, kDigitRows> rows{};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t size = i < 10 ? 1 : i < 100 ? 2 : 3;
    rows[i][3] = static_cast<char>(size);
    std::size_t rest = i;
    for (std::size_t at = size; at > 0; rest /= 10)
      rows[i][--at] = static_cast<char>('0' + rest % 10);
  }
  return rows;
}();
[[nodiscard]] inline char* write_integer(char* to, std::int64_t value) {
  if (static_cast<std::uint64_t>(value) >= 100 * kDigitRows) return write_any_integer(to, value);
  const auto few = static_cast<std::uint32_t>(value);
  if (few < kDigitRows) {
    std::memcpy(to, kDigits[few].data(), sizeof(kDigits[few]));
    return to + kDigits[few][3];
  }
  const auto& front = kDigits[few / 100];
  std::memcpy(to, front.data(), sizeof(front));
  to += front[3];
  std::memcpy(to, kDigits[100 + few % 100].data() + 1, 2);
  return to + 2;
}
[[nodiscard]] char* write_double(char* to, double value);
[[nodiscard]] char* write_scalar(char* to, const Scalar& scalar);
[[nodiscard]] char* write_pointer(char* to, const Pointer& pointer);
[[nodiscard]] char* write_workspace(char* to, const Workspace& workspace);
[[nodiscard]] char* write_fill(char* to, const Fill& fill);

}  // namespace gemmcheck
