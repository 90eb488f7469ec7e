// The top of a reproducer: how to build it, what it shows, the prototype and the arguments.
#include <fmt/format.h>

#include "call/enums.h"
#include "call/text.h"
#include "findings/comment.h"
#include "findings/reproducer_parts.h"

namespace gemmcheck::reproducer {
namespace {

constexpr std::string_view kStruct =
    R"C(// A matrix in memory: `columns` of `rows` contiguous elements, `ld` apart. It lies in `room` bytes
// between inaccessible pages; from byte `lowest` on it holds `components` numbers, and the
// function gets a pointer to number `origin` of them.
struct operand {
  const char *name;
  uint64_t number;
  int64_t rows, columns, ld;
  size_t room, lowest, components, origin;
  char *memory, *data;
@PAGES@};

)C";
constexpr std::string_view kPages =
    "  const struct pages { size_t begin, end; } *pages;  // of the room, the accessible ones\n";

// A parameter's value with its name in a comment: "112 /* transb = T */".
std::string enum_text(const Context& context, Key key) {
  const std::int64_t value = get_integer(context.call(), key);
  const std::string_view name = enum_name(context.api().api, key, value);
  return fmt::format("{} = {}{}", key_name(key), value,
                     name.empty() ? "" : fmt::format(" /* {} */", name));
}

// The smallest 64-bit integer has no literal of its own.
std::string integer_literal(std::int64_t value) {
  if (value == INT64_MIN) return "INT64_MIN";
  return value == INT32_MIN ? "INT32_MIN" : std::to_string(value);
}

std::string integers_text(const Context& context) {
  std::string text;
  for (const Key key : context.api().parameters) {
    if (!holds_integer(key) || !enum_rows(context.api().api, key).empty()) continue;
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", key_name(key),
                        integer_literal(get_integer(context.call(), key)));
  }
  return text;
}

std::string enums_text(const Context& context) {
  std::string text;
  for (const Key key : context.api().parameters) {
    if (holds_integer(key) && !enum_rows(context.api().api, key).empty())
      text += (text.empty() ? "" : ", ") + enum_text(context, key);
  }
  return text;
}

bool scalars_by_value(const ApiInfo& api) {
  return api.convention == Convention::kCblas && !api.element.complex;
}

std::string scalar_text(const Context& context, std::string_view name, const Scalar& scalar) {
  const ElementType element = context.api().element;
  if (scalar.null && !scalars_by_value(context.api()))
    return fmt::format("static const real *const {} = NULL;\n", name);
  std::string values = c_constant(scalar.re, element.component_bytes);
  if (element.complex) values += ", " + c_constant(scalar.im, element.component_bytes);
  return fmt::format("static const real {}[] = {{{}}};\n", name, values);
}

// One parameter as declared and as passed.
void add_parameter(const ApiInfo& api, Key key, Parameters& texts) {
  const bool fortran = api.convention == Convention::kFortran;
  const std::string name(key_name(key));
  const bool first = texts.arguments.empty();
  std::string type;
  std::string argument = name;
  if (key == Key::kA || key == Key::kB || key == Key::kC) {
    type = key == Key::kC ? "void *" : "const void *";
    argument += ".data";
  } else if (key == Key::kAlpha || key == Key::kBeta) {
    type = scalars_by_value(api) ? "real " : "const void *";
    if (scalars_by_value(api)) argument += "[0]";
  } else {
    const bool is_enum = !enum_rows(api.api, key).empty();
    type = fmt::format("{}{} {}", fortran ? "const " : "",
                       !is_enum  ? "blasint"
                       : fortran ? "char"
                                 : "int",
                       fortran ? "*" : "");
    if (fortran) argument = "&" + argument;
  }
  texts.prototype += (first ? "" : ", ") + type + name;
  texts.arguments += (first ? "" : ", ") + argument;
}

}  // namespace

std::string wrapped(const std::string& head, const std::string& list, const std::string& tail,
                    std::size_t indent) {
  std::string text;
  std::string line = head;
  for (std::size_t at = 0; at < list.size();) {
    std::size_t end = list.find(", ", at);
    end = end == std::string::npos ? list.size() : end + 2;
    const std::string word = list.substr(at, end - at);
    if (line.size() + word.size() > 98) {
      text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
      line = std::string(indent, ' ');
    }
    line += word;
    at = end;
  }
  return text + line + tail + "\n";
}

Parameters parameters_of(const ApiInfo& api) {
  Parameters parameters;
  for (const Key key : api.parameters) add_parameter(api, key, parameters);
  if (api.convention == Convention::kFortran) {  // the lengths of the two character arguments
    parameters.prototype += ", size_t, size_t";
    parameters.arguments += ", 1, 1";
  }
  return parameters;
}

std::string_view real_type(const ApiInfo& api) {
  return api.element.component_bytes == 4 ? "float" : "double";
}

std::string constants_text(const Context& context) {
  const bool fortran = context.api().convention == Convention::kFortran;
  return fmt::format("static const {} {};\n", fortran ? "char" : "int", enums_text(context)) +
         fmt::format("static const blasint {};\n", integers_text(context)) +
         scalar_text(context, "alpha", context.call().alpha) +
         scalar_text(context, "beta", context.call().beta);
}

std::string build_comment(const Context& context) {
  const Finding& finding = context.finding;
  const LibraryInfo& library = finding.library;
  std::string name = library.name;
  name += library.version.empty() ? ", version unknown" : " " + library.version;
  if (!library.core.empty()) name += " (" + library.core + ")";
  std::string stage;
  for (const Call& call : finding.stage) {
    stage += fmt::format("  {}   (before it, in the same process)\n", print_call(call));
  }
  return comment_lines(
      "// ",
      fmt::format("cc -o reproducer reproducer.c -ldl -lm\n\n"
                  "{}, {}:\n{}  {}\n  expected: {}\n  observed: {}\n{}\n\n"
                  "Exit status: 0 it behaves as expected, 1 it deviates, 2 it is another "
                  "library or cannot run.\n"
                  "./reproducer FILE tries another build of the library.",
                  name, kind_name(finding.key.kind), stage, print_call(finding.call),
                  expected_text(finding), observed_text(finding), explanation_text(finding)));
}

std::string symbol_of(const Context& context) {
  return context.spec.prefix + std::string(context.api().name) + context.spec.suffix;
}

std::string call_text(const Context& context, const Placement& placement) {
  const Parameters parameters = parameters_of(context.api());
  std::string text =
      fmt::format("typedef {} real;\ntypedef {} blasint;\n\n", real_type(context.api()),
                  context.spec.int_bits == 64 ? "int64_t" : "int");
  text += replaced(std::string(kStruct), "@PAGES@", placement.is_far() ? kPages : "");
  const std::string start = "typedef void function_type(";
  text += fmt::format("#define FUNCTION \"{}\"\n", symbol_of(context));
  text += wrapped(start, parameters.prototype, ");", start.size());
  text += "static function_type *function;  // of the library\n\n";
  text += fmt::format("// {}\n", print_call(context.call()));
  text += constants_text(context);
  text += "static struct operand A, B, C;\n\nstatic void make_the_call(void) {\n";
  const std::string call = "  function(";
  return text + wrapped(call, parameters.arguments, ");", call.size()) + "}\n\n";
}

}  // namespace gemmcheck::reproducer
