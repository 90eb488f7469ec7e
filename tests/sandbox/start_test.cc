// What cannot be started is one error that says what is wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "sandbox/support.h"

namespace gemmcheck::test {
namespace {

using testing::HasSubstr;

Error start_error(const LibrarySpec& spec, const SandboxOptions& options = worker_options()) {
  const auto sandbox = Sandbox::start(spec, options);
  EXPECT_FALSE(sandbox);
  return sandbox ? Error{ErrorCode::kInternal, ""} : sandbox.error();
}

TEST(Start, TellsWhatTheLibraryIs) {
  const auto sandbox = start_double();
  EXPECT_EQ(sandbox->library().name, "cblas");
  EXPECT_EQ(sandbox->library().apis, api_bit(Api::kDgemm) | api_bit(Api::kCblasDgemm));
  EXPECT_THAT(sandbox->library().path, HasSubstr("sandbox_double"));
  EXPECT_EQ(sandbox->restarts(), 0u);
}

TEST(Start, WithoutAWorkerProgramNamesIt) {
  SandboxOptions options = worker_options();
  options.worker = "/nonexistent/gemmcheck-worker";
  const Error error = start_error(double_spec(), options);
  EXPECT_EQ(error.code, ErrorCode::kInternal);
  EXPECT_THAT(error.message, HasSubstr("/nonexistent/gemmcheck-worker"));
}

TEST(Start, WithAProgramThatIsNoWorkerEnds) {
  SandboxOptions options = worker_options();
  options.worker = "/bin/true";
  EXPECT_THAT(start_error(double_spec(), options).message, HasSubstr("exit status 0"));
}

TEST(Start, WithoutTheLibraryHasTheLoadersWords) {
  LibrarySpec spec = double_spec();
  spec.path = "/nonexistent/libnone.so";
  const Error error = start_error(spec);
  EXPECT_EQ(error.code, ErrorCode::kUnusable);
  EXPECT_THAT(error.message, HasSubstr("cannot open shared object file"));
}

TEST(Start, OfALibraryThatDiesAtLoadingSaysHow) {
  setenv("GEMMCHECK_DOUBLE_START", "crash", 1);
  Error error = start_error(double_spec());
  EXPECT_EQ(error.code, ErrorCode::kUnusable);
  // A sanitizer makes an exit of it.
  EXPECT_THAT(error.message, testing::AnyOf(HasSubstr("signal 11"), HasSubstr("exit status 1")));
  setenv("GEMMCHECK_DOUBLE_START", "exit", 1);
  error = start_error(double_spec());
  EXPECT_EQ(error.code, ErrorCode::kUnusable);
  EXPECT_THAT(error.message, HasSubstr("exit status 7"));
  unsetenv("GEMMCHECK_DOUBLE_START");
}

TEST(Start, AnApiThatTheLibraryLacksIsNotMade) {
  const auto sandbox = start_double();
  const Observation seen = observe(*sandbox, baseline(Api::kSgemm));
  EXPECT_EQ(seen.outcome, Outcome::kNotMade);
  EXPECT_THAT(std::string(seen.text_view()), HasSubstr("no such function"));
}

}  // namespace
}  // namespace gemmcheck::test
