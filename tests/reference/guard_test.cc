// The check itself reads nothing outside the operands: each lies flush against an inaccessible
// page.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstddef>
#include <vector>

#include "call/extents.h"
#include "call/text.h"
#include "reference/check.h"
#include "reference/contents.h"

namespace gemmcheck {
namespace {

constexpr std::size_t kPage = 4096;

// One readable page between two inaccessible ones.
class GuardedPage {
 public:
  GuardedPage() {
    base_ = static_cast<std::byte*>(
        mmap(nullptr, 3 * kPage, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(base_ + kPage, kPage, PROT_READ | PROT_WRITE);
  }
  ~GuardedPage() { munmap(base_, 3 * kPage); }
  GuardedPage(const GuardedPage&) = delete;
  GuardedPage& operator=(const GuardedPage&) = delete;

  std::byte* place(std::size_t bytes, bool at_end) const {
    return base_ + kPage + (at_end ? kPage - bytes : 0);
  }

 private:
  std::byte* base_;
};

// All APIs, ops, both layouts, sizes that are full blocks and rests of the check's own product.
TEST(GuardTest, TheCheckStaysInsideTheOperands) {
  const GuardedPage pages[4];
  int checked = 0;
  for (const ApiInfo& api : apis_of(Dialect::kNetlib)) {
    const bool cblas = api.convention == Convention::kCblas;
    for (int variant = 0; variant < 2 * 9 * 2 * 2 * 2; ++variant) {
      for (const std::int64_t m : {1, 3, 8}) {
        for (const std::int64_t n : {1, 2, 5, 8}) {
          for (const std::int64_t k : {1, 2, 5}) {
            int rest = variant;
            const auto digit = [&rest](int radix) {
              const int value = rest % radix;
              rest /= radix;
              return value;
            };
            Call call = baseline(api.api);
            call.m = m;
            call.n = n;
            call.k = k;
            const int ops[] = {cblas ? 111 : 'N', cblas ? 112 : 'T', cblas ? 113 : 'C'};
            const bool at_end = digit(2) == 0;
            call.transa = ops[digit(3)];
            call.transb = ops[digit(3)];
            call.fill.kind = digit(2) == 0 ? FillKind::kInt : FillKind::kRandom;
            call.beta.re = digit(2);
            if (digit(2) == 1 && cblas) call.layout = 101;
            set_tight(call);
            call.lda += 1;
            call.ldb += 1;
            const auto bytes = [&](Operand operand) {
              return static_cast<std::size_t>(*extent_bytes(call, operand));
            };
            Operands operands;
            operands.a = pages[0].place(bytes(Operand::kA), at_end);
            operands.b = pages[1].place(bytes(Operand::kB), at_end);
            operands.c = pages[2].place(bytes(Operand::kC), at_end);
            operands.c_before = pages[3].place(bytes(Operand::kC), at_end);
            Observation observation;
            check_memory(call, operands, /*refused=*/false, observation);
            ++checked;
          }
        }
      }
    }
  }
  EXPECT_GT(checked, 40000);
}

}  // namespace
}  // namespace gemmcheck
