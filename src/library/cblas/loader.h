// A BLAS library loaded into this process: its Fortran and CBLAS gemm functions, called with
// arguments of any value. Worker side only.
#pragma once

#include <array>
#include <vector>

#include "call/call.h"
#include "call/error.h"
#include "library/info.h"
#include "library/spec.h"

namespace gemmcheck {

/// The pointers of a call. Scalars are already converted to the API's scalar type (float, double,
/// or a pair of them).
struct Arguments {
  const void* a = nullptr;
  const void* b = nullptr;
  void* c = nullptr;
  const void* alpha = nullptr;  ///< not null where the API takes the scalar by value
  const void* beta = nullptr;   ///< likewise (see takes_scalars_by_value)
};

/// True for the real CBLAS functions: a null scalar cannot be expressed there.
[[nodiscard]] bool takes_scalars_by_value(Api api);

/// Calls the function at `symbol` in the way that one kind of API takes its arguments.
using Invoke = void (*)(void* symbol, const Call&, const Arguments&);

/// Cheap to copy. The library stays loaded until the process ends (OpenBLAS and BLIS do not survive
/// being unloaded).
class CblasLibrary {
 public:
  /// Loads the library with RTLD_NOW | RTLD_LOCAL and looks up every API's symbol, spec.prefix +
  /// name + spec.suffix. kUnusable: the loader refuses it (the message carries its words), it has
  /// none of the symbols (the message names those looked for), or it tells that its integers are
  /// not spec.int_bits wide.
  [[nodiscard]] static Expected<CblasLibrary> load(const LibrarySpec& spec);

  const LibraryInfo& info() const { return info_; }
  bool has(Api api) const { return entries_[static_cast<std::size_t>(api)].invoke != nullptr; }

  /// Makes the call in this very thread. Preconditions: has(call.api); integers fit spec.int_bits.
  void call(const Call& call, const Arguments& arguments) const {
    const Entry& entry = entries_[static_cast<std::size_t>(call.api)];
    entry.invoke(entry.symbol, call, arguments);
  }

  /// Netlib's CBLAS notes in globals that a call is under way and reads them in its error handler;
  /// a jump out of that handler leaves them set. Puts them back to what they are at rest. To be
  /// called after every intercepted exit.
  void restore_after_exit() const;

 private:
  struct Entry {
    void* symbol = nullptr;
    Invoke invoke = nullptr;
  };

  std::array<Entry, kApiCount> entries_{};
  std::vector<int*> call_state_;
  LibraryInfo info_;
};

}  // namespace gemmcheck
