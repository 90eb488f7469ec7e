#include <fmt/format.h>

#include "findings/comment.h"
#include "findings/reproducer_parts.h"

namespace gemmcheck {
namespace reproducer {

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

std::string c_string(std::string_view text) {
  std::string literal = "\"";
  for (const char c : one_line(text)) {
    if (c == '"' || c == '\\') literal += '\\';
    literal += c;
  }
  return literal + '"';
}

std::string c_path(std::string_view bytes) {
  std::string literal = "\"";
  for (const char c : bytes) {
    // Three octal digits cannot run into what follows, as hexadecimal ones would.
    const bool plain = c >= ' ' && c <= '~' && c != '"' && c != '\\' && c != '?';
    literal += plain ? std::string(1, c) : fmt::format("\\{:03o}", static_cast<unsigned char>(c));
  }
  return literal + '"';
}

std::string includes_text(const Checks& checks, bool staged) {
  std::string text = "#define _GNU_SOURCE\n#include <dlfcn.h>\n#include <errno.h>\n";
  if (checks.product) text += "#include <float.h>\n#include <inttypes.h>\n";
  if (staged) text += "#include <setjmp.h>\n";
  return text +
         "#include <limits.h>\n#include <math.h>\n#include <signal.h>\n#include <stddef.h>\n"
         "#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
         "#include <sys/mman.h>\n#include <sys/wait.h>\n#include <unistd.h>\n\n";
}

}  // namespace reproducer

std::string reproducer_source(const Finding& finding, const Contract& contract,
                              const Numbering& numbering, const LibrarySpec& spec) {
  using namespace reproducer;
  const Context context{finding, contract, numbering, spec};
  const Placement placement = place(finding.call);
  const Checks checks = checks_of(context);
  const bool staged = !finding.stage.empty();
  return build_comment(context) + includes_text(checks, staged) + call_text(context, placement) +
         memory_text(context, placement, checks) + library_text(context) + stage_text(context) +
         run_text(checks, staged) + (checks.product ? product_text(context, placement) : "") +
         judge_text(context, placement, checks) + main_text(context, placement);
}

}  // namespace gemmcheck
