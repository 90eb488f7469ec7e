// Words for what the parser could not read. Off the hot path: the parser only says which and where.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "call/api.h"
#include "call/key.h"
#include "call/text.h"

namespace gemmcheck {

enum class ProblemKind {
  kNone,
  kTooLong,
  kNoApi,
  kUnknownApi,
  kNoValue,     ///< a word without '='
  kUnknownKey,  ///< no API has it
  kLackedKey,   ///< this API does not have it
  kRepeatedKey,
  kBadValue,
  kAliasLoop,  ///< an operand that shares memory with itself in the end
};

/// What is wrong and where. `token` points into the line and begins where the error is.
struct Problem {
  ProblemKind kind = ProblemKind::kNone;
  std::string_view token;
  Key key = Key::kNone;
};

/// `api` is null as long as the API is not known.
[[nodiscard]] TextError describe(const Problem& problem, std::string_view line, const ApiInfo* api);

/// The text in quotes: unprintable bytes as \xNN, long texts cut.
[[nodiscard]] std::string in_quotes(std::string_view text);

}  // namespace gemmcheck
