// The worker program: loads one library and makes the calls that come through shared memory.
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

#include "worker/parent.h"

namespace gemmcheck {
namespace {

constexpr int kArguments = 7;

template <std::size_t N>
void store(std::string_view text, char (&to)[N]) {
  to[text.copy(to, N - 1)] = '\0';
}

int read_int(std::string_view text) {
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

LibrarySpec read_spec(char** arguments) {
  LibrarySpec spec;
  spec.name = arguments[1];
  spec.path = arguments[2];
  spec.dialect = static_cast<Dialect>(read_int(arguments[3]));
  spec.int_bits = read_int(arguments[4]);
  spec.prefix = arguments[5];
  spec.suffix = arguments[6];
  return spec;
}

void report(const Error& error, protocol::Handshake& handshake) {
  handshake.error_code = static_cast<int>(error.code);
  store(error.message, handshake.error);
  change(handshake.state, protocol::kFailed);
}

void report(const LibraryInfo& info, protocol::Handshake& handshake) {
  store(info.name, handshake.name);
  store(info.version, handshake.version);
  store(info.build, handshake.build);
  store(info.core, handshake.core);
  store(info.path, handshake.path);
  handshake.dialect = static_cast<std::uint8_t>(info.dialect);
  handshake.apis = info.apis;
  change(handshake.state, protocol::kReady);
}

// Whether the supervisor is gone: its end of the lifeline is closed then.
bool is_orphan() {
  pollfd lifeline{protocol::kLifelineFd, POLLIN, 0};
  return poll(&lifeline, 1, 0) != 0;
}

Expected<int> work(const LibrarySpec& spec, const Region& region) {
  auto descriptors = FdCapture::start();
  if (!descriptors) return tl::make_unexpected(descriptors.error());
  auto stream = StreamCapture::start();
  if (!stream) return tl::make_unexpected(stream.error());
  // A library that hangs while it is loaded does not see the supervisor go. Later the parent does,
  // and the thread that started this process may end before it.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (is_orphan()) return 0;  // since before that
  auto library = CblasLibrary::load(spec);
  if (!library) return tl::make_unexpected(library.error());
  auto memory = OperandMemory::create();
  if (!memory) return tl::make_unexpected(memory.error());
  warm_up(*library);
  (*stream)->take();
  (*descriptors)->take();
  prctl(PR_SET_PDEATHSIG, 0);
  report(library->info(), region.header().handshake);
  return Parent({*library, region, *memory, **stream, **descriptors}).run();
}

}  // namespace
}  // namespace gemmcheck

int main(int count, char** arguments) {
  using namespace gemmcheck;
  if (count != kArguments || fcntl(protocol::kRegionFd, F_GETFD) < 0) {
    std::fputs("gemmcheck-worker is started by gemmcheck, not by hand\n", stderr);
    return static_cast<int>(ErrorCode::kBadInput);
  }
  const Expected<Region> region = Region::open(protocol::kRegionFd);
  if (!region) return static_cast<int>(ErrorCode::kInternal);
  // A library that crashes is an ordinary event here.
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const Expected<int> worked = work(read_spec(arguments), *region);
  if (!worked) report(worked.error(), region->header().handshake);
  // Not by way of the library's own exit handlers.
  _exit(worked ? *worked : static_cast<int>(ErrorCode::kInternal));
}
