// Calls made on a real library in a separate process. The supervisor (this class) never loads the
// library; a death there costs no case here.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "call/api.h"
#include "call/call.h"
#include "call/error.h"
#include "call/observation.h"
#include "library/info.h"
#include "library/spec.h"

namespace gemmcheck {

struct SandboxOptions {
  std::string worker;  ///< path of the worker program; "": beside this executable
  std::chrono::milliseconds deadline{
      2000};        ///< a call that takes longer is killed and observed as kHang
  int batch = 256;  ///< calls a batch
  bool pin = true;  ///< worker on another core than the supervisor where there are two
};

/// Which processes calls share.
enum class Lives {
  kShared,  ///< with whatever was called before; a life ends only with a death
  kOne,     ///< a new life for all of them (a death starts another)
  kOwn,     ///< a life for each
};

class Sandbox {
 public:
  /// Starts a worker and loads the library. kUnusable with the loader's own words if that fails.
  [[nodiscard]] static Expected<std::unique_ptr<Sandbox>> start(const LibrarySpec& spec,
                                                                const SandboxOptions& options);
  virtual ~Sandbox() = default;

  [[nodiscard]] virtual const LibraryInfo& library() const = 0;

  /// Makes each call in order; observations.size() == calls.size().
  [[nodiscard]] virtual Expected<void> observe(std::span<const Call> calls,
                                               std::span<Observation> observations,
                                               Lives lives = Lives::kShared) = 0;

  /// Streams: `fill` writes up to calls.size() calls and returns how many (0 ends the stream);
  /// where it sets own_life[i] to 1 the call gets a life of its own (the library may do anything to
  /// it). `take` gets every batch back in order, with the supervisor's own copy of the calls, and
  /// returns false to stop early. Supervisor and worker are at work at the same time.
  using Fill = std::function<std::size_t(std::span<Call> calls, std::span<std::uint8_t> own_life)>;
  using Take =
      std::function<bool(std::span<const Call> calls, std::span<const Observation> observations)>;
  [[nodiscard]] virtual Expected<void> stream(const Fill& fill, const Take& take) = 0;

  /// Lives that ended by a death, hang or exit so far.
  [[nodiscard]] virtual std::uint64_t restarts() const = 0;
};

}  // namespace gemmcheck
