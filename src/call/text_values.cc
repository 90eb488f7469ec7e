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

// Fewer digits than these cannot overflow 64 bits, and are exact in a double.
constexpr std::ptrdiff_t kSafeDigits = 18;
constexpr std::ptrdiff_t kExactDigits = 15;

constexpr std::int64_t kInt32Max = std::numeric_limits<std::int32_t>::max();

// Reads a value from left to right. Each step says whether it found what it looks for, and stays
// where it was if not.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {}

  bool done() const { return at_ == end_; }
  bool at(char c) const { return at_ != end_ && *at_ == c; }

  bool take(char c) {
    if (!at(c)) return false;
    ++at_;
    return true;
  }

  template <std::size_t kSize>
  bool take(const char (&word)[kSize]) {
    constexpr std::size_t kLength = kSize - 1;
    if (static_cast<std::size_t>(end_ - at_) < kLength || std::memcmp(at_, word, kLength) != 0) {
      return false;
    }
    at_ += kLength;
    return true;
  }

  // Digits alone, at most `max`.
  bool natural(std::int64_t max, std::int64_t& out) {
    const char* const first = at_;
    std::int64_t value = 0;
    skip_digits(value);
    const bool fits =
        at_ - first <= kSafeDigits || std::from_chars(first, at_, value).ec == std::errc{};
    if (at_ == first || !fits || value > max) {
      at_ = first;
      return false;
    }
    out = value;
    return true;
  }

  bool number(double& out) {
    const char* const first = at_;
    const bool negative = take('-');
    const char* const digits = at_;
    std::int64_t integer = 0;
    skip_digits(integer);
    if (at_ != digits) {
      const bool more = at_ != end_ && (*at_ == '.' || *at_ == 'e');
      if (!more && at_ - digits <= kExactDigits) {
        // The sign goes to the double, so that -0 stays -0.
        out = negative ? -static_cast<double>(integer) : static_cast<double>(integer);
        return true;
      }
      const auto [end, error] = std::from_chars(first, end_, out);
      at_ = end;
      return error == std::errc{};
    }
    // from_chars reads more spellings than the text form has, so the names are matched here.
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (take("inf")) {
      out = negative ? -kInfinity : kInfinity;
      return true;
    }
    out = std::numeric_limits<double>::quiet_NaN();
    return !negative && take("nan");
  }

  // "+N" or nothing.
  bool offset(std::int32_t& out) {
    out = 0;
    if (!take('+')) return true;
    std::int64_t value = 0;
    if (!natural(kInt32Max, value)) return false;
    out = static_cast<std::int32_t>(value);
    return true;
  }

  // What an array and one matrix in it have in common.
  bool place(PointerKind& kind, std::int32_t& bytes) {
    bytes = 0;
    kind = PointerKind::kValid;
    if (at('+')) return offset(bytes);
    kind = PointerKind::kHost;
    if (take("@host")) return offset(bytes);
    kind = PointerKind::kNull;
    return take("null");
  }

 private:
  // `value` is right for up to kSafeDigits digits.
  void skip_digits(std::int64_t& value) {
    std::uint64_t sum = 0;
    for (; at_ != end_; ++at_) {
      const auto digit = static_cast<unsigned>(*at_) - '0';
      if (digit > 9) break;
      sum = sum * 10 + digit;
    }
    value = static_cast<std::int64_t>(sum);
  }

  const char* at_;
  const char* end_;
};

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
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  Cursor cursor(text);
  if (!cursor.take('-')) return cursor.natural(kMax, out) && cursor.done();
  if (cursor.natural(kMax, out)) {
    out = -out;
    return cursor.done();
  }
  // The lowest one has no positive counterpart.
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc{} && end == text.data() + text.size();
}

bool read_double(std::string_view text, double& out) {
  Cursor cursor(text);
  return cursor.number(out) && cursor.done();
}

bool read_scalar(std::string_view text, bool complex, Scalar& out) {
  out = Scalar{};
  if (text == "null") {
    out.null = true;
    return true;
  }
  Cursor cursor(text);
  if (!cursor.number(out.re)) return false;
  if (complex && cursor.take(':') && !cursor.number(out.im)) return false;
  if (cursor.take("@host"))
    out.side = Side::kHost;
  else if (cursor.take("@device"))
    out.side = Side::kDevice;
  return cursor.done();
}

bool read_pointer(std::string_view text, bool array, Pointer& out) {
  out = Pointer{};
  Cursor cursor(text);
  if (!array || !cursor.at('[')) {
    out.kind = PointerKind::kAlias;
    out.alias = cursor.take('A')   ? Operand::kA
                : cursor.take('B') ? Operand::kB
                : cursor.take('C') ? Operand::kC
                                   : Operand::kNone;
    const bool read = out.alias != Operand::kNone ? cursor.offset(out.offset)
                                                  : cursor.place(out.kind, out.offset);
    if (!read) return false;
  }
  if (array && cursor.take('[')) {
    std::int64_t entry = 0;
    if (!cursor.natural(kInt32Max, entry) || !cursor.take(']') ||
        !cursor.place(out.entry_kind, out.entry_offset)) {
      return false;
    }
    out.entry = static_cast<std::int32_t>(entry);
  }
  return cursor.done();
}

bool read_workspace(std::string_view text, Workspace& out) {
  out = Workspace{};
  if (text == "null") {
    out.bytes = 0;
    out.null = true;
    return true;
  }
  Cursor cursor(text);
  return cursor.natural(std::numeric_limits<std::int64_t>::max(), out.bytes) &&
         cursor.offset(out.offset) && cursor.done();
}

bool read_fill(std::string_view text, Fill& out) {
  out = Fill{};
  for (std::size_t i = 0; i < kFillNames.size(); ++i) {
    const std::string_view name = kFillNames[i];
    if (text.size() <= name.size() || text[name.size()] != ':' || !text.starts_with(name)) continue;
    out.kind = static_cast<FillKind>(i);
    Cursor cursor(text.substr(name.size() + 1));
    std::int64_t seed = 0;
    if (!cursor.natural(std::numeric_limits<std::uint32_t>::max(), seed)) return false;
    out.seed = static_cast<std::uint32_t>(seed);
    return cursor.done();
  }
  return false;
}

char* write_any_integer(char* to, std::int64_t value) {
  return std::to_chars(to, to + kMaxValue, value).ptr;
}

char* write_double(char* to, double value) {
  constexpr double kExactlyPrinted = 1e9;
  if (std::abs(value) < kExactlyPrinted) {
    const auto integer = static_cast<std::int64_t>(value);
    if (static_cast<double>(integer) == value) {
      if (integer == 0 && std::signbit(value)) *to++ = '-';
      return write_integer(to, integer);
    }
  }
  if (std::isnan(value)) return write_text(to, "nan");
  if (std::isinf(value)) return write_text(to, value < 0 ? "-inf" : "inf");
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
  if (pointer.kind == PointerKind::kValid && !has_entry) return write_offset(to, pointer.offset);
  if (pointer.kind == PointerKind::kAlias) {
    *to++ = static_cast<char>('A' + static_cast<int>(pointer.alias));
    if (pointer.offset != 0) to = write_offset(to, pointer.offset);
  } else if (pointer.kind != PointerKind::kValid || pointer.offset != 0) {
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
