// A library's helper functions as a struct of typed pointers, and the table that fills it.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace gemmcheck {

enum class Need : unsigned char {
  kRequired,  ///< without it the library is not what it should be, or is of no use
  kOptional,  ///< a member that stays null
};

/// One function. `since` is the first CUDA release that has it, "" for those in every release from
/// 11.0 on (HIPIFY's version tables, ROCm/HIPIFY src/CUDA2HIP_BLAS_API_functions.cpp).
struct SymbolRow {
  const char* name;  ///< the symbol to look up
  Need need;
  const char* since;
  std::size_t offset;  ///< of the member, a function pointer, in the struct
};

/// What a library lacks.
struct MissingSymbols {
  std::vector<std::string> required;
  std::vector<std::string> optional;
};

/// Fills `functions` by `find(name)`, a void* that is null where there is no such symbol.
template <typename Functions, typename Find>
[[nodiscard]] MissingSymbols resolve(std::span<const SymbolRow> rows, Functions& functions,
                                     Find&& find) {
  MissingSymbols missing;
  for (const SymbolRow& row : rows) {
    void* const symbol = find(row.name);
    if (symbol == nullptr) {
      (row.need == Need::kRequired ? missing.required : missing.optional).emplace_back(row.name);
    }
    std::memcpy(reinterpret_cast<char*>(&functions) + row.offset, &symbol, sizeof symbol);
  }
  return missing;
}

/// True if `rows` name every member of `Functions` once, in order: a static_assert beside a table.
template <typename Functions, std::size_t kRows>
constexpr bool covers(const SymbolRow (&rows)[kRows]) {
  for (std::size_t i = 0; i < kRows; ++i) {
    if (rows[i].offset != i * sizeof(void*)) return false;
  }
  return sizeof(Functions) == kRows * sizeof(void*);
}

}  // namespace gemmcheck
