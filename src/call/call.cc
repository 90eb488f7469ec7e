#include "call/call.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>

#include "call/enums.h"
#include "call/extents.h"

namespace gemmcheck {
namespace {

constexpr std::int64_t kInt32Min = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t kInt32Max = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kInt64Min = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kInt64Max = std::numeric_limits<std::int64_t>::max();

// One row a key that holds an integer: where it lies in the record. Exactly one of the two members
// is set.
struct IntegerField {
  Key key;
  std::int32_t Call::*narrow;
  std::int64_t Call::*wide;
};
constexpr IntegerField kIntegerFields[] = {
    {Key::kLayout, &Call::layout, nullptr},
    {Key::kUplo, &Call::uplo, nullptr},
    {Key::kTransa, &Call::transa, nullptr},
    {Key::kTransb, &Call::transb, nullptr},
    {Key::kM, nullptr, &Call::m},
    {Key::kN, nullptr, &Call::n},
    {Key::kK, nullptr, &Call::k},
    {Key::kAtype, &Call::Atype, nullptr},
    {Key::kLda, nullptr, &Call::lda},
    {Key::kStrideA, nullptr, &Call::strideA},
    {Key::kAo, &Call::ao, nullptr},
    {Key::kBtype, &Call::Btype, nullptr},
    {Key::kLdb, nullptr, &Call::ldb},
    {Key::kStrideB, nullptr, &Call::strideB},
    {Key::kBo, &Call::bo, nullptr},
    {Key::kCtype, &Call::Ctype, nullptr},
    {Key::kLdc, nullptr, &Call::ldc},
    {Key::kStrideC, nullptr, &Call::strideC},
    {Key::kOffsetc, &Call::offsetc, nullptr},
    {Key::kBatchCount, nullptr, &Call::batchCount},
    {Key::kComputeType, &Call::computeType, nullptr},
    {Key::kAlgo, &Call::algo, nullptr},
    {Key::kHandle, &Call::handle, nullptr},
    {Key::kPointerMode, &Call::pointerMode, nullptr},
    {Key::kMathMode, &Call::mathMode, nullptr},
    {Key::kMode, &Call::mode, nullptr},
    {Key::kGuard, &Call::guard, nullptr},
};

// Row of each key in kIntegerFields, -1 for keys that hold something else.
constexpr auto kRowOfKey = [] {
  std::array<std::int8_t, kKeyCount + 1> rows{};
  rows.fill(-1);
  for (std::size_t i = 0; i < std::size(kIntegerFields); ++i) {
    rows[static_cast<std::size_t>(kIntegerFields[i].key)] = static_cast<std::int8_t>(i);
  }
  return rows;
}();

const IntegerField& field_of(Key key) {
  return kIntegerFields[kRowOfKey[static_cast<std::size_t>(key)]];
}

std::int64_t tight(std::int64_t rows) {
  return std::max<std::int64_t>(1, rows);
}

// ld x columns, or the end of 64 bits that it is beyond.
std::int64_t tight_stride(const Call& call, Operand operand) {
  const Shape shape = operand_shape(call, operand);
  std::int64_t elements = 0;
  if (!__builtin_mul_overflow(shape.ld, shape.columns, &elements)) return elements;
  return shape.ld < 0 ? kInt64Min : kInt64Max;
}

bool is_stride(Key key) {
  return key == Key::kStrideA || key == Key::kStrideB || key == Key::kStrideC;
}

// Sizes and what follows them, which are wide where the API is.
bool is_size(Key key) {
  switch (key) {
    case Key::kM:
    case Key::kN:
    case Key::kK:
    case Key::kLda:
    case Key::kLdb:
    case Key::kLdc:
    case Key::kBatchCount:
      return true;
    default:
      return false;
  }
}

}  // namespace

Call baseline(Api api) {
  Call call;
  call.api = api;
  const ApiInfo& info = api_info(api);
  if (info.convention == Convention::kCblas) call.layout = 102;
  call.transa = call.transb = kNoTrans[static_cast<std::size_t>(info.convention)][0];
  if (info.typed()) call.Atype = call.Btype = call.Ctype = info.type;
  if (info.compute == Compute::kComputeType) call.computeType = 68;  // CUBLAS_COMPUTE_32F
  if (info.compute == Compute::kDataType) call.computeType = info.type;
  if (info.compute != Compute::kFixed) call.algo = -1;  // CUBLAS_GEMM_DEFAULT
  if (info.batch == Batch::kStrided) call.strideA = call.strideB = call.strideC = 1;
  call.alpha.re = 1;
  return call;
}

bool holds_integer(Key key) {
  return kRowOfKey[static_cast<std::size_t>(key)] >= 0;
}

std::int64_t get_integer(const Call& call, Key key) {
  const IntegerField& field = field_of(key);
  return field.wide != nullptr ? call.*field.wide : call.*field.narrow;
}

void set_integer(Call& call, Key key, std::int64_t value) {
  const IntegerField& field = field_of(key);
  if (field.wide != nullptr) {
    call.*field.wide = value;
  } else {
    call.*field.narrow = static_cast<std::int32_t>(value);
  }
}

std::int64_t default_integer(const Call& call, Key key) {
  switch (key) {
    case Key::kLda:
      return tight(ld_rows(call, Operand::kA));
    case Key::kLdb:
      return tight(ld_rows(call, Operand::kB));
    case Key::kLdc:
      return tight(ld_rows(call, Operand::kC));
    case Key::kStrideA:
      return has_key(call.api, key) ? tight_stride(call, Operand::kA) : 0;
    case Key::kStrideB:
      return has_key(call.api, key) ? tight_stride(call, Operand::kB) : 0;
    case Key::kStrideC:
      return has_key(call.api, key) ? tight_stride(call, Operand::kC) : 0;
    default:
      return get_integer(baseline(call.api), key);
  }
}

IntegerRange integer_range(Api api, Key key) {
  const ApiInfo& info = api_info(api);
  const bool op = key == Key::kTransa || key == Key::kTransb;
  if (op && info.convention == Convention::kFortran) return {0, 255};
  if (is_stride(key) || (info.wide && is_size(key))) return {kInt64Min, kInt64Max};
  return {kInt32Min, kInt32Max};
}

void set_tight(Call& call) {
  for (Key key : {Key::kLda, Key::kLdb, Key::kLdc})
    set_integer(call, key, default_integer(call, key));
  if (api_info(call.api).batch != Batch::kStrided) return;
  for (Key key : {Key::kStrideA, Key::kStrideB, Key::kStrideC})
    set_integer(call, key, default_integer(call, key));
}

}  // namespace gemmcheck
