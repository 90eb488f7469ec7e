#include "call/text_values.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

namespace gemmcheck {
namespace {

constexpr std::array<std::string_view, 8> kFillNames = {"int",  "random", "nanA", "nanB",
                                                        "nanC", "infA",   "infB", "infC"};
static_assert(kFillNames.size() == static_cast<std::size_t>(FillKind::kInfC) + 1);

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Fewer digits than this cannot overflow 64 bits.
constexpr std::size_t kSafeDigits = 18;

// A non-negative integer of all of `text`, at most `max`.
bool read_natural(std::string_view text, std::int64_t max, std::int64_t& out) {
  return !text.empty() && text[0] != '-' && read_integer(text, out) && out <= max;
}

// "+N" or nothing.
bool read_offset(std::string_view text, std::int32_t& out) {
  out = 0;
  if (text.empty()) return true;
  std::int64_t value = 0;
  if (text[0] != '+' ||
      !read_natural(text.substr(1), std::numeric_limits<std::int32_t>::max(), value)) {
    return false;
  }
  out = static_cast<std::int32_t>(value);
  return true;
}

// Values are short: a loop is cheaper than memchr.
std::size_t find(std::string_view text, char c) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == c) return i;
  }
  return std::string_view::npos;
}

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// What the array and one matrix in it have in common: null, or the wrong side or none, with an
// offset.
bool read_place(std::string_view text, PointerKind& kind, std::int32_t& offset) {
  offset = 0;
  kind = PointerKind::kNull;
  if (text == "null") return true;
  kind = take(text, "@host") ? PointerKind::kHost : PointerKind::kValid;
  return (kind == PointerKind::kHost || !text.empty()) && read_offset(text, offset);
}

// Exact copies of at most twice the block, from both ends: cheaper than a call for a few bytes.
template <typename Block>
void copy_ends(char* to, const char* from, std::size_t size) {
  Block head;
  Block tail;
  std::memcpy(&head, from, sizeof(Block));
  std::memcpy(&tail, from + size - sizeof(Block), sizeof(Block));
  std::memcpy(to, &head, sizeof(Block));
  std::memcpy(to + size - sizeof(Block), &tail, sizeof(Block));
}

int digits_of(std::uint64_t value) {
  int digits = 1;
  for (;; value /= 10000, digits += 4) {
    if (value < 10) return digits;
    if (value < 100) return digits + 1;
    if (value < 1000) return digits + 2;
    if (value < 10000) return digits + 3;
  }
}

char* write_natural(char* to, std::uint64_t value) {
  char* const end = to + digits_of(value);
  for (char* at = end; at != to; value /= 10) *--at = static_cast<char>('0' + value % 10);
  return end;
}

char* write_offset(char* to, std::int32_t offset) {
  *to++ = '+';
  return write_integer(to, offset);
}

char* write_place(char* to, PointerKind kind, std::int32_t offset) {
  if (kind == PointerKind::kNull) return write_text(to, "null");
  if (kind == PointerKind::kHost) to = write_text(to, "@host");
  return kind == PointerKind::kHost && offset == 0 ? to : write_offset(to, offset);
}

bool is_plus_zero(double value) {
  return std::bit_cast<std::uint64_t>(value) == 0;
}

}  // namespace

bool read_integer(std::string_view text, std::int64_t& out) {
  const bool negative = !text.empty() && text[0] == '-';
  const std::string_view digits = text.substr(negative ? 1 : 0);
  if (digits.empty()) return false;
  if (digits.size() > kSafeDigits) {
    if (!is_digit(digits[0])) return false;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    return error == std::errc{} && end == text.data() + text.size();
  }
  std::int64_t value = 0;
  for (char c : digits) {
    if (!is_digit(c)) return false;
    value = value * 10 + (c - '0');
  }
  out = negative ? -value : value;
  return true;
}

bool read_double(std::string_view text, double& out) {
  const bool negative = !text.empty() && text[0] == '-';
  const std::string_view magnitude = text.substr(negative ? 1 : 0);
  if (magnitude.empty()) return false;
  // An integer of at most 15 digits is exact; its sign is kept apart so that -0 stays -0.
  std::int64_t integer = 0;
  if (magnitude.size() <= 15 && magnitude[0] != '-' && read_integer(magnitude, integer)) {
    out = negative ? -static_cast<double>(integer) : static_cast<double>(integer);
    return true;
  }
  if (!is_digit(magnitude[0])) {
    // from_chars reads more spellings than the text form has, so the names are matched here.
    if (text == "nan") {
      out = std::numeric_limits<double>::quiet_NaN();
      return true;
    }
    if (magnitude != "inf") return false;
    out = negative ? -std::numeric_limits<double>::infinity()
                   : std::numeric_limits<double>::infinity();
    return true;
  }
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc{} && end == text.data() + text.size();
}

