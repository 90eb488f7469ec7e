#include "contract/numbering.h"

#include <array>
#include <utility>

#include "call/enums.h"

namespace gemmcheck {
namespace {

// One row a scheme: the number of transa, that of layout (-1: it has none), and whether a row-major
// call is numbered as the column-major one that it becomes.
struct SchemeRow {
  Scheme scheme;
  std::string_view name;
  int first;
  int layout;
  bool swaps;
};
constexpr std::array<SchemeRow, static_cast<std::size_t>(Scheme::kCount)> kSchemes = {{
    {Scheme::kCblas, "cblas", 2, 1, false},
    {Scheme::kFortran, "fortran", 1, -1, false},
    {Scheme::kFortranOfSwappedCall, "fortran-of-swapped-call", 1, 0, true},
}};
const SchemeRow& row_of(Scheme scheme) {
  return kSchemes[static_cast<std::size_t>(scheme)];
}

// What a row-major call exchanges when it is made as a column-major one: C' = B' A'.
constexpr std::array<std::pair<Key, Key>, 4> kSwaps = {{
    {Key::kTransa, Key::kTransb},
    {Key::kM, Key::kN},
    {Key::kA, Key::kB},
    {Key::kLda, Key::kLdb},
}};
Key swapped(Key key) {
  for (const auto& [one, other] : kSwaps) {
    if (key == one) return other;
    if (key == other) return one;
  }
  return key;
}

// From transa on: what stands before it, layout or handle, is counted by some and not by others.
std::span<const Key> parameters_from_transa(Api api) {
  const std::span<const Key> all = api_info(api).parameters;
  return all.front() == Key::kTransa ? all : all.subspan(1);
}

bool seen_through_swap(const Call& call, const SchemeRow& row) {
  return row.swaps && is_row_major(call.api, call.layout);
}

}  // namespace

std::string_view scheme_name(Scheme scheme) {
  return scheme == Scheme::kCount ? "" : row_of(scheme).name;
}

Key parameter_of(const Call& call, Scheme scheme, int number) {
  const SchemeRow& row = row_of(scheme);
  if (number == row.layout && row.layout >= 0) {
    return has_key(call.api, Key::kLayout) ? Key::kLayout : Key::kNone;
  }
  const std::span<const Key> parameters = parameters_from_transa(call.api);
  if (number < row.first || number - row.first >= static_cast<int>(parameters.size())) {
    return Key::kNone;
  }
  const Key key = parameters[static_cast<std::size_t>(number - row.first)];
  return seen_through_swap(call, row) ? swapped(key) : key;
}

std::optional<int> number_of(const Call& call, Scheme scheme, Key parameter) {
  const SchemeRow& row = row_of(scheme);
  if (parameter == Key::kLayout) {
    if (row.layout < 0 || !has_key(call.api, Key::kLayout)) return std::nullopt;
    return row.layout;
  }
  const Key key = seen_through_swap(call, row) ? swapped(parameter) : parameter;
  const std::span<const Key> parameters = parameters_from_transa(call.api);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i] == key) return row.first + static_cast<int>(i);
  }
  return std::nullopt;
}

Scheme prescribed_scheme(Api api) {
  return api_info(api).convention == Convention::kCblas ? Scheme::kCblas : Scheme::kFortran;
}

Numbering::Numbering() {
  for (auto& row : schemes) {
    for (Scheme& scheme : row) scheme = Scheme::kCount;
  }
}

Scheme Numbering::scheme(Api api, MessageFormat format) const {
  const Scheme chosen =
      schemes[static_cast<std::size_t>(api_info(api).convention)][static_cast<std::size_t>(format)];
  return chosen == Scheme::kCount ? prescribed_scheme(api) : chosen;
}

namespace {

// How many samples of one convention and format each scheme explains.
struct Fit {
  std::array<int, kSchemes.size()> fitting{};
  int samples = 0;
  Scheme prescribed = Scheme::kCblas;
};

Scheme best(const Fit& fit) {
  Scheme chosen = fit.prescribed;
  for (const SchemeRow& row : kSchemes) {
    if (fit.fitting[static_cast<std::size_t>(row.scheme)] >
        fit.fitting[static_cast<std::size_t>(chosen)]) {
      chosen = row.scheme;
    }
  }
  return chosen;
}

// A call that breaks `key` alone: enum values that no enum has, sizes below 0, leading dimensions
// one short.
Call breaking(Call call, Key key) {
  switch (key) {
    case Key::kLayout:
    case Key::kTransa:
    case Key::kTransb:
      set_integer(call, key, api_info(call.api).convention == Convention::kFortran ? '/' : 0);
      // An illegal value counts as ColMajor or T, and the other arguments must stay right.
      set_tight(call);
      break;
    case Key::kM:
    case Key::kN:
    case Key::kK:
      set_integer(call, key, -1);
      break;
    default:
      set_integer(call, key, get_integer(call, key) - 1);
      break;
  }
  return call;
}

constexpr std::array kBreakable = {Key::kTransa, Key::kTransb, Key::kM,   Key::kN,
                                   Key::kK,      Key::kLda,    Key::kLdb, Key::kLdc};

}  // namespace

void numbering_calls(ApiSet apis, std::vector<Call>& calls) {
  for (const ApiInfo& info : apis_of(Dialect::kNetlib)) {
    if ((apis & api_bit(info.api)) == 0) continue;
    Call call = baseline(info.api);
    call.m = 3;
    call.n = 4;
    call.k = 5;
    set_tight(call);
    if (info.convention == Convention::kFortran) {
      for (Key key : kBreakable) calls.push_back(breaking(call, key));
      continue;
    }
    calls.push_back(breaking(call, Key::kLayout));
    for (const EnumRow& layout : enum_rows(info.api, Key::kLayout)) {
      call.layout = layout.value;
      set_tight(call);
      for (Key key : kBreakable) calls.push_back(breaking(call, key));
    }
  }
}

Numbering fit_numbering(std::span<const NumberingSample> samples) {
  std::array<std::array<Fit, kMessageFormatCount>, kConventionCount> fits;
  for (const NumberingSample& sample : samples) {
    const Observation& seen = sample.observation;
    if (seen.messages == 0 || seen.format == MessageFormat::kNone ||
        seen.format == MessageFormat::kUnread) {
      continue;
    }
    const ApiInfo& info = api_info(sample.call.api);
    Fit& fit =
        fits[static_cast<std::size_t>(info.convention)][static_cast<std::size_t>(seen.format)];
    fit.prescribed = prescribed_scheme(info.api);
    ++fit.samples;
    for (const SchemeRow& row : kSchemes) {
      if (parameter_of(sample.call, row.scheme, seen.number) == sample.violated) {
        ++fit.fitting[static_cast<std::size_t>(row.scheme)];
      }
    }
  }
  Numbering numbering;
  for (std::size_t convention = 0; convention < fits.size(); ++convention) {
    for (std::size_t format = 0; format < fits[convention].size(); ++format) {
      const Fit& fit = fits[convention][format];
      if (fit.samples > 0) numbering.schemes[convention][format] = best(fit);
    }
  }
  return numbering;
}

}  // namespace gemmcheck
