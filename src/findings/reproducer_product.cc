// What C must hold after an accepted call: the plain formula, and which NaN and Inf it allows.
#include <fmt/format.h>

#include "call/enums.h"
#include "findings/reproducer_parts.h"

namespace gemmcheck::reproducer {
namespace {

constexpr std::string_view kValue = R"C(struct value {
  wide re, im;
};

// Element (row, column) of a matrix as the call's layout names them, before the call or now.
static struct value element(const struct operand *x, int64_t row, int64_t column, int before) {
  const size_t i = x->origin + PARTS * (size_t)(@PLACE@);
@OWNER@  struct value v = {before ? initial(x, i) : at(x, i), 0};
  if (PARTS == 2) v.im = before ? initial(x, i + 1) : at(x, i + 1);
  return v;
}

static struct value times(struct value x, struct value y) {
  if (PARTS == 1) return (struct value){x.re * y.re, 0};
  return (struct value){x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}

static wide size_of(struct value x) {
  return fabsl(x.re) + fabsl(x.im);
}

static void add(struct value *sum, struct value x, struct value y, wide *size, wide *largest) {
  const struct value product = times(x, y);
  sum->re += product.re;
  sum->im += product.im;
  if (!isfinite(size_of(x) * size_of(y))) return;
  *size += size_of(x) * size_of(y);
  *largest = fmaxl(*largest, fmaxl(size_of(x), size_of(y)));
}

)C";

constexpr std::string_view kSpecial = R"C(// Which NaN and Inf meet in one element.
struct specials {
  int open, nan, inf, plus, minus;
};

static int nan_in(struct value x) {
  return isnan(x.re) || isnan(x.im);
}

static int inf_in(struct value x) {
  return isinf(x.re) || isinf(x.im);
}

static void meet(struct specials *s, struct value scale, struct value x, struct value y) {
  const int nan = nan_in(scale) || nan_in(x) || nan_in(y);
  const int inf = inf_in(scale) || inf_in(x) || inf_in(y);
  if (!nan && !inf) return;
  // A factor 0, or one that may be flushed to 0, lets a library leave the term out.
  if (size_of(scale) < 2 * (wide)REAL_MIN || size_of(x) == 0 || size_of(y) == 0) {
    s->open = 1;
    return;
  }
  s->nan |= nan;
  s->inf |= inf;
  if (nan) return;
  if (!signbit(scale.re) == (!signbit(x.re) == !signbit(y.re))) s->plus = 1;
  else s->minus = 1;
}

// -1: the element is to be compared as a number.
static int special_fits(const struct specials *s, struct value now, int alpha_inf, int overflow) {
  const int special = nan_in(now) || inf_in(now);
  if (s->open) return 1;
  if (s->nan) return PARTS == 2 && (s->inf || overflow) ? special : nan_in(now);
  if (!s->inf) return -1;
  if (PARTS == 2) return special;
  if (s->plus && s->minus) return alpha_inf ? special : nan_in(now);
  if (overflow) return special;
  return isinf(now.re) && (now.re > 0) == s->plus;
}

)C";

constexpr std::string_view kResult =
    R"C(// Whether an element of C is right; `want` gets the plain formula's value.
static int element_fits(int64_t row, int64_t column, struct value *want) {
  const struct value a = {@ALPHA@};
  const struct value now = element(&C, row, column, 0);
  struct value sum = {0, 0};
  wide size = 0, largest = 1;
@DECLARE@  for (int64_t l = 0; l < @DEPTH@; ++l) {
    struct value x = element(&A, @A@, 1), y = element(&B, @B@, 1);
@CONJUGATE@    add(&sum, x, y, &size, &largest);
@MEET_PRODUCT@  }
  if (@DEPTH@ > 0) sum = times(a, sum);
  size *= isfinite(size_of(a)) ? size_of(a) : 0;
  largest *= isfinite(size_of(a)) ? size_of(a) : 0;
@READ_C@  *want = sum;
@SENTINEL@@FITS@}

static int result_is_wrong(void) {
  for (int64_t column = 0; column < n; ++column) {
    for (int64_t row = 0; row < m; ++row) {
      struct value want, now = element(&C, row, column, 0);
      if (element_fits(row, column, &want)) continue;
      printf(", C[%" PRId64 ",%" PRId64 "] = %g:%g, expected %g:%g", row, column, (double)now.re,
             (double)now.im, (double)want.re, (double)want.im);
      return 1;
    }
  }
  return 0;
}

)C";

constexpr std::string_view kReadC =
    R"C(  const struct value b = {@BETA@}, old = element(&C, row, column, 1);
  add(&sum, b, old, &size, &largest);
)C";

