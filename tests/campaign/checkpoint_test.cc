#include "campaign/checkpoint.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "call/text.h"

namespace gemmcheck {
namespace {

LibraryInfo library() {
  LibraryInfo info;
  info.name = "pretended";
  info.version = "1.0";
  info.path = "/lib/pretended.so";
  return info;
}

CampaignOptions options() {
  CampaignOptions options;
  options.cases = 1'000'000;
  return options;
}

std::string identity(const CampaignOptions& campaign = options()) {
  return run_identity(campaign, library(), netlib_contract());
}

Hit hit_of(const char* line, std::uint64_t index, std::uint64_t count) {
  return {parse_call(line).value(), index, count};
}

CoarseKey key_of(Api api, Kind kind, std::uint8_t clause) {
  return {.api = api,
          .kind = kind,
          .clause = clause,
          .predicted = kRefused,
          .observed = kAccepted,
          .operand = Operand::kC,
          .reported = Key::kNone,
          .code = 11,
          .effect = kEffectOutsideWrite};
}

RunState some_state() {
  RunState state(netlib_contract());
  for (const std::uint64_t chunk : {0, 1, 2, 5, 7}) state.done.add(chunk);
  state.tally.counts = {1, 2, 3, 4, 5};
  for (const char* line : {"dgemm_ m=3 lda=2", "cblas_sgemm m=-1 n=-1", "dgemm_ m=2 n=4"}) {
    const Call call = parse_call(line).value();
    state.tally.coverage.add(call, predict(call));
  }
  state.tally.add({key_of(Api::kDgemm, Kind::kStatus, 3), nullptr},
                  hit_of("dgemm_ m=3 lda=2 alpha=nan", 17, 4));
  state.tally.add({key_of(Api::kCblasSgemm, Kind::kCrash, kNoClause), nullptr},
                  hit_of("cblas_sgemm layout=RowMajor A=null", 99, 1));
  return state;
}

Expected<RunState> parsed(const std::string& text, const std::string& id = identity()) {
  return parse_checkpoint(text, id, Lists{}, library(), netlib_contract());
}

TEST(CheckpointTest, ReadsBackWhatItWrote) {
  const std::string text = checkpoint_text(identity(), some_state());
  const auto state = parsed(text);
  ASSERT_TRUE(state) << state.error().message;
  EXPECT_EQ(checkpoint_text(identity(), *state), text);
  EXPECT_EQ(state->done.frontier, 3u);
  EXPECT_EQ(state->tally.hits.size(), 2u);
  EXPECT_EQ(state->tally.coverage.summary().violated_alone,
            some_state().tally.coverage.summary().violated_alone);
}

TEST(CheckpointTest, HalfAFileIsNone) {
  const std::string text = checkpoint_text(identity(), some_state());
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_FALSE(parsed(text.substr(0, size))) << size;
  }
  EXPECT_FALSE(parsed(text + "end\n"));
}

TEST(CheckpointTest, NamesWhatDiffersInAnotherRun) {
  const std::string text = checkpoint_text(identity(), some_state());
  CampaignOptions other = options();
  other.seed = 8;
  const auto state = parsed(text, identity(other));
  ASSERT_FALSE(state);
  EXPECT_EQ(state.error().code, ErrorCode::kBadInput);
  EXPECT_NE(state.error().message.find("\"seed 1\", this one \"seed 8\""), std::string::npos)
      << state.error().message;
}

TEST(CheckpointTest, EveryOptionThatMattersIsPartOfTheIdentity) {
  std::vector<CampaignOptions> others(6, options());
  others[0].seed = 2;
  others[1].cases = 999;
  others[2].shards = 2;
  others[3].apis = api_bit(Api::kDgemm);
  others[4].only = Pattern::parse("m=0").value();
  others[5].cases.reset();
  for (const CampaignOptions& other : others) EXPECT_NE(identity(other), identity());
  LibraryInfo newer = library();
  newer.version = "1.1";
  EXPECT_NE(run_identity(options(), newer, netlib_contract()), identity());
}

// Whatever stands in the file: it is read or refused, and what is read can be written.
RC_GTEST_PROP(CheckpointPropertyTest, AChangedByteDoesNoHarm, ()) {
  std::string text = checkpoint_text(identity(), some_state());
  const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
  text[at] = *rc::gen::element('0', '9', '-', ' ', '\n', 'x', '\0');
  if (const auto state = parsed(text)) {
    RC_ASSERT(parsed(checkpoint_text(identity(), *state)).has_value());
  }
}

}  // namespace
}  // namespace gemmcheck
