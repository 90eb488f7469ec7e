// What a file is, read off its ELF header. Nothing is loaded.
#pragma once

#include <string>

#include "call/error.h"

namespace gemmcheck {

/// kUnusable, with the reason, unless `path` is a shared object for x86-64: missing, unreadable, a
/// folder, not ELF, an executable or object file, another architecture.
[[nodiscard]] Expected<void> check_shared_object(const std::string& path);

}  // namespace gemmcheck
