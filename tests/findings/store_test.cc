#include "findings/store.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>

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
  return *store;
}

int entries_in(const std::string& path) {
  int count = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(path)) ++count;
  return count;
}

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
  EXPECT_EQ(store.write(sample(), "", "").error().code, ErrorCode::kBadInput);
  EXPECT_EQ(store.folders().error().code, ErrorCode::kBadInput);
  // A file where the finding is to be is replaced like an older finding.
  fs::create_directory(folder.path("out"));
  folder.write("out/" + short_hash(sample().signature), "");
  EXPECT_TRUE(store.write(sample(), "", "").has_value());
  EXPECT_EQ(store.folders()->size(), 1u);
}

}  // namespace
}  // namespace gemmcheck