bool read_scalar(std::string_view text, bool complex, Scalar& out) {
  out = Scalar{};
  if (read_double(text, out.re)) return true;
  if (text == "null") {
    out.null = true;
    return true;
  }
  const std::size_t at = find(text, '@');
  if (at != std::string_view::npos) {
    const std::string_view side = text.substr(at + 1);
    if (side != "host" && side != "device") return false;
    out.side = side == "host" ? Side::kHost : Side::kDevice;
    text = text.substr(0, at);
  }
  const std::size_t colon = find(text, ':');
  if (colon == std::string_view::npos) return read_double(text, out.re);
  return complex && read_double(text.substr(0, colon), out.re) &&
         read_double(text.substr(colon + 1), out.im);
}

bool read_pointer(std::string_view text, Pointer& out) {
  out = Pointer{};
  const std::size_t bracket = find(text, '[');
  if (bracket != std::string_view::npos) {
    const std::size_t close = text.find(']', bracket);
    std::int64_t entry = 0;
    if (close == std::string_view::npos ||
        !read_natural(text.substr(bracket + 1, close - bracket - 1),
                      std::numeric_limits<std::int32_t>::max(), entry) ||
        !read_place(text.substr(close + 1), out.entry_kind, out.entry_offset)) {
      return false;
    }
    out.entry = static_cast<std::int32_t>(entry);
    text = text.substr(0, bracket);
    if (text.empty()) return true;
  }
  if (!text.empty() && text[0] >= 'A' && text[0] <= 'C') {
    out.kind = PointerKind::kAlias;
    out.alias = static_cast<Operand>(text[0] - 'A');
    return read_offset(text.substr(1), out.offset);
  }
  return read_place(text, out.kind, out.offset);
}

bool read_workspace(std::string_view text, Workspace& out) {
  out = Workspace{};
  if (text == "null") {
    out.bytes = 0;
    out.null = true;
    return true;
  }
  const std::size_t plus = std::min(text.find('+'), text.size());
  return read_natural(text.substr(0, plus), std::numeric_limits<std::int64_t>::max(), out.bytes) &&
         read_offset(text.substr(plus), out.offset);
}

bool read_fill(std::string_view text, Fill& out) {
  out = Fill{};
  const std::size_t colon = find(text, ':');
  if (colon == std::string_view::npos) return false;
  std::int64_t seed = 0;
  if (!read_natural(text.substr(colon + 1), std::numeric_limits<std::uint32_t>::max(), seed)) {
    return false;
  }
  out.seed = static_cast<std::uint32_t>(seed);
  for (std::size_t i = 0; i < kFillNames.size(); ++i) {
    if (kFillNames[i].size() == colon && text.starts_with(kFillNames[i])) {
      out.kind = static_cast<FillKind>(i);
      return true;
    }
  }
  return false;
}

char* write_text(char* to, std::string_view text) {
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

char* write_integer(char* to, std::int64_t value) {
  if (value < 0) {
    *to++ = '-';
    return write_natural(to, 0 - static_cast<std::uint64_t>(value));
  }
  return write_natural(to, static_cast<std::uint64_t>(value));
}

char* write_double(char* to, double value) {
  if (std::isnan(value)) return write_text(to, "nan");
  if (std::isinf(value)) return write_text(to, value < 0 ? "-inf" : "inf");
  constexpr double kExactlyPrinted = 1e9;
  if (std::abs(value) < kExactlyPrinted) {
    const auto integer = static_cast<std::int64_t>(value);
    if (static_cast<double>(integer) == value) {
      if (integer == 0 && std::signbit(value)) *to++ = '-';
      return write_integer(to, integer);
    }
  }
  return std::to_chars(to, to + kMaxValue, value).ptr;
}

char* write_scalar(char* to, const Scalar& scalar) {
  if (scalar.null) return write_text(to, "null");
  to = write_double(to, scalar.re);
  if (!is_plus_zero(scalar.im)) {
    *to++ = ':';
    to = write_double(to, scalar.im);
  }
  if (scalar.side == Side::kHost) return write_text(to, "@host");
  if (scalar.side == Side::kDevice) return write_text(to, "@device");
  return to;
}

char* write_pointer(char* to, const Pointer& pointer) {
  const bool has_entry = pointer.entry >= 0;
  if (pointer.kind == PointerKind::kAlias) {
    *to++ = static_cast<char>('A' + static_cast<int>(pointer.alias));
    if (pointer.offset != 0) to = write_offset(to, pointer.offset);
  } else if (!has_entry || pointer.kind != PointerKind::kValid || pointer.offset != 0) {
    to = write_place(to, pointer.kind, pointer.offset);
  }
  if (!has_entry) return to;
  *to++ = '[';
  to = write_integer(to, pointer.entry);
  *to++ = ']';
  return write_place(to, pointer.entry_kind, pointer.entry_offset);
}

char* write_workspace(char* to, const Workspace& workspace) {
  if (workspace.null) return write_text(to, "null");
  to = write_integer(to, workspace.bytes);
  return workspace.offset == 0 ? to : write_offset(to, workspace.offset);
}

char* write_fill(char* to, const Fill& fill) {
  const auto kind = static_cast<std::size_t>(fill.kind);
  to = write_text(to, kind < kFillNames.size() ? kFillNames[kind] : std::string_view("?"));
  *to++ = ':';
  return write_integer(to, fill.seed);
}

}  // namespace gemmcheck
