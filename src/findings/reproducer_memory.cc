// The operands of a reproducer: where they lie, what they hold, what of it has changed.
#include <fmt/format.h>

#include "call/extents.h"
#include "findings/reproducer_parts.h"

namespace gemmcheck::reproducer {
namespace {

constexpr std::string_view kBits = R"C(static uint64_t bits(uint64_t operand, uint64_t index) {
  uint64_t x = index * 0x9e3779b97f4a7c15u + (4 * SEED + operand + 1) * 0xd6e8feb86659fd93u;
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
  return x ^ x >> 32;
}

)C";

constexpr std::string_view kAt = R"C(static real at(const struct operand *x, size_t position) {
  real value;
  memcpy(&value, x->memory + x->lowest + position * sizeof value, sizeof value);
  return value;
}

)C";

constexpr std::string_view kProvide = R"C(static void cannot_run(const char *what) {
  printf("cannot run: %s: %s\n", what, strerror(errno));
  exit(2);
}

static void provide(struct operand *x) {
@OPEN@  x->data = x->memory + x->lowest + x->origin * sizeof(real);
@MARGIN@  for (@EACH@) {
    const real value = initial(x, i);
    memcpy(x->memory + x->lowest + i * sizeof value, &value, sizeof value);
  }
}

)C";

constexpr std::string_view kOpen =
    R"C(  char *all = mmap(NULL, x->room + 2 * GUARD, PROT_NONE,
                   MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all == MAP_FAILED || mprotect(all + GUARD, x->room, PROT_READ | PROT_WRITE) != 0)
    cannot_run("memory for an operand");
  x->memory = all + GUARD;
)C";
constexpr std::string_view kOpenPages =
    R"C(  char *all = mmap(NULL, x->room + 2 * GUARD, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all == MAP_FAILED) cannot_run("addresses for an operand");
  x->memory = all + GUARD;
  for (const struct pages *p = x->pages; p->end != 0; ++p) {
    if (mmap(x->memory + p->begin, p->end - p->begin, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
      cannot_run("memory for an operand");
  }
)C";

// Of far operands.
constexpr std::string_view kNext =
    R"C(// The first number from `position` on that lies in the operand's pages.
static size_t next(const struct operand *x, size_t position) {
  for (const struct pages *p = x->pages; p->end != 0; ++p) {
    const size_t below = p->begin > x->lowest ? p->begin - x->lowest : 0;
    const size_t first = (below + sizeof(real) - 1) / sizeof(real);
    if (position < first) position = first;
    if (x->lowest + (position + 1) * sizeof(real) <= p->end) break;
  }
  return position < x->components ? position : x->components;
}

)C";

constexpr std::string_view kFillMargins = "  memset(x->memory, MARGIN, x->room);\n";
constexpr std::string_view kFillMarginsInPages =
    "  for (const struct pages *p = x->pages; p->end != 0; ++p)\n"
    "    memset(x->memory + p->begin, MARGIN, p->end - p->begin);\n";
constexpr std::string_view kEach = "size_t i = 0; i < x->components; ++i";
constexpr std::string_view kEachInPages =
    "size_t i = next(x, 0); i < x->components; i = next(x, i + 1)";
constexpr std::string_view kEachByte = "  for (size_t i = 0; i < x->room; ++i) {";
constexpr std::string_view kEachByteInPages =
    "  for (const struct pages *p = x->pages; p->end != 0; ++p)\n"
    "  for (size_t i = p->begin; i < p->end; ++i) {";

constexpr std::string_view kChanged =
    R"C(// Whether an operand holds something else than before the call. Says where.
static int changed(const struct operand *x) {
  for (@EACH@) {
    const real before = initial(x, i), now = at(x, i);
@SKIP@    if (memcmp(&before, &now, sizeof now) == 0) continue;
    printf(", but %s changed: byte %zu from %g to %g", x->name, i * sizeof now, before, now);
    return 1;
  }
  return 0;
}

)C";

// C's own elements are for the library to write.
constexpr std::string_view kSkipElements =
    R"C(    const int64_t element = (int64_t)(i - x->origin) / PARTS;
    if (x == &C && i >= x->origin && element % x->ld < x->rows && element / x->ld < x->columns)
      continue;
)C";

constexpr std::string_view kMargins =
    R"C(// Whether anything was written around an operand. Says where.
static int overrun(const struct operand *x) {
  const size_t end = x->lowest + x->components * sizeof(real);
@EACHBYTE@
    if ((i >= x->lowest && i < end) || (unsigned char)x->memory[i] == MARGIN) continue;
    printf(", but memory %s %s was written", i < end ? "before" : "after", x->name);
    return 1;
  }
  return 0;
}

)C";

