#include "contract/numbering.h"

#include <gtest/gtest.h>

#include <set>

#include "call/text.h"
#include "contract/calls.h"
#include "contract/predict.h"

namespace gemmcheck {
namespace {

Call row_major() {
  Call call = testing::product(Api::kCblasDgemm);
  call.layout = 101;
  return call;
}

TEST(Schemes, NumberAColumnMajorCall) {
  const Call call = testing::product(Api::kCblasDgemm);
  EXPECT_EQ(number_of(call, Scheme::kCblas, Key::kLayout), 1);
  EXPECT_EQ(number_of(call, Scheme::kCblas, Key::kLda), 9);
  EXPECT_EQ(number_of(call, Scheme::kCblas, Key::kLdc), 14);
  EXPECT_EQ(number_of(call, Scheme::kFortran, Key::kTransa), 1);
  EXPECT_EQ(number_of(call, Scheme::kFortran, Key::kLda), 8);
  EXPECT_EQ(number_of(call, Scheme::kFortran, Key::kLdb), 10);
  EXPECT_EQ(number_of(call, Scheme::kFortran, Key::kLayout), std::nullopt);
  EXPECT_EQ(number_of(call, Scheme::kFortranOfSwappedCall, Key::kLda), 8);
  EXPECT_EQ(number_of(call, Scheme::kFortranOfSwappedCall, Key::kLayout), 0);
}

TEST(Schemes, SeeARowMajorCallThroughTheSwap) {
  const Call call = row_major();
  EXPECT_EQ(number_of(call, Scheme::kCblas, Key::kLda), 9);
  EXPECT_EQ(number_of(call, Scheme::kFortran, Key::kLda), 8);
  EXPECT_EQ(number_of(call, Scheme::kFortranOfSwappedCall, Key::kLda), 10);
  EXPECT_EQ(number_of(call, Scheme::kFortranOfSwappedCall, Key::kLdb), 8);
  EXPECT_EQ(number_of(call, Scheme::kFortranOfSwappedCall, Key::kTransa), 2);
  EXPECT_EQ(number_of(call, Scheme::kFortranOfSwappedCall, Key::kM), 4);
  EXPECT_EQ(number_of(call, Scheme::kFortranOfSwappedCall, Key::kA), 9);
  EXPECT_EQ(number_of(call, Scheme::kFortranOfSwappedCall, Key::kLdc), 13);
  EXPECT_EQ(parameter_of(call, Scheme::kFortranOfSwappedCall, 8), Key::kLdb);
  EXPECT_EQ(parameter_of(call, Scheme::kFortranOfSwappedCall, 3), Key::kN);
  EXPECT_EQ(parameter_of(call, Scheme::kFortranOfSwappedCall, 0), Key::kLayout);
}

TEST(Schemes, TranslateBothWaysForEveryApiAndParameter) {
  for (const ApiInfo& info : apis_of(Dialect::kNetlib)) {
    for (const std::int32_t layout : testing::layouts(info.api)) {
      Call call = testing::product(info.api);
      call.layout = layout;
      for (int s = 0; s < static_cast<int>(Scheme::kCount); ++s) {
        const Scheme scheme = static_cast<Scheme>(s);
        std::set<int> numbers;
        for (const Key key : info.parameters) {
          const std::optional<int> number = number_of(call, scheme, key);
          if (!number) {
            EXPECT_EQ(key, Key::kLayout);
            EXPECT_EQ(scheme, Scheme::kFortran);
            continue;
          }
          EXPECT_TRUE(numbers.insert(*number).second);
          EXPECT_EQ(parameter_of(call, scheme, *number), key) << scheme_name(scheme);
        }
        for (int number = -3; number < 30; ++number) {
          if (numbers.count(number) != 0) continue;
          EXPECT_EQ(parameter_of(call, scheme, number), Key::kNone)
              << info.name << " " << scheme_name(scheme) << " " << number;
        }
      }
    }
  }
}

// contract-facts 1.2: the handle is the first parameter, and has no number.
TEST(Schemes, DoNotCountTheHandleOfCublas) {
  const struct {
    Api api;
    Key parameter;
    int number;
  } rows[] = {
      {Api::kCublasGemmEx, Key::kTransa, 1},
      {Api::kCublasGemmEx, Key::kLda, 9},
      {Api::kCublasGemmEx, Key::kLdb, 12},
      {Api::kCublasGemmEx, Key::kLdc, 16},
      {Api::kCublasGemmEx64, Key::kAlgo, 18},
      {Api::kCublasZgemm, Key::kLda, 8},
      {Api::kCublasZgemm, Key::kLdc, 13},
      {Api::kCublasGemmBatchedEx, Key::kBatchCount, 17},
      {Api::kCublasSgemmStridedBatched, Key::kStrideC, 16},
  };
  for (const auto& row : rows) {
    const Call call = baseline(row.api);
    const Scheme scheme = prescribed_scheme(row.api);
    EXPECT_EQ(number_of(call, scheme, row.parameter), row.number);
    EXPECT_EQ(parameter_of(call, scheme, row.number), row.parameter);
    EXPECT_EQ(number_of(call, scheme, Key::kHandle), std::nullopt);
    EXPECT_EQ(parameter_of(call, scheme, 0), Key::kNone);
  }
}

TEST(Schemes, PrescribedByTheConvention) {
  EXPECT_EQ(prescribed_scheme(Api::kZgemm), Scheme::kFortran);
  EXPECT_EQ(prescribed_scheme(Api::kCblasSgemm), Scheme::kCblas);
  EXPECT_EQ(scheme_name(Scheme::kFortranOfSwappedCall), "fortran-of-swapped-call");
}

Key only_violated(const Call& call) {
  const Prediction prediction = predict(call);
  EXPECT_EQ(prediction.violated & (prediction.violated - 1), 0u) << print_call(call);
  EXPECT_NE(prediction.deciding, kNoClause) << print_call(call);
  return prediction.deciding == kNoClause
             ? Key::kNone
             : netlib_contract().clauses[prediction.deciding].parameter;
}

std::vector<Call> self_check(ApiSet apis) {
  std::vector<Call> calls;
  numbering_calls(apis, calls);
  return calls;
}

TEST(NumberingCalls, ViolateEachClauseAloneInBothLayouts) {
  std::set<std::tuple<Api, std::int32_t, Key>> seen;
  for (const Call& call : self_check(kNetlibApis)) {
    seen.insert({call.api, call.layout, only_violated(call)});
  }
  EXPECT_EQ(seen.size(), 4u * 8 + 4u * (1 + 2 * 8));
  for (const Call& call : self_check(api_bit(Api::kCgemm))) EXPECT_EQ(call.api, Api::kCgemm);
}

// What a library that numbers by `scheme` would say of the self-check.
std::vector<NumberingSample> samples(ApiSet apis, Scheme scheme, MessageFormat format) {
  std::vector<NumberingSample> list;
  for (const Call& call : self_check(apis)) {
    NumberingSample sample{call, only_violated(call), {}};
    if (const auto number = number_of(call, scheme, sample.violated)) {
      sample.observation.messages = 1;
      sample.observation.format = format;
      sample.observation.number = *number;
    }
    list.push_back(sample);
  }
  return list;
}

TEST(FitNumbering, FindsEverySchemeOfACblas) {
  for (int s = 0; s < static_cast<int>(Scheme::kCount); ++s) {
    const Scheme scheme = static_cast<Scheme>(s);
    const Numbering numbering =
        fit_numbering(samples(api_bit(Api::kCblasDgemm), scheme, MessageFormat::kOnEntryTo));
    EXPECT_EQ(numbering.scheme(Api::kCblasDgemm, MessageFormat::kOnEntryTo), scheme);
    EXPECT_EQ(numbering.scheme(Api::kCblasZgemm, MessageFormat::kOnEntryTo), scheme);
    // Nothing was heard in that format or of that convention: the prescribed one.
    EXPECT_EQ(numbering.scheme(Api::kCblasDgemm, MessageFormat::kParameterToRoutine),
              Scheme::kCblas);
    EXPECT_EQ(numbering.scheme(Api::kDgemm, MessageFormat::kOnEntryTo), Scheme::kFortran);
  }
}

TEST(FitNumbering, KeepsOneSchemeForEachFormat) {
  std::vector<NumberingSample> both;
  for (NumberingSample& sample :
       samples(api_bit(Api::kCblasDgemm), Scheme::kCblas, MessageFormat::kParameterToRoutine)) {
    const Key key = sample.violated;
    if (key == Key::kLayout || key == Key::kTransa || key == Key::kTransb) both.push_back(sample);
  }
  for (NumberingSample& sample : samples(api_bit(Api::kCblasDgemm), Scheme::kFortranOfSwappedCall,
                                         MessageFormat::kOnEntryTo)) {
    const Key key = sample.violated;
    if (key != Key::kLayout && key != Key::kTransa && key != Key::kTransb) both.push_back(sample);
  }
  const Numbering numbering = fit_numbering(both);
  EXPECT_EQ(numbering.scheme(Api::kCblasDgemm, MessageFormat::kParameterToRoutine), Scheme::kCblas);
  EXPECT_EQ(numbering.scheme(Api::kCblasDgemm, MessageFormat::kOnEntryTo),
            Scheme::kFortranOfSwappedCall);
}

TEST(FitNumbering, PrefersThePrescribedSchemeWhereSchemesAgree) {
  const Numbering numbering = fit_numbering(
      samples(api_bit(Api::kDgemm), Scheme::kFortranOfSwappedCall, MessageFormat::kOnEntryTo));
  EXPECT_EQ(numbering.scheme(Api::kDgemm, MessageFormat::kOnEntryTo), Scheme::kFortran);
}

TEST(FitNumbering, KeepsThePrescribedSchemeWhereNoneFits) {
  std::vector<NumberingSample> list =
      samples(api_bit(Api::kDgemm), Scheme::kFortran, MessageFormat::kOnEntryTo);
  for (NumberingSample& sample : list) sample.observation.number = 77;
  EXPECT_EQ(fit_numbering(list).scheme(Api::kDgemm, MessageFormat::kOnEntryTo), Scheme::kFortran);
}

TEST(FitNumbering, OutvotesASingleWrongNumber) {
  std::vector<NumberingSample> list =
      samples(api_bit(Api::kCblasDgemm), Scheme::kCblas, MessageFormat::kParameterToRoutine);
  for (NumberingSample& sample : list) {
    // Netlib 3.11: a bad row-major transb comes out as 2.
    if (sample.call.layout == 101 && sample.violated == Key::kTransb) sample.observation.number = 2;
  }
  EXPECT_EQ(fit_numbering(list).scheme(Api::kCblasDgemm, MessageFormat::kParameterToRoutine),
            Scheme::kCblas);
}

TEST(FitNumbering, IgnoresWhatWasNotSaidOrNotUnderstood) {
  std::vector<NumberingSample> list =
      samples(api_bit(Api::kCblasDgemm), Scheme::kFortranOfSwappedCall, MessageFormat::kUnread);
  for (NumberingSample sample :
       samples(api_bit(Api::kCblasDgemm), Scheme::kFortran, MessageFormat::kOnEntryTo)) {
    sample.observation.messages = 0;
    list.push_back(sample);
  }
  const Numbering numbering = fit_numbering(list);
  EXPECT_EQ(numbering.scheme(Api::kCblasDgemm, MessageFormat::kUnread), Scheme::kCblas);
  EXPECT_EQ(numbering.scheme(Api::kCblasDgemm, MessageFormat::kOnEntryTo), Scheme::kCblas);
}

}  // namespace
}  // namespace gemmcheck
