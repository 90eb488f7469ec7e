// Lines as people write them, and the canonical ones they become.
#include "call/text.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <string_view>

#include "call/enums.h"

namespace gemmcheck {
namespace {

struct Golden {
  std::string_view written;
  std::string_view canonical;
};

constexpr Golden kGolden[] = {
    {"dgemm_", "dgemm_"},
    {"  cblas_sgemm\t ", "cblas_sgemm"},
    {"cblas_dgemm layout=RowMajor transb=T m=2 n=3 k=4 lda=3",
     "cblas_dgemm layout=RowMajor transb=T m=2 n=3 k=4 lda=3"},
    // Any order becomes the order of the keys.
    {"dgemm_ lda=3 k=4 fill=nanC:7 m=2", "dgemm_ m=2 k=4 lda=3 fill=nanC:7"},
    // What is at the baseline goes, whatever its spelling.
    {"cblas_dgemm layout=CblasColMajor transa=CblasNoTrans m=1 alpha=1 beta=0 guard=end fill=int:0",
     "cblas_dgemm"},
    {"dgemm_ transa=NoTrans alpha=1.0 beta=0e9", "dgemm_"},
    // A tight ld goes, one that is not stays: tight depends on the op and the layout.
    {"dgemm_ m=5 k=7 lda=5", "dgemm_ m=5 k=7"},
    {"dgemm_ transa=T m=5 k=7 lda=5", "dgemm_ transa=T m=5 k=7 lda=5"},
    {"dgemm_ lda=7 k=7 m=5 transa=T", "dgemm_ transa=T m=5 k=7"},
    {"cblas_dgemm ldc=3 layout=RowMajor m=5 n=3", "cblas_dgemm layout=RowMajor m=5 n=3"},
    {"cblas_dgemm ldc=5 layout=RowMajor m=5 n=3", "cblas_dgemm layout=RowMajor m=5 n=3 ldc=5"},
    {"dgemm_ m=-3 lda=1", "dgemm_ m=-3"},
    {"dgemm_ m=0 lda=0", "dgemm_ m=0 lda=0"},
    {"dgemm_ m=-2147483648 n=2147483647 ldc=-0007", "dgemm_ m=-2147483648 n=2147483647 ldc=-7"},
    // Enums: names, aliases, raw values; a raw value with a name gets its name.
    {"dgemm_ transa=#47 transb=#84", "dgemm_ transa=#47 transb=T"},
    {"dgemm_ transa=t", "dgemm_ transa=t"},
    {"cblas_cgemm transa=Trans transb=CblasConjNoTrans layout=#-1",
     "cblas_cgemm layout=#-1 transa=T transb=ConjNoTrans"},
    // Scalars.
    {"dgemm_ alpha=2 beta=-0", "dgemm_ alpha=2 beta=-0"},
    {"dgemm_ alpha=nan beta=-inf", "dgemm_ alpha=nan beta=-inf"},
    {"dgemm_ alpha=null beta=inf", "dgemm_ alpha=null beta=inf"},
    {"dgemm_ alpha=0.10 beta=1e-3", "dgemm_ alpha=0.1 beta=0.001"},
    {"dgemm_ alpha=1@host beta=2@device", "dgemm_ alpha=1@host beta=2@device"},
    {"zgemm_ alpha=1:-2 beta=nan:inf@device", "zgemm_ alpha=1:-2 beta=nan:inf@device"},
    {"zgemm_ alpha=1:0 beta=0:-0", "zgemm_ beta=0:-0"},
    // Pointers.
    {"dgemm_ A=null B=@host C=+2", "dgemm_ A=null B=@host C=+2"},
    {"dgemm_ C=A B=C+64 A=@host+8", "dgemm_ A=@host+8 B=C+64 C=A"},
    {"dgemm_ A=+0 C=A+0", "dgemm_ C=A"},
    {"cublasSgemmBatched A=[2]null B=[0]+2 C=+4[7]@host",
     "cublasSgemmBatched A=[2]null B=[0]+2 C=+4[7]@host"},
    // Circumstances.
    {"dgemm_ guard=front fill=random:4294967295", "dgemm_ guard=front fill=random:4294967295"},
    {"dgemm_ fill=infB:1", "dgemm_ fill=infB:1"},
    {"cublasSgemm workspace=4096+16 mode=capture handle=null pointerMode=DEVICE",
     "cublasSgemm handle=null pointerMode=DEVICE mode=capture workspace=4096+16"},
    {"cublasSgemm mode=execute handle=valid pointerMode=CUBLAS_POINTER_MODE_HOST mathMode=#0",
     "cublasSgemm"},
    {"cublasSgemm workspace=null mathMode=#18", "cublasSgemm mathMode=#18 workspace=null"},
    // Types, compute types and algorithms, by their own, their full and their other names.
    {"cublasGemmEx transa=N transb=T m=384 n=96 k=8192 Atype=R_32F Btype=CUDA_R_32F Ctype=R_32F "
     "computeType=CUBLAS_COMPUTE_32F algo=CUBLAS_GEMM_DFALT lda=96 ldb=384",
     "cublasGemmEx transb=T m=384 n=96 k=8192 lda=96 ldb=384"},
    {"cublasGemmEx transa=HERMITAN transb=CONJG Atype=CUDA_R_8F_UE4M3 Ctype=#34 "
     "computeType=32F_FAST_TF32 algo=#115",
     "cublasGemmEx transa=C transb=CONJG Atype=R_8F_E4M3 Ctype=#34 computeType=32F_FAST_TF32 "
     "algo=ALGO15_TENSOR_OP"},
    {"cublasGemmEx_cudaDataType computeType=R_64F Atype=#1",
     "cublasGemmEx_cudaDataType Atype=R_64F computeType=R_64F"},
    {"cublasCgemmEx Atype=C_32F Btype=C_8I", "cublasCgemmEx Btype=C_8I"},
    {"cublasGemmEx alpha=1:-2 beta=0@device", "cublasGemmEx alpha=1:-2 beta=0@device"},
    // Sizes of 64 bits, and strides, which are tight relative to the leading dimension.
    {"cublasDgemm_64 m=9223372036854775807 lda=-9223372036854775808",
     "cublasDgemm_64 m=9223372036854775807 lda=-9223372036854775808"},
    {"cublasSgemmStridedBatched m=2 n=3 k=4 lda=5 strideA=20 strideB=12 strideC=0 batchCount=7",
     "cublasSgemmStridedBatched m=2 n=3 k=4 lda=5 strideC=0 batchCount=7"},
    {"cublasSgemmStridedBatched strideA=-9223372036854775808 m=-2 strideC=0",
     "cublasSgemmStridedBatched m=-2 strideA=-9223372036854775808 strideC=0"},
    {"cublasGemmStridedBatchedEx m=8 n=8 k=8 Atype=R_16F Btype=R_16F Ctype=R_16F strideB=0 "
     "batchCount=4 alpha=1@device",
     "cublasGemmStridedBatchedEx m=8 n=8 k=8 alpha=1@device Atype=R_16F Btype=R_16F strideB=0 "
     "Ctype=R_16F batchCount=4"},
};

TEST(TextTest, GoldenLines) {
  for (const Golden& golden : kGolden) {
    const auto call = parse_call(golden.written);
    ASSERT_TRUE(call) << golden.written << "\n" << to_string(call.error(), "line");
    EXPECT_EQ(print_call(*call), golden.canonical) << golden.written;
    EXPECT_EQ(parse_call(golden.canonical).value(), *call) << golden.canonical;
  }
}

TEST(TextTest, EveryFieldGetsItsValue) {
  const Call call = parse_call(
                        "cblas_zgemm layout=RowMajor transa=C transb=#7 m=2 n=3 k=4 alpha=5:6 A=+7 "
                        "lda=8 B=null ldb=9 beta=10@device C=B+11 ldc=12 guard=front fill=infA:13")
                        .value();
  Call expected;
  expected.api = Api::kCblasZgemm;
  expected.layout = 101;
  expected.transa = 113;
  expected.transb = 7;
  expected.m = 2;
  expected.n = 3;
  expected.k = 4;
  expected.alpha.re = 5;
  expected.alpha.im = 6;
  expected.A.offset = 7;
  expected.lda = 8;
  expected.B.kind = PointerKind::kNull;
  expected.ldb = 9;
  expected.beta.re = 10;
  expected.beta.side = Side::kDevice;
  expected.C.kind = PointerKind::kAlias;
  expected.C.alias = Operand::kB;
  expected.C.offset = 11;
  expected.ldc = 12;
  expected.guard = static_cast<std::int32_t>(Guard::kFront);
  expected.fill.kind = FillKind::kInfA;
  expected.fill.seed = 13;
  EXPECT_EQ(call, expected) << print_call(call);
}

TEST(TextTest, ApiAloneIsTheBaseline) {
  for (const ApiInfo& info : all_apis()) {
    EXPECT_EQ(parse_call(info.name).value(), baseline(info.api)) << info.name;
    EXPECT_EQ(print_call(baseline(info.api)), info.name);
    EXPECT_EQ(off_baseline(baseline(info.api)), 0u) << info.name;
  }
}

TEST(TextTest, EveryEnumeratorAndAliasIsRead) {
  for (const ApiInfo& info : all_apis()) {
    for (int i = 0; i < kKeyCount; ++i) {
      const auto key = static_cast<Key>(i);
      if (!has_key(info.api, key)) continue;
      for (const EnumRow& row : enum_rows(info.api, key)) {
        std::string names = std::string(row.name) + ' ' + std::string(row.aliases);
        for (std::size_t at = 0; at < names.size();) {
          const std::size_t end = std::min(names.find(' ', at), names.size());
          const std::string line = std::string(info.name) + ' ' + std::string(key_name(key)) + '=' +
                                   names.substr(at, end - at);
          const auto call = parse_call(line);
          ASSERT_TRUE(call) << line;
          EXPECT_EQ(get_integer(*call, key), row.value) << line;
          at = end + 1;
        }
      }
    }
  }
}

TEST(TextTest, PrintsAnyNanAsTheOne) {
  Call call = baseline(Api::kDgemm);
  call.alpha.re = -std::numeric_limits<double>::signaling_NaN();
  EXPECT_EQ(print_call(call), "dgemm_ alpha=nan");
  Call canonical = baseline(Api::kDgemm);
  canonical.alpha.re = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(parse_call(print_call(call)).value(), canonical);
}

TEST(TextTest, OffBaselineNamesWhatIsPrinted) {
  const Call call = parse_call("dgemm_ transa=T m=5 k=7 lda=5 beta=2 fill=int:1").value();
  EXPECT_EQ(off_baseline(call), key_bit(Key::kTransa) | key_bit(Key::kM) | key_bit(Key::kK) |
                                    key_bit(Key::kLda) | key_bit(Key::kBeta) | key_bit(Key::kFill));
}

TEST(TextTest, PrintingAppends) {
  std::string out = "> ";
  print_call(baseline(Api::kSgemm), out);
  print_scalar(Scalar{0.5, -1, Side::kHost, false, {}}, out);
  EXPECT_EQ(out, "> sgemm_0.5:-1@host");
}

// The longest value of every key at once must fit a line that is read back.
TEST(TextTest, LongestLineFits) {
  for (const ApiInfo& info : all_apis()) {
    Call call = baseline(info.api);
    for (int i = 0; i < kKeyCount; ++i) {
      const auto key = static_cast<Key>(i);
      if (holds_integer(key) && has_key(info.api, key) && is_choice(key)) {
        set_integer(call, key, 1);
      } else if (holds_integer(key) && has_key(info.api, key)) {
        const IntegerRange range = integer_range(info.api, key);
        set_integer(call, key, range.min < 0 ? range.min : range.max);
      }
    }
    const double longest = -std::numeric_limits<double>::min() * (1 + 1e-15);
    const double imaginary = info.complex_scalars ? longest : 0;
    call.alpha = call.beta = Scalar{longest, imaginary, Side::kDevice, false, {}};
    constexpr std::int32_t kMax = std::numeric_limits<std::int32_t>::max();
    Pointer pointer{PointerKind::kHost, Operand::kNone, PointerKind::kValid, 0, kMax, -1, 0};
    if (info.batch == Batch::kPointerArray)
      pointer = {PointerKind::kHost, Operand::kNone, PointerKind::kHost, 0, kMax, kMax, kMax};
    call.A = call.B = call.C = pointer;
    if (has_key(info.api, Key::kWorkspace))
      call.workspace = {std::numeric_limits<std::int64_t>::max(), kMax, false, {}};
    call.fill = Fill{FillKind::kRandom, {}, std::numeric_limits<std::uint32_t>::max()};
    const std::string line = print_call(call);
    EXPECT_LE(line.size(), static_cast<std::size_t>(kMaxLine));
    EXPECT_EQ(parse_call(line).value(), call) << line;
  }
}

}  // namespace
}  // namespace gemmcheck