std::string declaration(const Context& context, const Placement& placement, Operand operand) {
  const auto number = static_cast<std::size_t>(operand);
  const char name = "ABC"[number];
  const Layout& layout = placement.operands[number];
  // Where the call describes no matrix, nothing may be taken for its elements.
  Shape shape = operand_shape(context.call(), operand);
  if (!placement.exact || shape.columns == 0 || shape.rows == 0) shape = {0, 0, 1};
  if (shape.columns == 1 && shape.ld < shape.rows) shape.ld = shape.rows;
  std::string pages;
  if (placement.is_far()) {
    pages = fmt::format("static const struct pages {}_pages[] = ", name);
    std::string list = "{";
    for (const Stretch& stretch : layout.pages)
      list += fmt::format("{{{}u, {}u}}, ", stretch.begin, stretch.end);
    // Of one that is not far, all.
    if (layout.pages.empty() && layout.room != 0) list += fmt::format("{{0, {}}}, ", layout.room);
    pages = wrapped(pages, list + "{0, 0}", "};", pages.size() + 1);
  }
  return pages + fmt::format(
                     "static struct operand {} = {{\"{}\", {}, {}, {}, {}, {}, {}, {}, {}, NULL, "
                     "NULL{}}};\n",
                     name, name, number, shape.rows, shape.columns, shape.ld, layout.room,
                     layout.lowest, layout.components, layout.origin,
                     placement.is_far() ? fmt::format(", {}_pages", name) : "");
}

// Name of the operand whose elements the fill makes NaN or Inf; 0 if none.
char special_operand(FillKind kind) {
  switch (kind) {
    case FillKind::kNanA:
    case FillKind::kInfA:
      return 'A';
    case FillKind::kNanB:
    case FillKind::kInfB:
      return 'B';
    case FillKind::kNanC:
    case FillKind::kInfC:
      return 'C';
    default:
      return 0;
  }
}

bool is_infinite(FillKind kind) {
  return kind == FillKind::kInfA || kind == FillKind::kInfB || kind == FillKind::kInfC;
}

// The function that gives every component its value before the call.
std::string initial_text(const Context& context) {
  const Fill& fill = context.call().fill;
  const bool front = context.call().guard == static_cast<std::int32_t>(Guard::kFront);
  std::string text =
      "// What number `position` of an operand is before the call.\n"
      "static real initial(const struct operand *x, size_t position) {\n";
  if (const char special = special_operand(fill.kind); special != 0) {
    text += fmt::format(
        "  const int64_t offset = (int64_t)(position - x->origin), element = offset / PARTS;\n"
        "  const int64_t row = element % x->ld, column = element / x->ld;\n"
        "  if (x == &{0} && position >= x->origin && offset % PARTS == 0 && row < x->rows &&\n"
        "      column < x->columns && (element == 0 || bits({1}, row * 0x10001 + column) % 5 == "
        "0))\n"
        "    return {2};\n",
        special, special - 'A', is_infinite(fill.kind) ? "INFINITY" : "NAN");
  }
  if (only_writes_c(context.call()))
    text += "  if (x == &C) return sentinel.value;  // beta is 0: C is only written\n";
  text += fmt::format("  const uint64_t random = bits(x->number, {});\n",
                      front ? "position" : "x->components - 1 - position");
  text += fill.kind == FillKind::kRandom
              ? "  return (real)((int32_t)(random & 0xffffff) - (1 << 23)) / (1 << 23);\n"
              : "  return (random & 4 ? -1 : 1) * (real)((random & 3) + 1);\n";
  return text + "}\n\n";
}

}  // namespace

std::string memory_text(const Context& context, const Placement& placement, const Checks& checks) {
  const Call& call = context.call();
  const bool narrow = context.api().element.component_bytes == 4;
  std::string text = "#define SEED UINT64_C(" + std::to_string(call.fill.seed) + ")\n";
  text +=
      fmt::format("#define PARTS {}  // of an element\n", context.api().element.complex ? 2 : 1);
  if (checks.margins) text += "#define MARGIN 0xa5\n";
  // Past far operands, an index that is cut to 32 bits leads no further.
  text += fmt::format("#define GUARD ((size_t)1 << {})  // inaccessible bytes on each side\n",
                      placement.is_far() ? 36 : 20);
  for (const Operand operand : {Operand::kA, Operand::kB, Operand::kC})
    text += declaration(context, placement, operand);
  if (only_writes_c(call)) {
    text += fmt::format("static const union {{ {} bits; real value; }} sentinel = {{{}}};\n",
                        narrow ? "uint32_t" : "uint64_t",
                        narrow ? "0x7fd5a5a5u" : "0x7ffda5a5a5a5a5a5u");
  }
  text += "\n";
  text += kBits;
  text += initial_text(context);
  const bool far = placement.is_far();
  if (far) text += kNext;
  const auto in_memory = [&](std::string part) {
    part = replaced(std::move(part), "@EACH@", far ? kEachInPages : kEach);
    part = replaced(std::move(part), "@EACHBYTE@", far ? kEachByteInPages : kEachByte);
    return replaced(std::move(part), "@OPEN@", far ? kOpenPages : kOpen);
  };
  const std::string_view margins = far ? kFillMarginsInPages : kFillMargins;
  text += replaced(in_memory(std::string(kProvide)), "@MARGIN@", checks.margins ? margins : "");
  const bool compares = checks.inputs || checks.output || checks.gaps || checks.untouched;
  if (compares || checks.product) text += kAt;
  if (compares) {
    text += replaced(in_memory(std::string(kChanged)), "@SKIP@", checks.gaps ? kSkipElements : "");
  }
  if (checks.margins) text += in_memory(std::string(kMargins));
  return text;
}

}  // namespace gemmcheck::reproducer
