#include "doubles/refuse.h"

#include <cstdio>
#include <cstdlib>

#include "doubles/told.h"

namespace gemmcheck::doubles {
namespace {

constexpr char kToRoutine[] = "Parameter %d to routine %s was incorrect\n";
// Some lines more than a megabyte.
constexpr int kManyLines = 24 << 10;

const char* illegal_setting(Parameter wrong) {
  switch (wrong) {
    case kLayout:
      return "Illegal layout setting\n";
    case kTransa:
      return "Illegal TransA setting\n";
    case kTransb:
      return "Illegal TransB setting\n";
    default:
      return "";
  }
}

}  // namespace

void refuse(const Arguments& call, Parameter wrong) {
  const Parameter named = telling(Lie::kWrongNumber) && wrong == kLda ? kB : wrong;
  const int lines = telling(Lie::kPrintsMegabyte) && wrong == kK && call.k > 0 ? kManyLines : 1;
  if (!call.cblas) {
    const char routine[] = {call.type, 'G', 'E', 'M', 'M', ' ', '\0'};
    for (int i = 0; i < lines; ++i) std::fprintf(stderr, kToRoutine, named, routine);
    return;
  }
  char routine[] = "cblas_?gemm";
  routine[6] = static_cast<char>(call.type - 'A' + 'a');
  for (int i = 0; i < lines; ++i) std::fprintf(stderr, kToRoutine, named + 1, routine);
  std::fputs(illegal_setting(wrong), stderr);
  std::exit(255);
}

}  // namespace gemmcheck::doubles
