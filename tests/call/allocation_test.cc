// Reading and printing a call allocates nothing. This file counts for the whole program.
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <string_view>

#include "call/text.h"

namespace {
thread_local long allocations = 0;
}

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace gemmcheck {
namespace {

constexpr std::string_view kLines[] = {
    "dgemm_",
    "cblas_zgemm layout=RowMajor transa=CblasTrans transb=#7 m=384 n=96 k=8192 "
    "alpha=0.30000000000000004:-1e-310 A=+2 lda=9000 B=@host+16 ldb=8200 "
    "beta=123456789012345678901234567890@device C=A+64 ldc=100 guard=front fill=random:17",
    "cublasGemmStridedBatchedEx_64 transa=CONJG transb=HERMITAN m=2 n=3 k=4 alpha=1:2@device "
    "Atype=CUDA_R_4F_E2M1 strideB=-7 Ctype=#99 batchCount=5 computeType=64F_EMULATED_FIXEDPOINT "
    "algo=CUBLAS_GEMM_ALGO15_TENSOR_OP handle=null mathMode=#18 mode=capture workspace=4096+16",
    "cublasGemmBatchedEx_cudaDataType A=@host+16[3]null computeType=R_8U pointerMode=DEVICE",
};

TEST(AllocationTest, CountsAtAll) {
  const long before = allocations;
  const auto memory = std::make_unique<std::string>(100, 'x');
  EXPECT_GE(allocations - before, 2);
}

TEST(AllocationTest, ParseAndPrint) {
  for (std::string_view line : kLines) {
    std::string out;
    out.reserve(kMaxLine);
    const long before = allocations;
    const auto call = parse_call(line);
    if (call) print_call(*call, out);
    const long after = allocations;
    EXPECT_TRUE(call) << line;
    EXPECT_EQ(after - before, 0) << line;
    EXPECT_FALSE(out.empty());
  }
}

}  // namespace
}  // namespace gemmcheck
