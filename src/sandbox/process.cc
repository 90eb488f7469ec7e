#include "sandbox/process.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstring>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "sandbox/protocol.h"

namespace gemmcheck {
namespace {

// One thread a library: what is under test is arguments, and a library's threads do not survive
// the fork of a life.
constexpr std::array<std::string_view, 5> kThreadSettings = {
    "OPENBLAS_NUM_THREADS=1", "GOTO_NUM_THREADS=1", "OMP_NUM_THREADS=1", "BLIS_NUM_THREADS=1",
    "MKL_NUM_THREADS=1"};

// For a worker to end its lives and what they have left behind.
constexpr std::chrono::microseconds kPatience = std::chrono::milliseconds(250);
constexpr std::chrono::microseconds kNap{200};

std::vector<std::string> worker_environment() {
  std::vector<std::string> environment;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    bool replaced = false;
    for (const std::string_view setting : kThreadSettings) {
      replaced |= text.starts_with(setting.substr(0, setting.size() - 1));
    }
    if (!replaced) environment.emplace_back(text);
  }
  for (const std::string_view setting : kThreadSettings) environment.emplace_back(setting);
  return environment;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  result.reserve(strings.size() + 1);
  for (std::string& string : strings) result.push_back(string.data());
  result.push_back(nullptr);
  return result;
}

// Takes the calling thread's present core out of its affinity while it lives: a spawned process
// inherits what is left, and would otherwise start, and stay for a while, on its parent's core.
class OffThisCore {
 public:
  explicit OffThisCore(bool wanted) {
    if (!wanted || sched_getaffinity(0, sizeof(saved_), &saved_) != 0 || CPU_COUNT(&saved_) < 2) {
      return;
    }
    cpu_set_t others = saved_;
    CPU_CLR(static_cast<unsigned>(sched_getcpu()), &others);
    changed_ = sched_setaffinity(0, sizeof(others), &others) == 0;
  }
  ~OffThisCore() {
    if (changed_) sched_setaffinity(0, sizeof(saved_), &saved_);
  }
  OffThisCore(const OffThisCore&) = delete;
  OffThisCore& operator=(const OffThisCore&) = delete;

 private:
  cpu_set_t saved_{};
  bool changed_ = false;
};

class FileActions {
 public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  posix_spawn_file_actions_t* get() { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

class Attributes {
 public:
  Attributes() { posix_spawnattr_init(&attributes_); }
  ~Attributes() { posix_spawnattr_destroy(&attributes_); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  posix_spawnattr_t* get() { return &attributes_; }

 private:
  posix_spawnattr_t attributes_;
};

int start(const std::string& program, const LibrarySpec& spec, int region_fd, int lifeline_fd,
          pid_t* pid) {
  FileActions actions;
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(actions.get(), standard, "/dev/null", O_RDWR, 0);
  }
  posix_spawn_file_actions_adddup2(actions.get(), region_fd, protocol::kRegionFd);
  posix_spawn_file_actions_adddup2(actions.get(), lifeline_fd, protocol::kLifelineFd);
  posix_spawn_file_actions_addclosefrom_np(actions.get(), protocol::kLifelineFd + 1);

  // A process group of its own: Ctrl-C at the terminal is the supervisor's to answer, and what the
  // library sends to its group does not reach the supervisor.
  Attributes attributes;
  sigset_t none;
  sigset_t all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setpgroup(attributes.get(), 0);
  posix_spawnattr_setsigmask(attributes.get(), &none);
  posix_spawnattr_setsigdefault(attributes.get(), &all);
  posix_spawnattr_setflags(attributes.get(),
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

  std::vector<std::string> arguments = {program,
                                        spec.name,
                                        spec.path,
                                        std::to_string(static_cast<int>(spec.dialect)),
                                        std::to_string(spec.int_bits),
                                        spec.prefix,
                                        spec.suffix};
  std::vector<std::string> environment = worker_environment();
  return posix_spawn(pid, program.c_str(), actions.get(), attributes.get(),
                     pointers(arguments).data(), pointers(environment).data());
}

}  // namespace

Expected<Process> Process::spawn(const std::string& program, const LibrarySpec& spec, int region_fd,
                                 bool other_core) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    return internal_error(std::string("cannot make a pipe: ") + std::strerror(errno));
  }
  Process process;
  process.lifeline_ = ends[1];
  // Clear of the descriptor numbers of the worker, so that the order of the moves does not matter.
  const int read_end = fcntl(ends[0], F_DUPFD_CLOEXEC, 10);
  close(ends[0]);
  if (read_end < 0) {
    return internal_error(std::string("cannot make a pipe: ") + std::strerror(errno));
  }
  int failure = 0;
  {
    const OffThisCore off_this_core(other_core);
    failure = start(program, spec, region_fd, read_end, &process.pid_);
  }
  close(read_end);
  if (failure != 0) {
    process.pid_ = -1;
    return internal_error("cannot start the worker program " + program + ": " +
                          std::strerror(failure));
  }
  return process;
}

Process::Process(Process&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)), lifeline_(std::exchange(other.lifeline_, -1)) {}

Process& Process::operator=(Process&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(lifeline_, other.lifeline_);
  return *this;
}

Process::~Process() {
  if (lifeline_ >= 0) dismiss();
}

std::optional<int> Process::ended() {
  if (pid_ < 0) return 0;
  int status = 0;
  if (waitpid(pid_, &status, WNOHANG) != pid_) return std::nullopt;
  pid_ = -1;
  return status;
}

void Process::dismiss() {
  close(std::exchange(lifeline_, -1));
  for (auto waited = kNap; waited < kPatience && !ended(); waited += kNap) {
    std::this_thread::sleep_for(kNap);
  }
  kill();
}

void Process::kill() {
  if (pid_ < 0) return;
  ::kill(pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
}

std::string default_worker() {
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof(path));
  std::string_view self(path, length > 0 ? static_cast<std::size_t>(length) : 0);
  return std::string(self.substr(0, self.rfind('/') + 1)) + "gemmcheck-worker";
}

int usable_cores() {
  cpu_set_t cores;
  return sched_getaffinity(0, sizeof(cores), &cores) == 0 ? CPU_COUNT(&cores) : 1;
}

std::string describe_end(int status) {
  if (WIFSIGNALED(status)) {
    return "signal " + std::to_string(WTERMSIG(status)) + " (" + strsignal(WTERMSIG(status)) + ")";
  }
  return "exit status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace gemmcheck
