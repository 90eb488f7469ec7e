// Nothing is asserted while the output is caught: a failure would print into the capture.
#include "library/capture.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <vector>

namespace gemmcheck {
namespace {

struct Kept {
  bool pending;
  std::string text;
  std::uint64_t dropped;
  std::string tail;
  bool pending_after;
};

template <typename Capture>
Kept take(Capture& capture) {
  const bool pending = capture.pending();
  const Captured captured = capture.take();
  return {pending, std::string(captured.text), captured.dropped, std::string(captured.tail),
          capture.pending()};
}

void write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

TEST(StreamCapture, TakesBothStreamsInOrderAndForgets) {
  std::vector<Kept> kept;
  {
    auto capture = StreamCapture::start();
    ASSERT_TRUE(capture);
    kept.push_back(take(**capture));
    std::fprintf(stderr, "to stderr %d\n", 1);
    std::printf("to stdout %d\n", 2);
    kept.push_back(take(**capture));
    std::puts("puts");
    kept.push_back(take(**capture));
  }
  EXPECT_FALSE(kept[0].pending);
  EXPECT_EQ(kept[0].text, "");
  EXPECT_TRUE(kept[1].pending);
  EXPECT_EQ(kept[1].text, "to stderr 1\nto stdout 2\n");
  EXPECT_FALSE(kept[1].pending_after);
  EXPECT_EQ(kept[2].text, "puts\n");
}

TEST(StreamCapture, KeepsHeadAndTailOfEndlessTextAndRecovers) {
  constexpr std::size_t kLines = 50000;
  std::vector<Kept> kept;
  {
    auto capture = StreamCapture::start();
    ASSERT_TRUE(capture);
    for (std::size_t i = 0; i < kLines; ++i) std::fputs("a line of twenty-six bytes\n", stderr);
    std::fputs("the end", stderr);
    kept.push_back(take(**capture));
    std::fputs("after", stdout);
    kept.push_back(take(**capture));
    for (std::size_t i = 0; i < kKeptText; ++i) std::fputc('x', stderr);
    std::fputs("few ", stderr);
    std::fflush(stderr);
    std::fputs("more", stderr);
    kept.push_back(take(**capture));
  }
  EXPECT_EQ(kept[0].text.size(), kKeptText);
  EXPECT_EQ(kept[0].text.substr(0, 54), "a line of twenty-six bytes\na line of twenty-six bytes\n");
  EXPECT_EQ(kept[0].text.size() + kept[0].dropped, kLines * 27 + 7);
  EXPECT_EQ(kept[0].tail.size(), kKeptTail);
  EXPECT_EQ(kept[0].tail.substr(kKeptTail - 14), " bytes\nthe end");
  EXPECT_EQ(kept[1].text, "after");
  EXPECT_EQ(kept[1].dropped, 0u);
  EXPECT_EQ(kept[1].tail, "");
  EXPECT_EQ(kept[2].tail, "few more");
}

TEST(StreamCapture, ALibraryMayChangeTheBuffering) {
  Kept kept;
  char buffer[16];
  {
    auto capture = StreamCapture::start();
    ASSERT_TRUE(capture);
    std::setvbuf(stdout, nullptr, _IONBF, 0);
    std::printf("unbuffered ");
    std::setvbuf(stderr, buffer, _IOFBF, sizeof buffer);
    std::fprintf(stderr, "and in a small buffer");
    kept = take(**capture);
  }
  EXPECT_TRUE(kept.pending);
  EXPECT_EQ(kept.text, "unbuffered and in a small buffer");
}

TEST(StreamCapture, GivesTheStreamsBack) {
  std::FILE* const out = stdout;
  std::FILE* const err = stderr;
  bool replaced = false;
  {
    auto capture = StreamCapture::start();
    ASSERT_TRUE(capture);
    replaced = stdout != out && stderr != err && stdout == stderr;
  }
  EXPECT_TRUE(replaced);
  EXPECT_EQ(stdout, out);
  EXPECT_EQ(stderr, err);
}

TEST(FdCapture, TakesDirectWritesToBothDescriptors) {
  std::vector<Kept> kept;
  std::size_t written = 0;
  {
    auto capture = FdCapture::start();
    ASSERT_TRUE(capture);
    kept.push_back(take(**capture));
    write_all(1, "one ");
    write_all(2, "two");
    written = (*capture)->written();
    kept.push_back(take(**capture));
    write_all(2, "three");
    kept.push_back(take(**capture));
    kept.push_back(take(**capture));
  }
  EXPECT_FALSE(kept[0].pending);
  EXPECT_EQ(written, 7u);
  EXPECT_TRUE(kept[1].pending);
  EXPECT_EQ(kept[1].text, "one two");
  EXPECT_FALSE(kept[1].pending_after);
  EXPECT_EQ(kept[2].text, "three");
  EXPECT_EQ(kept[3].text, "");
}

TEST(FdCapture, EndlessOutputMeetsAnEnd) {
  const std::string megabyte(std::size_t{1} << 20, 'x');
  std::vector<Kept> kept;
  ssize_t beyond = 0;
  {
    auto capture = FdCapture::start();
    ASSERT_TRUE(capture);
    for (int i = 0; i < 3; ++i) write_all(1, megabyte);
    beyond = ::write(2, "x", 1);
    kept.push_back(take(**capture));
    write_all(1, "after");
    kept.push_back(take(**capture));
    write_all(1, std::string(kKeptText + 100000, 'x') + "the end");
    kept.push_back(take(**capture));
  }
  EXPECT_EQ(kept[2].tail.size(), kKeptTail);
  EXPECT_EQ(kept[2].tail.substr(kKeptTail - 8), "xthe end");
  EXPECT_EQ(kept[0].text.size(), kKeptText);
  EXPECT_EQ(kept[0].text.size() + kept[0].dropped, FdCapture::kRoom);
  EXPECT_EQ(beyond, -1);
  EXPECT_EQ(kept[1].text, "after");
}

TEST(FdCapture, AMovedPositionDoesNoHarm) {
  Kept kept;
  std::size_t written = 0;
  {
    auto capture = FdCapture::start();
    ASSERT_TRUE(capture);
    ::lseek(1, off_t{1} << 40, SEEK_SET);
    written = (*capture)->written();
    (*capture)->take();
    write_all(1, "after");
    kept = take(**capture);
  }
  EXPECT_EQ(written, FdCapture::kRoom);
  EXPECT_EQ(kept.text, "after");
}

}  // namespace
}  // namespace gemmcheck
