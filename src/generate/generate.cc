#include "generate/generate.h"

#include <algorithm>
#include <array>
#include <bit>

#include "call/enums.h"
#include "contract/predict.h"
#include "generate/draft.h"
#include "generate/spread.h"

namespace gemmcheck {
namespace {

constexpr auto kLayers = spread<64, Layer>(
    {{Layer::kLattice, 9}, {Layer::kPairs, 10}, {Layer::kBoundary, 39}, {Layer::kWide, 6}});
constexpr std::array<std::string_view, static_cast<std::size_t>(Layer::kCount)> kLayerNames = {
    "lattice", "pairs", "boundary", "wide", "far"};

constexpr std::uint32_t kUndefinedRate = 20000;
constexpr std::uint32_t kFarRate = 400;

// A new fill makes the worker refill its operands, so it changes rarely along the index, and an
// old one comes back.
constexpr int kFillShift = 16;
constexpr std::uint64_t kFillSeeds = 4;

// What is decided first, in the same way for every layer.
struct Head {
  Layer layer;
  std::uint32_t api;  // position among the run's APIs
  bool undefined;

  Head(Random& random, std::uint32_t api_count) {
    Digits digits(random.next());
    layer = kLayers[digits.take(kLayers.size())];
    api = digits.take(api_count);
    undefined = digits.take(kUndefinedRate) == 0;
    if (digits.take(kFarRate) == 0) layer = Layer::kFar;
  }
};

// A small call that has something to do, and one circumstance under which that means nothing.
void make_undefined(Draft& draft, Random& random) {
  Call& call = draft.call;
  Digits digits(random.next());
  draft.set_legal_enums(digits);
  call.m = 1 + digits.take(4);
  call.n = 1 + digits.take(4);
  call.k = 1 + digits.take(4);
  call.beta.re = 2;
  draft.set_leading_dimensions([](const Fault&) { return 0; });
  const Quantity circumstance = draft.api.undefined[digits.take(draft.api.undefined_count)];
  set_circumstance(call, circumstance, draft.api.component_bytes);
}

void make(Layer layer, Draft& draft, Random& random, const SizeTable& sizes) {
  switch (layer) {
    case Layer::kLattice:
      return make_lattice(draft, random);
    case Layer::kPairs:
      return make_pairs(draft, random, sizes);
    case Layer::kWide:
      return make_wide(draft, random, sizes);
    default:
      return make_boundary(draft, random, sizes);
  }
}

// A null operand that is neither read nor written is an ordinary call; any other gets memory. A and
// B may share theirs, and C lie in it where they are not read.
Pointer if_defined(const Pointer& pointer, bool used, bool may_share) {
  const bool defined = pointer.kind == PointerKind::kValid || !used ||
                       (pointer.kind == PointerKind::kAlias && may_share);
  return defined ? pointer : Pointer{};
}

// Whether a library may go to work on the call: accepted, or refused only for an enumerator that
// has a name and that some library takes as an extension. What it would compute is held within the
// limits then.
bool may_cost(const Call& call, const Prediction& prediction, const Contract& contract) {
  for (std::uint64_t violated = prediction.violated; violated != 0; violated &= violated - 1) {
    const Key key =
        contract.clauses[static_cast<std::size_t>(std::countr_zero(violated))].parameter;
    if (key != Key::kLayout && key != Key::kTransa && key != Key::kTransb) return false;
    if (enum_name(call.api, key, get_integer(call, key)).empty()) return false;
  }
  return true;
}

// Puts right what the layers leave open: the cost of calls that turn out to be accepted, and
// pointers that they need.
void settle(Call& call, const Contract& contract, const Limits& limits) {
  const Pointer a = call.A;
  const Pointer b = call.B;
  const Pointer c = call.C;
  // What is used does not depend on the pointers, and without them a prediction is much faster.
  call.A = call.B = call.C = Pointer{};
  const Prediction prediction = predict(call, contract);
  if (may_cost(call, prediction, contract) && exceeds(call, limits)) bring_within(call, limits);
  const Access& access = prediction.access;
  call.A = if_defined(a, access.reads_ab, true);
  call.B = if_defined(b, access.reads_ab, true);
  const bool in_a = c.alias == Operand::kA || call.B.kind == PointerKind::kAlias;
  const bool has_memory = (in_a ? call.A : call.B).kind == PointerKind::kValid;
  call.C = if_defined(c, access.writes_c, !access.reads_ab && has_memory);
}

}  // namespace

std::string_view layer_name(Layer layer) {
  return kLayerNames[static_cast<std::size_t>(layer)];
}

Generator::Generator(std::uint64_t seed, ApiSet apis, Limits limits)
    : seed_(seed),
      limits_(limits),
      sizes_(limits.max_size),
      safe_size_(0),
      safe_ld_(0),
      api_count_(0),
      tables_{} {
  for (int i = 0; i < kNetlibApiCount; ++i) {
    const Api api = static_cast<Api>(i);
    if ((apis & api_bit(api)) != 0) tables_[api_count_++] = &api_table(api);
  }
  const std::int64_t most = std::min<std::int64_t>(limits.max_size, 1 << 15);
  while (safe_size_ < most &&
         (safe_size_ + 1) * (safe_size_ + 1) * (safe_size_ + 1) <= limits.multiply_adds) {
    ++safe_size_;
  }
  constexpr std::int64_t kLargestElement = 16;
  safe_ld_ = limits.operand_bytes / kLargestElement / std::max<std::int64_t>(1, safe_size_);
}

Layer Generator::layer(std::uint64_t index) const {
  Random random(seed_, index);
  return Head(random, api_count_).layer;
}

Call Generator::call(std::uint64_t index) const {
  Random random(seed_, index);
  const Head head(random, api_count_);
  const ApiTable& api = *tables_[head.api];
  Call call = api.baseline;
  Draft draft(call, api);
  call.fill.seed = static_cast<std::uint32_t>((index >> kFillShift) % kFillSeeds);
  if (head.undefined && api.undefined_count != 0) {
    make_undefined(draft, random);
    return call;
  }
  if (head.layer == Layer::kFar) {
    make_far(draft, random);
    return call;
  }
  make(head.layer, draft, random, sizes_);
  const bool small = std::max({call.m, call.n, call.k}) <= safe_size_ &&
                     std::max({call.lda, call.ldb, call.ldc}) <= safe_ld_;
  const bool nulls = call.A.kind != PointerKind::kValid || call.B.kind != PointerKind::kValid ||
                     call.C.kind != PointerKind::kValid;
  if (!small || nulls) settle(call, *api.contract, limits_);
  return call;
}

}  // namespace gemmcheck
