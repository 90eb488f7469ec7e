// Calls that are made before the judged one in the same process.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "call/extents.h"
#include "call/text.h"
#include "findings/reproducer_parts.h"

namespace gemmcheck::reproducer {
namespace {

constexpr std::string_view kHead =
    R"C(// A library's error handler may end the program; before the judged call it must not.
static jmp_buf stage;
static volatile int on_stage;
void exit(int status) {
  if (on_stage) longjmp(stage, 1);
  ((void (*)(int))dlsym(RTLD_NEXT, "exit"))(status);
  for (;;) {
  }
}

// What these calls say and compute is not judged.
static void set_the_stage(void) {
  static struct {
    _Alignas(256) char data[@BYTES@];
  } memory[3];
  on_stage = 1;
)C";

constexpr std::string_view kTail =
    R"C(  on_stage = 0;
  fflush(stdout);
  fflush(stderr);
  if (ftruncate(STDOUT_FILENO, 0) != 0 || lseek(STDOUT_FILENO, 0, SEEK_SET) != 0) _exit(2);
}

)C";

constexpr std::int64_t kLeastBytes = 4096;
constexpr std::int64_t kMostBytes = std::int64_t{64} << 20;

// What each operand gets: as much as the largest of all needs.
std::int64_t stage_bytes(const Finding& finding) {
  std::int64_t bytes = kLeastBytes;
  for (const Call& call : finding.stage) {
    for (const Operand operand : {Operand::kA, Operand::kB, Operand::kC}) {
      const std::optional<std::int64_t> extent = extent_bytes(call, operand);
      if (extent && *extent <= kMostBytes) bytes = std::max(bytes, *extent);
    }
    for (const Pointer& pointer : {call.A, call.B, call.C}) {
      bytes = std::max<std::int64_t>(bytes, pointer.offset + kLeastBytes);
    }
  }
  return 2 * bytes;  // room for offsets
}

std::string pointer_text(const Pointer& pointer, int operand) {
  if (pointer.kind == PointerKind::kNull) return "NULL";
  const int owner = pointer.kind == PointerKind::kAlias ? static_cast<int>(pointer.alias) : operand;
  const std::string start = fmt::format("memory[{}].data", owner);
  return pointer.offset == 0 ? start : fmt::format("{} + {}", start, pointer.offset);
}

std::string indented(const std::string& text) {
  std::string lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines += "    " + text.substr(at, end - at) + "\n";
    at = end + 1;
  }
  return lines;
}

std::string one_call_text(const Context& context) {
  const Call& call = context.call();
  const Parameters parameters = parameters_of(context.api());
  std::string text =
      fmt::format("// {}\ntypedef {} real;\n", print_call(call), real_type(context.api()));
  const std::string start = "typedef void stage_type(";
  text += wrapped(start, parameters.prototype, ");", start.size());
  text += constants_text(context);
  text += fmt::format("struct {{\n  char *data;\n}} A = {{{}}}, B = {{{}}}, C = {{{}}};\n",
                      pointer_text(call.A, 0), pointer_text(call.B, 1), pointer_text(call.C, 2));
  text += fmt::format("stage_type *const called = (stage_type *)dlsym(library, \"{}\");\n",
                      symbol_of(context));
  const std::string head = "if (called != NULL && setjmp(stage) == 0) called(";
  text += wrapped(head, parameters.arguments, ");", 4);
  return "  {\n" + indented(text) + "  }\n";
}

}  // namespace

std::string stage_text(const Context& context) {
  const Finding& finding = context.finding;
  if (finding.stage.empty()) return {};
  std::string text = replaced(std::string(kHead), "@BYTES@", std::to_string(stage_bytes(finding)));
  Finding one = finding;
  for (const Call& call : finding.stage) {
    one.call = call;
    text += one_call_text({one, context.contract, context.numbering, context.spec});
  }
  return text + std::string(kTail);
}

}  // namespace gemmcheck::reproducer
