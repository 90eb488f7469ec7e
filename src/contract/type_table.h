// Which types of A, B and C go with which computeType: the table of cublasGemmEx, and those of the
// functions that compute in one type.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "call/call.h"
#include "call/enums.h"
#include "contract/clause.h"

namespace gemmcheck {

/// One row a combination. A and B have the same type in all of them.
struct TypeRow {
  ApiSet apis;
  std::uint32_t computes;  ///< compute_bit of each computeType that has it
  std::int32_t ab;         ///< a cudaDataType
  std::int32_t c;
  bool settled;  ///< false: documents contradict each other, the call may be refused all the same
  Basis basis;
  std::string_view source;  ///< document and section
};

/// The bit of a cublasComputeType_t in TypeRow::computes; 0 if it has no enumerator. For functions
/// without a computeType, all bits are set in their rows.
[[nodiscard]] std::uint32_t compute_bit(std::int32_t compute);

[[nodiscard]] std::span<const TypeRow> type_rows();

/// The row that the call's types are in; nullptr if there is none.
[[nodiscard]] const TypeRow* find_type_row(const Call& call);

/// Rows that the call would be in with another value of one of Atype and Btype together, Ctype, and
/// computeType: what somebody meant who came close.
[[nodiscard]] std::vector<const TypeRow*> near_type_rows(const Call& call);

}  // namespace gemmcheck
