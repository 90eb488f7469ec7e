// A reproducer's operands hold, byte for byte, what the worker's do.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <vector>

#include "call/extents.h"
#include "reference/check.h"
#include "reference/contents.h"
#include "samples.h"

namespace gemmcheck {
namespace {

// The program with another main, which prints the operands that have memory of their own.
std::string printing_program(const Finding& finding) {
  std::string source = reproducer_source(finding, netlib_contract(), {}, {});
  const std::string head = "int main(int count, char **arguments) {";
  source.replace(source.find(head), head.size(), "int unused(int count, char **arguments) {");
  return source + R"(
static void print(const struct operand *x) {
  if (x->components == 0) return;
  provide((struct operand *)x);
  printf("%s %d ", x->name, (int)((size_t)x->data % 256));
  for (size_t i = 0; i < x->components * sizeof(real); ++i)
    printf("%02x", (unsigned char)x->memory[x->lowest + i]);
  printf("\n");
}
int main(void) {
  print(&A);
  print(&B);
  print(&C);
  return 0;
}
)";
}

std::string expected_line(const Call& call, Operand operand) {
  const auto bytes = extent_bytes(call, operand).value_or(0);
  if (bytes == 0) return "";
  std::vector<unsigned char> memory(static_cast<std::size_t>(bytes));
  fill_operand(memory.data(), operand_shape(call, operand), api_info(call.api).element, call.fill,
               operand, static_cast<Guard>(call.guard),
               operand == Operand::kC && wants_sentinel(call));
  const Pointer& pointer = operand == Operand::kA   ? call.A
                           : operand == Operand::kB ? call.B
                                                    : call.C;
  const bool front = call.guard == static_cast<std::int32_t>(Guard::kFront);
  const std::int64_t flush = front ? 0 : (4096 - bytes % 4096) % 256;
  std::string line = std::string(1, "ABC"[static_cast<int>(operand)]) + " " +
                     std::to_string(pointer.offset != 0 ? pointer.offset % 256 : flush) + " ";
  for (const unsigned char byte : memory) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", byte);
    line += digits;
  }
  return line + "\n";
}

TEST(Contents, AreThoseOfTheWorker) {
  for (const char* line :
       {"dgemm_ m=3 n=2 k=4 ldc=5 beta=1",
        "cblas_sgemm layout=RowMajor m=3 n=2 k=4 lda=7 fill=int:9",
        "zgemm_ m=3 n=2 k=4 ldb=6 fill=random:4294967295 guard=front beta=0:1",
        "cgemm_ m=3 n=2 k=4 transa=C fill=nanA:3",
        "sgemm_ m=5 n=5 k=5 lda=6 fill=infB:2 guard=front",
        "cblas_zgemm layout=RowMajor m=3 n=3 k=2 ldc=5 fill=infC:3 beta=2",
        "dgemm_ n=5 fill=nanC:3", "sgemm_ m=3 n=2 A=+4 B=+12 C=+20",
        "dgemm_ m=3 n=2 k=2 A=+16 C=+8 guard=front", "sgemm_ m=2 n=2 beta=1e-300"}) {
    const Finding finding = finding_of(Kind::kResult, line, GEMMCHECK_LIAR);
    Folder folder;
    folder.write("p.c", printing_program(finding));
    std::string text;
    ASSERT_EQ(run("cd '" + folder.path() + "' && cc -w -o p p.c -ldl -lm && ./p", &text), 0)
        << text;
    std::string expected;
    for (const Operand operand : {Operand::kA, Operand::kB, Operand::kC})
      expected += expected_line(finding.call, operand);
    EXPECT_EQ(text, expected) << line;
  }
}

}  // namespace
}  // namespace gemmcheck
