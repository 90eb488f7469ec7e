// The dynamic loader's functions, with its words as values.
#pragma once

#include <string>

#include "call/error.h"

namespace gemmcheck {

/// dlopen with RTLD_NOW | RTLD_LOCAL; its words on failure. What is loaded stays loaded.
[[nodiscard]] tl::expected<void*, std::string> open_library(const std::string& path);

/// Null if neither the library nor one that it needs has the symbol.
[[nodiscard]] void* find_symbol(void* library, const std::string& name);

/// The file that a symbol came from, symbolic links resolved, which need not be the one that was
/// opened.
[[nodiscard]] std::string file_of(void* symbol);

}  // namespace gemmcheck