constexpr std::string_view kSentinel =
    R"C(  if (memcmp(C.data + @CPLACE@ * PARTS * sizeof(real), &sentinel, sizeof sentinel) == 0)
    return 0;  // not written
)C";

constexpr std::string_view kFitsExactly = R"C(  return now.re == sum.re && now.im == sum.im;
)C";

constexpr std::string_view kFitsWithin =
    R"C(  const wide bound = PARTS * (@DEPTH@ + 8) * (REAL_EPSILON * size + 8 * (wide)REAL_MIN);
  return (fabsl(now.re - sum.re) <= bound && fabsl(now.im - sum.im) <= bound)@OVERFLOW@;
)C";

constexpr std::string_view kFitsSpecial =
    R"C(  if (@DEPTH@ == 0 && !isfinite(size_of(a)) && nan_in(now)) return 1;  // Inf times nothing
  const int overflow = !(4 * fmaxl(size, largest) < REAL_MAX);
  const int fits = special_fits(&s, now, !isfinite(size_of(a)), overflow);
  if (fits >= 0) return fits;
)C";

std::string conjugations(const Call& call) {
  std::string text;
  if (is_conjugated(call.api, call.transa)) text += "    x.im = -x.im;\n";
  if (is_conjugated(call.api, call.transb)) text += "    y.im = -y.im;\n";
  return text;
}

// An operand that lies in another one's memory holds what that one does.
std::string owners_text(const Placement& placement) {
  constexpr std::string_view kNames = "ABC";
  std::string text;
  for (std::size_t i = 0; i < placement.operands.size(); ++i) {
    const auto owner = static_cast<std::size_t>(placement.operands[i].owner);
    if (owner != i)
      text +=
          fmt::format("  if (x == &{0}) x = &{1};  // {0} lies in {1}\n", kNames[i], kNames[owner]);
  }
  return text;
}

}  // namespace

std::string product_text(const Context& context, const Placement& placement) {
  const Call& call = context.call();
  const bool narrow = context.api().element.component_bytes == 4;
  const bool complex = context.api().element.complex;
  const bool special = may_be_special(call);
  const bool row_major = is_row_major(call.api, call.layout);

  std::string text = fmt::format(
      "typedef {} wide;\n#define REAL_EPSILON {}_EPSILON\n#define REAL_MIN {}_MIN\n"
      "#define REAL_MAX {}_MAX\n\n",
      "long double", narrow ? "FLT" : "DBL", narrow ? "FLT" : "DBL", narrow ? "FLT" : "DBL");
  text += kValue;
  if (special) text += kSpecial;
  text += kResult;

  std::string fits;
  if (special) fits += kFitsSpecial;
  fits += is_exact(call) ? kFitsExactly : kFitsWithin;
  text = replaced(text, "@FITS@", fits);
  text = replaced(text, "@OVERFLOW@",
                  special ? " ||\n         (overflow && (nan_in(now) || inf_in(now)))" : "");
  text = replaced(text, "@SENTINEL@", only_writes_c(call) ? kSentinel : "");
  text = replaced(text, "@READ_C@", only_writes_c(call) ? "" : kReadC);
  if (special && !only_writes_c(call)) {
    text = replaced(text, "  *want = sum;\n",
                    "  meet(&s, b, old, (struct value){1, 0});\n  *want = sum;\n");
  }
  text = replaced(text, "@DECLARE@", special ? "  struct specials s = {0, 0, 0, 0, 0};\n" : "");
  text = replaced(text, "@MEET_PRODUCT@", special ? "    meet(&s, a, x, y);\n" : "");
  text = replaced(text, "@CONJUGATE@", conjugations(call));
  text = replaced(text, "@DEPTH@", has_product(call) ? "k" : "0");
  text = replaced(text, "@A@", is_transposed(call.api, call.transa) ? "l, row" : "row, l");
  text = replaced(text, "@B@", is_transposed(call.api, call.transb) ? "column, l" : "l, column");
  text = replaced(text, "@ALPHA@", complex ? "alpha[0], alpha[1]" : "alpha[0], 0");
  text = replaced(text, "@BETA@", complex ? "beta[0], beta[1]" : "beta[0], 0");
  text = replaced(text, "@OWNER@", owners_text(placement));
  text = replaced(text, "@PLACE@", row_major ? "row * x->ld + column" : "column * x->ld + row");
  text = replaced(text, "@CPLACE@", row_major ? "(row * C.ld + column)" : "(column * C.ld + row)");
  return text;
}

}  // namespace gemmcheck::reproducer
