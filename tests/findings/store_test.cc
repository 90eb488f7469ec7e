#include "findings/store.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>

#include "call/text.h"
#include "samples.h"

namespace gemmcheck {
namespace {

namespace fs = std::filesystem;

Finding sample() {
  Finding finding = finding_of(Kind::kStatus, "dgemm_ m=0 lda=0", "/lib/libblas.so");
  finding.observation.text[0] = '\n';
  return finding;
}

Store open(const std::string& path) {
  auto store = Store::open(path);
  if (!store) throw std::runtime_error(store.error().message);
  return std::move(*store);
}

// But for the lock.
int entries_in(const std::string& path) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator(path)) {
    count += entry.path().filename() == ".lock" ? 0 : 1;
  }
  return count;
}

// Files of this process cannot grow beyond some bytes, as on a full disk.
class SmallFiles {
 public:
  explicit SmallFiles(rlim_t bytes) {
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallFiles() { setrlimit(RLIMIT_FSIZE, &before_); }
  SmallFiles(const SmallFiles&) = delete;
  SmallFiles& operator=(const SmallFiles&) = delete;

 private:
  rlimit before_{};
};

TEST(StoreTest, WritesWholeFolders) {
  const Folder folder;
  const Store store = open(folder.path("a/b"));
  const auto place = store.write(sample(), "{}\n", "int main;\n");
  ASSERT_TRUE(place.has_value()) << place.error().message;
  EXPECT_EQ(*place, folder.path("a/b/" + short_hash(sample().signature)));
  EXPECT_EQ(read_text(*place + "/finding.json"), "{}\n");
  EXPECT_EQ(read_text(*place + "/reproducer.c"), "int main;\n");
  EXPECT_EQ(*store.folders(), std::vector{*place});
  EXPECT_EQ(entries_in(store.folder()), 1);

  struct stat status {};
  ASSERT_EQ(stat(place->c_str(), &status), 0);
  const mode_t mask = umask(0);
  umask(mask);
  EXPECT_EQ(status.st_mode & 0777, 0777 & ~mask);
}

TEST(StoreTest, CallFileIsReadAsTheCall) {
  const Folder folder;
  const auto place = open(folder.path()).write(sample(), "", "");
  ASSERT_TRUE(place.has_value());
  const std::string text = read_text(*place + "/call.txt");
  const auto entries = parse_entries(text);
  ASSERT_TRUE(entries.has_value()) << text;
  ASSERT_EQ(entries->size(), 1u);
  EXPECT_EQ((*entries)[0].calls.back(), sample().call);
  EXPECT_NE(text.find("# expected: refused, lda\n# observed: accepted\n# lda = 0"),
            std::string::npos)
      << text;
}

TEST(StoreTest, ReplacesAnOlderFinding) {
  const Folder folder;
  const Store store = open(folder.path());
  ASSERT_TRUE(store.write(sample(), "old", "old").has_value());
  const auto place = store.write(sample(), "new", "new");
  ASSERT_TRUE(place.has_value()) << place.error().message;
  EXPECT_EQ(read_text(*place + "/finding.json"), "new");
  EXPECT_EQ(entries_in(folder.path()), 1);
}

TEST(StoreTest, HalfWrittenFoldersAreNoFindings) {
  const Folder folder;
  const Store store = open(folder.path());
  const auto place = store.write(sample(), "", "");
  ASSERT_TRUE(place.has_value());
  for (const char* name : {".tmp-1", "incomplete", "only-a-call"})
    fs::create_directory(folder.path(name));
  for (const char* file : {"call.txt", "finding.json", "reproducer.c"})
    fs::copy(*place + "/" + file, folder.path(".tmp-1/") + file);
  fs::copy(*place + "/call.txt", folder.path("only-a-call/call.txt"));
  folder.write("a-file", "");
  EXPECT_EQ(*store.folders(), std::vector{*place});
  fs::rename(*place + "/reproducer.c", *place + "/reproducer.cc");
  EXPECT_EQ(*store.folders(), std::vector{*place});
}

TEST(StoreTest, AFolderIsWholeWheneverItIsThere) {
  const Folder folder;
  const Store store = open(folder.path());
  const std::string place = folder.path(short_hash(sample().signature));
  ASSERT_TRUE(store.write(sample(), "0", "0").has_value());
  std::atomic<bool> done{false};
  std::atomic<int> broken{0};
  std::thread reader([&] {
    while (!done) {
      if (!fs::exists(place + "/reproducer.c") || !fs::exists(place + "/call.txt")) ++broken;
    }
  });
  std::thread other([&] {
    for (int i = 0; i < 50; ++i) (void)store.write(sample(), "a", "a");
  });
  int failed = 0;
  for (int i = 0; i < 50; ++i) failed += store.write(sample(), "b", "b") ? 0 : 1;
  other.join();
  done = true;
  reader.join();
  EXPECT_EQ(broken, 0);
  EXPECT_EQ(failed, 0);
  EXPECT_EQ(entries_in(folder.path()), 1);
}

TEST(StoreTest, AFullDiskHurtsNothingThatWasThere) {
  const Folder folder;
  const Store store = open(folder.path());
  const auto place = store.write(sample(), "{}", "");
  ASSERT_TRUE(place.has_value());
  ASSERT_TRUE(store.keep_state("before").has_value());
  {
    const SmallFiles full(1000);
    Finding other = sample();
    other.signature += "/other";
    const auto failed = store.write(other, std::string(2000, ' '), "");
    ASSERT_FALSE(failed.has_value());
    EXPECT_EQ(failed.error().code, ErrorCode::kInternal);
    EXPECT_EQ(store.keep_state(std::string(2000, ' ')).error().code, ErrorCode::kInternal);
  }
  EXPECT_EQ(*store.folders(), std::vector{*place});
  EXPECT_EQ(read_text(*place + "/finding.json"), "{}");
  EXPECT_EQ(*store.state(), "before");
  EXPECT_EQ(entries_in(folder.path()), 2) << "nothing half-written is left";
}

TEST(StoreTest, OneRunAtATimeWritesToAFolder) {
  const Folder folder;
  {
    const Store store = open(folder.path());
    const auto second = Store::open(folder.path());
    ASSERT_FALSE(second.has_value());
    EXPECT_EQ(second.error().code, ErrorCode::kBadInput);
    EXPECT_NE(second.error().message.find("another run"), std::string::npos);
  }
  EXPECT_TRUE(Store::open(folder.path()).has_value());
}

TEST(StoreTest, KeepsTheLastState) {
  const Folder folder;
  const Store store = open(folder.path());
  EXPECT_EQ(*store.state(), std::nullopt);
  ASSERT_TRUE(store.keep_state("one").has_value());
  ASSERT_TRUE(store.keep_state("two").has_value());
  EXPECT_EQ(*store.state(), "two");
  fs::remove(folder.path(".state"));
  fs::create_directory(folder.path(".state"));
  EXPECT_EQ(store.state().error().code, ErrorCode::kBadInput);
  EXPECT_EQ(store.keep_state("three").error().code, ErrorCode::kInternal);
  fs::remove(folder.path(".state"));
  EXPECT_TRUE(store.folders()->empty());
}

TEST(StoreTest, SweepsUpAfterAKilledRun) {
  const Folder folder;
  fs::create_directory(folder.path(".tmp-17-0"));
  folder.write(".tmp-17-0/call.txt", "half");
  const Store store = open(folder.path());
  EXPECT_EQ(entries_in(folder.path()), 0);
}

TEST(StoreTest, CallsThatSetTheStageStandBefore) {
  const Folder folder;
  Finding finding = sample();
  finding.stage = {parse_call("dgemm_ k=0").value(), parse_call("sgemm_").value()};
  const auto place = open(folder.path()).write(finding, "", "");
  ASSERT_TRUE(place.has_value());
  const auto entries = parse_entries(read_text(*place + "/call.txt"));
  ASSERT_TRUE(entries.has_value());
  ASSERT_EQ(entries->size(), 1u);
  EXPECT_EQ((*entries)[0].calls, (std::vector{finding.stage[0], finding.stage[1], finding.call}));
}

// The name of a temporary folder that was moved away is free for another thread at once.
TEST(StoreTest, ThreadsDoNotRemoveEachOthersFiles) {
  const Folder folder;
  const Store store = open(folder.path());
  constexpr int kThreads = 4;
  constexpr int kEach = 200;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&store, thread] {
      for (int i = 0; i < kEach; ++i) {
        Finding finding = sample();
        finding.signature = std::to_string(thread) + "/" + std::to_string(i);
        (void)store.write(finding, "{}", "");
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(store.folders()->size(), static_cast<std::size_t>(kThreads * kEach));
}

TEST(StoreTest, UnusableFoldersAreBadInput) {
  const Folder folder;
  const std::string file = folder.write("file", "");
  for (const std::string& path : {file, file + "/below", std::string("/proc/gemmcheck")}) {
    const auto store = Store::open(path);
    ASSERT_FALSE(store.has_value()) << path;
    EXPECT_EQ(store.error().code, ErrorCode::kBadInput);
    EXPECT_TRUE(store.error().message.starts_with(path + ": ")) << store.error().message;
  }
}

TEST(StoreTest, AFolderThatVanishesIsAnError) {
  const Folder folder;
  const Store store = open(folder.path("out"));
  fs::remove_all(folder.path("out"));
  EXPECT_EQ(store.write(sample(), "", "").error().code, ErrorCode::kInternal);
  EXPECT_EQ(store.folders().error().code, ErrorCode::kBadInput);
  // A file where the finding is to be is replaced like an older finding.
  fs::create_directory(folder.path("out"));
  folder.write("out/" + short_hash(sample().signature), "");
  EXPECT_TRUE(store.write(sample(), "", "").has_value());
  EXPECT_EQ(store.folders()->size(), 1u);
}

}  // namespace
}  // namespace gemmcheck
