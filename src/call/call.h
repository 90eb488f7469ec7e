// The call value: one GEMM call with every argument decided, illegal values included.
#pragma once

#include <cstdint>
#include <type_traits>

#include "call/api.h"
#include "call/key.h"

namespace gemmcheck {

enum class Operand : std::uint8_t { kA, kB, kC, kNone };

/// Where a scalar lies. kByMode: on the side that pointerMode asks for (host, for libraries without
/// device).
enum class Side : std::uint8_t { kByMode, kHost, kDevice };

/// alpha or beta: two doubles, converted to the call's scalar type when the call is made.
struct Scalar {
  double re = 0;
  double im = 0;
  Side side = Side::kByMode;
  bool null = false;  ///< the pointer to the scalar is null (re and im are 0 then)
  std::uint8_t padding[6] = {};
};

enum class PointerKind : std::uint8_t {
  kValid,  ///< its own memory
  kNull,
  kHost,   ///< memory of the wrong side
  kAlias,  ///< shares memory with another operand
};

/// A, B or C. In pointer-array APIs it speaks of the array; `entry` then makes one exception inside
/// it.
struct Pointer {
  PointerKind kind = PointerKind::kValid;
  Operand alias = Operand::kNone;  ///< kAlias: whose memory
  PointerKind entry_kind = PointerKind::kValid;
  std::uint8_t padding = 0;
  std::int32_t offset = 0;  ///< bytes past a 256-byte-aligned base, or past the alias's start
  std::int32_t entry = -1;  ///< index of the excepted matrix; -1: none
  std::int32_t entry_offset = 0;
};

/// Which end of an operand lies flush against an inaccessible page.
enum class Guard : std::uint8_t { kEnd = 0, kFront = 1 };

enum class FillKind : std::uint8_t {
  kInt,     ///< small integers without 0: results compared exactly
  kRandom,  ///< doubles in [-1, 1): results compared within rounding error
  kNanA,
  kNanB,
  kNanC,
  kInfA,
  kInfB,
  kInfC,  ///< as kInt, with NaN or Inf at some elements of one operand
};

/// Contents of the operands, a function of (kind, seed, operand, element).
struct Fill {
  FillKind kind = FillKind::kInt;
  std::uint8_t padding[3] = {};
  std::uint32_t seed = 0;
};

struct Workspace {
  std::int64_t bytes = -1;  ///< -1: the library's own
  std::int32_t offset = 0;
  bool null = false;
  std::uint8_t padding[3] = {};
};

/// Fixed size, trivially copyable, without pointers: it crosses shared memory, is compared
/// bytewise, and has room for every key of every API. Enums hold the integers that the API takes
/// (CBLAS ops 111.., Fortran ops characters, cuBLAS ops 0..), so that illegal values are ordinary
/// data. What the API lacks stays at its default.
///
/// Make one with `baseline(api)`; leading dimensions and strides are always concrete here (an
/// omitted one in the text form is the tight one).
struct Call {
  Api api = Api::kDgemm;
  std::uint16_t padding0 = 0;
  std::int32_t layout = 0;
  std::int32_t uplo = 0;
  std::int32_t transa = 0;
  std::int32_t transb = 0;
  std::int32_t Atype = 0;
  std::int32_t Btype = 0;
  std::int32_t Ctype = 0;
  std::int32_t computeType = 0;
  std::int32_t algo = 0;
  std::int32_t offsetc = 0;
  std::int32_t ao = 0;
  std::int32_t bo = 0;
  std::int32_t handle = 0;  ///< 0: valid, 1: null
  std::int32_t pointerMode = 0;
  std::int32_t mathMode = 0;
  std::int32_t mode = 0;   ///< 0: execute, 1: capture
  std::int32_t guard = 0;  ///< a Guard
  std::int64_t m = 1;
  std::int64_t n = 1;
  std::int64_t k = 1;
  std::int64_t lda = 1;
  std::int64_t ldb = 1;
  std::int64_t ldc = 1;
  std::int64_t strideA = 0;
  std::int64_t strideB = 0;
  std::int64_t strideC = 0;
  std::int64_t batchCount = 1;
  Scalar alpha;
  Scalar beta;
  Pointer A;
  Pointer B;
  Pointer C;
  Pointer co;
  Workspace workspace;
  Fill fill;

  friend bool operator==(const Call& x, const Call& y) {
    return __builtin_memcmp(&x, &y, sizeof(Call)) == 0;
  }
};
static_assert(std::is_trivially_copyable_v<Call>);
static_assert(std::has_unique_object_representations_v<Pointer>);
static_assert(sizeof(Scalar) == 24 && sizeof(Pointer) == 16 && sizeof(Workspace) == 16 &&
              sizeof(Fill) == 8);
static_assert(sizeof(Call) == 72 + 10 * 8 + 2 * 24 + 4 * 16 + 16 + 8,
              "no hidden padding: calls are compared bytewise");

/// The API's legal call that is nearest to nothing: ops N, ColMajor, m = n = k = 1, tight ld, alpha
/// 1, beta 0; where it says them, the types of single precision and the default algorithm.
[[nodiscard]] Call baseline(Api api);

/// The value that an omitted `key` means in `call`: the tight ld or stride given the call's other
/// fields, the API's baseline for the rest. Only for keys that hold an integer (sizes, lds,
/// strides, enums, batchCount).
[[nodiscard]] std::int64_t default_integer(const Call& call, Key key);

/// Integer fields by key (sizes, lds, strides, enums, batchCount, ao, bo, guard). Precondition:
/// `holds_integer(key)`.
[[nodiscard]] bool holds_integer(Key key);
[[nodiscard]] std::int64_t get_integer(const Call& call, Key key);
/// Values beyond the field's own width are the caller's mistake (see `integer_range`).
void set_integer(Call& call, Key key, std::int64_t value);

struct IntegerRange {
  std::int64_t min;
  std::int64_t max;
};
/// What the parameter's C type can hold in this API: int32 for enums and LP64 sizes, int64 for
/// 64-bit sizes and for strides, 0..255 for Fortran character ops.
[[nodiscard]] IntegerRange integer_range(Api api, Key key);

/// Sets every ld (and stride) that the API has to its tight value for the call's present sizes, ops
/// and layout.
void set_tight(Call& call);

}  // namespace gemmcheck
