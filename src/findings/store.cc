#include "findings/store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>
#include <utility>

#include "call/text.h"
#include "findings/comment.h"

namespace gemmcheck {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTemporary = ".tmp-";
constexpr std::string_view kLock = ".lock";
constexpr std::string_view kState = ".state";

std::string why(const std::string& path, int error) {
  return fmt::format("{}: {}", path, std::strerror(error));
}

tl::unexpected<Error> fail(const std::string& path, int error) {
  return internal_error(why(path, error));
}

// A new folder under a name that no other process or thread uses. Not mkdtemp: its folders are
// closed to everyone else.
Expected<std::string> make_temporary(const std::string& folder) {
  for (unsigned number = 0;; ++number) {
    std::string path = fmt::format("{}/{}{}-{}", folder, kTemporary, getpid(), number);
    if (mkdir(path.c_str(), 0777) == 0) return path;
    if (errno != EEXIST) return fail(folder, errno);
  }
}

Expected<void> write_file(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "wxe");
  if (file == nullptr) return fail(path, errno);
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const int error = errno;
  if (std::fclose(file) != 0 || !written) return fail(path, written ? errno : error);
  return {};
}

// Removes what a name stands for that no other thread can have taken over.
void remove_all(const std::string& path) {
  std::error_code ignored;
  fs::remove_all(path, ignored);
}

// Puts `fresh` where `place` is, or will be, and removes what was there. At no time is there half a
// folder at `place`; without it only on file systems that cannot exchange names. Once `fresh` has
// been moved its name is free, and may be another thread's in the next moment.
int put_in_place(const std::string& fresh, const std::string& place) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    if (std::rename(fresh.c_str(), place.c_str()) == 0) return 0;
    if (errno != ENOTEMPTY && errno != EEXIST && errno != ENOTDIR) return errno;
    if (renameat2(AT_FDCWD, fresh.c_str(), AT_FDCWD, place.c_str(), RENAME_EXCHANGE) == 0) {
      remove_all(fresh);
      return 0;
    }
    if (errno == EINVAL || errno == ENOSYS) {
      const std::string aside = fresh + "-old";
      if (std::rename(place.c_str(), aside.c_str()) != 0 && errno != ENOENT) return errno;
      remove_all(aside);
    } else if (errno != ENOENT) {  // ENOENT: the old one has just gone
      return errno;
    }
  }
  return EBUSY;
}

bool is_complete(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder / "call.txt", ignored) &&
         fs::is_regular_file(folder / "finding.json", ignored) &&
         (fs::is_regular_file(folder / "reproducer.c", ignored) ||
          fs::is_regular_file(folder / "reproducer.cc", ignored));
}

// The lock, or why not. A run that was killed takes a moment to be gone.
int take(int lock) {
  constexpr int kAttempts = 50;
  constexpr std::chrono::milliseconds kPause{20};
  for (int attempt = 0;; ++attempt) {
    if (flock(lock, LOCK_EX | LOCK_NB) == 0) return 0;
    if (errno != EWOULDBLOCK || attempt == kAttempts) return errno;
    std::this_thread::sleep_for(kPause);
  }
}

std::string call_text(const Finding& finding) {
  std::string lines;
  for (const Call& call : finding.stage) lines += print_call(call) + " \\\n";
  return comment_lines("# ", fmt::format("{}\nexpected: {}\nobserved: {}\n{}", finding.signature,
                                         expected_text(finding), observed_text(finding),
                                         explanation_text(finding))) +
         lines + print_call(finding.call) + "\n";
}

}  // namespace

Expected<Store> Store::open(std::string folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return bad_input(why(folder, error.value()));
  // Creating the lock also tells whether the folder can be written, which access(2) would not: the
  // file system may be read-only, the path a file.
  const std::string path = fmt::format("{}/{}", folder, kLock);
  const int lock = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock < 0) return bad_input(why(folder, errno));
  Store store(std::move(folder), lock);
  if (const int error = take(lock); error == EWOULDBLOCK) {
    return bad_input(store.folder_ + ": another run writes to this folder");
  } else if (error != 0) {
    return bad_input(why(path, error));
  }
  const auto probe = make_temporary(store.folder_);
  if (!probe) return bad_input(probe.error().message);
  store.sweep();
  return store;
}

Store::Store(Store&& other) noexcept
    : folder_(std::move(other.folder_)), lock_(std::exchange(other.lock_, -1)) {}

Store& Store::operator=(Store&& other) noexcept {
  std::swap(folder_, other.folder_);
  std::swap(lock_, other.lock_);
  return *this;
}

Store::~Store() {
  if (lock_ >= 0) close(lock_);
}

// Temporary folders and files of runs that are no more: nobody else holds the lock.
void Store::sweep() const {
  std::error_code ignored;
  std::vector<fs::path> left;
  for (fs::directory_iterator at(folder_, ignored), end; !ignored && at != end;
       at.increment(ignored)) {
    if (at->path().filename().string().starts_with(kTemporary)) left.push_back(at->path());
  }
  for (const fs::path& path : left) fs::remove_all(path, ignored);
}

Expected<void> Store::keep_state(const std::string& text) const {
  const auto fresh = make_temporary(folder_);
  if (!fresh) return tl::make_unexpected(fresh.error());
  const std::string file = *fresh + "/state";
  const std::string place = fmt::format("{}/{}", folder_, kState);
  auto written = write_file(file, text);
  if (written && std::rename(file.c_str(), place.c_str()) != 0) written = fail(place, errno);
  remove_all(*fresh);
  return written;
}

Expected<std::optional<std::string>> Store::state() const {
  const std::string place = fmt::format("{}/{}", folder_, kState);
  std::error_code error;
  if (!fs::exists(place, error)) return std::nullopt;
  if (!fs::is_regular_file(place, error)) return bad_input(place + ": is no file");
  std::ifstream file(place, std::ios::binary);
  if (!file) return bad_input(why(place, errno));
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (file.bad()) return bad_input(why(place, EIO));
  return text;
}

Expected<std::string> Store::write(const Finding& finding, const std::string& finding_json,
                                   const std::string& reproducer) const {
  const auto fresh = make_temporary(folder_);
  if (!fresh) return tl::make_unexpected(fresh.error());
  const std::string place = fmt::format("{}/{}", folder_, short_hash(finding.signature));

  const auto written =
      write_file(*fresh + "/call.txt", call_text(finding))
          .and_then([&] { return write_file(*fresh + "/finding.json", finding_json); })
          .and_then([&] { return write_file(*fresh + "/reproducer.c", reproducer); });
  const int error = written ? put_in_place(*fresh, place) : 0;
  if (!written || error != 0) remove_all(*fresh);
  if (!written) return tl::make_unexpected(written.error());
  if (error != 0) return fail(place, error);
  return place;
}

Expected<std::vector<std::string>> Store::folders() const {
  std::vector<std::string> folders;
  std::error_code error;
  for (fs::directory_iterator at(folder_, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (!name.starts_with('.') && is_complete(at->path())) folders.push_back(at->path().string());
  }
  if (error) return bad_input(why(folder_, error.value()));
  std::ranges::sort(folders);
  return folders;
}

}  // namespace gemmcheck
