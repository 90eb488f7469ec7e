// What of the call's end, text and memory is judged, and the program's last lines.
#include <fmt/format.h>

#include <initializer_list>

#include "call/text.h"
#include "findings/expectation.h"
#include "findings/reproducer_parts.h"

namespace gemmcheck::reproducer {
namespace {

constexpr std::string_view kOperandNames = "ABC";

// The numbers that a message of one format may name, as a C condition.
std::string numbers_text(const Context& context, MessageFormat format) {
  const Call& call = context.call();
  const Scheme scheme = context.finding.key.clause == kNumberingClause
                            ? prescribed_scheme(call.api)
                            : context.numbering.scheme(call.api, format);
  std::string text;
  for (const Key parameter : expected_parameters(context.finding.prediction, context.contract)) {
    if (const auto number = number_of(call, scheme, parameter))
      text += fmt::format("{}number == {}", text.empty() ? "" : " || ", *number);
  }
  return text.empty() ? "0" : text;
}

// The condition under which a message names the right parameter. A library may number differently
// in messages of different formats.
std::string right_number_text(const Context& context) {
  const std::string entry = numbers_text(context, MessageFormat::kOnEntryTo);
  const std::string routine = numbers_text(context, MessageFormat::kParameterToRoutine);
  const std::string other = numbers_text(context, MessageFormat::kParameterIncorrectOn);
  std::string text = other;
  if (routine != other) text = fmt::format("strstr(text, \"to routine\") ? {} : {}", routine, text);
  if (entry != other) text = fmt::format("strstr(text, \"On entry to\") ? {} : {}", entry, text);
  return text;
}

// "changed(&A) || changed(&B)", of the operands with memory of their own.
std::string any_text(const Placement& placement, std::string_view function,
                     std::initializer_list<Operand> operands) {
  std::string text;
  for (const Operand operand : operands) {
    const auto number = static_cast<std::size_t>(operand);
    if (!placement.operands[number].own) continue;
    text += fmt::format("{}{}(&{})", text.empty() ? "" : " || ", function, kOperandNames[number]);
  }
  return text;
}

// Whether C lies in this operand's memory: what C wrote is C's to answer for.
bool holds_c(const Placement& placement, Operand operand) {
  const Layout& c = placement.operands[static_cast<std::size_t>(Operand::kC)];
  return !c.own && c.pointer.front() == kOperandNames[static_cast<std::size_t>(operand)];
}

std::string conditions_text(const Context& context, const Placement& placement,
                            const Checks& checks) {
  using enum Operand;
  std::string text;
  // `when`: "" or which of several allowed answers the condition is about.
  const auto fail_if = [&](std::string_view when, const std::string& condition) {
    if (condition.empty()) return;
    const bool nested = !when.empty() && condition.find("||") != std::string::npos;
    text += fmt::format("  if ({}{}{}{}) return 0;\n", when, nested ? "(" : "", condition,
                        nested ? ")" : "");
  };
  const bool both = context.may_be_accepted() && context.may_be_refused();
  const std::string_view if_refused = both ? "refused && " : "";
  const std::string_view if_accepted = both ? "!refused && " : "";

  if (!context.may_be_refused()) fail_if("", "refused");
  if (!context.may_be_accepted()) fail_if("", "!refused");
  if (context.may_be_refused() && context.finding.prediction.reportable != 0)
    fail_if(if_refused, fmt::format("!({})", right_number_text(context)));
  if (checks.margins) fail_if("", any_text(placement, "overrun", {kA, kB, kC}));
  if (checks.inputs && checks.output && !both) {
    fail_if("", any_text(placement, "changed", {kA, kB, kC}));
  } else if (checks.inputs) {
    for (const Operand operand : {kA, kB}) {
      if (!holds_c(placement, operand)) fail_if("", any_text(placement, "changed", {operand}));
    }
    if (checks.output) fail_if(if_refused, any_text(placement, "changed", {kC}));
  }
  if (checks.untouched || checks.gaps) fail_if(if_accepted, any_text(placement, "changed", {kC}));
  if (checks.product) fail_if(if_accepted, "result_is_wrong()");
  return text;
}

constexpr std::string_view kJudge = R"C(// Says what became of the call; 1 if that is as expected.
static int behaves(int end, char *text) {
  int number = 0;
  const int refused = reports_parameter(text, &number);
  text[strcspn(text, "\n")] = '\0';
  if (WIFSIGNALED(end)) {
    if (WTERMSIG(end) == SIGALRM) printf("it did not return");
    else printf("it crashed (%s)", strsignal(WTERMSIG(end)));
@WHERE@    return 0;
  }
  if (!refused && !shared->returned) {
    printf("it ended the process (exit status %d): %s", WEXITSTATUS(end), text);
    return 0;
  }
  if (refused) printf("refused (%s)", text);
  else printf("accepted");
@CONDITIONS@  return 1;
}

)C";

}  // namespace

Checks checks_of(const Context& context) {
  const Kind kind = context.finding.key.kind;
  Checks checks;
  checks.margins = kind == Kind::kFootprint;
  checks.faults = kind == Kind::kFootprint || kind == Kind::kCrash;
  checks.output = context.may_be_refused();
  checks.inputs = context.may_be_refused() || kind == Kind::kEffect;
  checks.gaps = kind == Kind::kEffect && !context.may_be_refused();
  if (kind == Kind::kResult) {
    const Scalar& beta = context.call().beta;
    const bool keeps_c = beta.re == 1 && (beta.im == 0 || !context.api().element.complex);
    (!has_product(context.call()) && keeps_c ? checks.untouched : checks.product) = true;
  }
  return checks;
}

std::string judge_text(const Context& context, const Placement& placement, const Checks& checks) {
  std::string where;
  if (checks.faults) {
    for (const Operand operand : {Operand::kA, Operand::kB, Operand::kC}) {
      const auto number = static_cast<std::size_t>(operand);
      if (placement.operands[number].own)
        where += fmt::format("    say_where(&{});\n", kOperandNames[number]);
    }
  }
  return replaced(replaced(std::string(kJudge), "@WHERE@", where), "@CONDITIONS@",
                  conditions_text(context, placement, checks));
}

std::string main_text(const Context& context, const Placement& placement) {
  std::string text = "int main(int count, char **arguments) {\n";
  for (std::size_t i = 0; i < placement.operands.size(); ++i) {
    if (placement.operands[i].own) text += fmt::format("  provide(&{});\n", kOperandNames[i]);
  }
  for (std::size_t i = 0; i < placement.operands.size(); ++i) {
    const Layout& layout = placement.operands[i];
    if (!layout.own) text += fmt::format("  {}.data = {};\n", kOperandNames[i], layout.pointer);
  }
  return text + fmt::format(R"C(  const int same = load(count > 1 ? arguments[1] : LIBRARY);
  printf("call:     %s\nexpected: %s\nobserved: ", {}, {});
  char text[4096];
  const int end = run(text, sizeof text);
  const int good = behaves(end, text);
  printf("\n");
  if (!same) printf("This is not the library that was tested.\n");
  return !same ? 2 : good ? 0 : 1;
}}
)C",
                            c_string(print_call(context.call())),
                            c_string(expected_text(context.finding)));
}

}  // namespace gemmcheck::reproducer
