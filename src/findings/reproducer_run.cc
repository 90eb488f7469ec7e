// Which library the function comes from, the call in a child process, and what became of it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "findings/comment.h"
#include "findings/expectation.h"
#include "findings/reproducer_parts.h"

namespace gemmcheck::reproducer {
namespace {

constexpr std::string_view kLibrary =
    R"C(// Takes the function from the very file that was tested. Linked, the loader would go by the
// file's soname, which may lead it to another one. Says which file the function really comes from;
// 1 if that is a library of the kind meant.
static void *library;
static int load(const char *file) {
  Dl_info info;
  char path[PATH_MAX];
  library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  void *symbol = library == NULL ? NULL : dlsym(library, FUNCTION);
  if (symbol == NULL) {
    printf("cannot run: %s\n", dlerror());
    exit(2);
  }
  function = (function_type *)symbol;
  if (dladdr(symbol, &info) == 0 || realpath(info.dli_fname, path) == NULL)
    cannot_run("the file that " FUNCTION " comes from");
  printf("library:  %s\n", path);
  if (strcmp(path, TESTED) != 0) printf("tested:   %s\n", TESTED);

  for (size_t i = 0; i < sizeof identities / sizeof *identities; ++i) {
    const char *(*tell)(void) = (const char *(*)(void))dlsym(library, identities[i].symbol);
    if (tell == NULL) continue;
    if (identities[i].tells) printf("it says:  %s\n", tell());
    return strcmp(identities[i].kind, KIND) == 0;
  }
  // It tells nothing of itself: known by its file's name without the version.
  const char *name = strrchr(path, '/') + 1;
  return strncmp(name, FILE_NAME ".so", strlen(FILE_NAME ".so")) == 0;
}

)C";

constexpr std::string_view kRun = R"C(static struct {
  volatile int returned;
  char *volatile fault;
} *shared;  // with the child

@FAULT@// Makes the call in a child process under an alarm. Gets what it printed and how it ended.
static int run(char *text, size_t size) {
  FILE *output = tmpfile();
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (output == NULL || shared == MAP_FAILED) cannot_run("a child process");
  fflush(stdout);
  const pid_t child = fork();
  if (child < 0) cannot_run("a child process");
  if (child == 0) {
    const char *seconds = getenv("REPRODUCER_ALARM");
    alarm(seconds != NULL ? (unsigned)atoi(seconds) : 10);
    dup2(fileno(output), STDOUT_FILENO);
    dup2(fileno(output), STDERR_FILENO);
@HANDLER@@STAGE@    make_the_call();
    shared->returned = 1;
    exit(0);
  }
  int end = 0;
  if (waitpid(child, &end, 0) < 0) cannot_run("a child process");
  rewind(output);
  text[fread(text, 1, size - 1, output)] = '\0';
  return end;
}

// The first integer after the word "parameter".
static int reports_parameter(const char *text, int *number) {
  const char *word = strcasestr(text, "parameter");
  const char *digits = word == NULL ? NULL : strpbrk(word, "0123456789");
  if (digits == NULL) return 0;
  *number = digits[-1] == '-' ? -atoi(digits) : atoi(digits);
  return 1;
}

)C";

constexpr std::string_view kFault =
    R"C(static void on_fault(int signal_number, siginfo_t *info, void *context) {
  (void)context;
  shared->fault = info->si_addr;
  signal(signal_number, SIG_DFL);
  raise(signal_number);  // to die of it
}

static void say_where(const struct operand *x) {
  const char *end = x->memory + x->lowest + x->components * sizeof(real);
  if (x->memory == NULL || shared->fault < x->memory - GUARD ||
      shared->fault >= x->memory + x->room + GUARD)
    return;
  printf(", at byte %td of %s, which ends at byte %td", shared->fault - x->data, x->name,
         end - x->data);
}

)C";

constexpr std::string_view kHandler =
    R"C(    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
)C";

struct Identity {
  std::string_view kind;
  std::string_view symbol;
  bool tells;  ///< a function that returns text
};
// As the worker tells the libraries apart. The order matters: OpenBLAS may hold Netlib's CBLAS.
constexpr std::array kIdentities = {
    Identity{"openblas", "openblas_get_config", true},
    Identity{"openblas", "openblas_get_config64_", true},
    Identity{"blis", "bli_info_get_version_str", true},
    Identity{"netlib", "CBLAS_CallFromC", false},
};

}  // namespace

std::string library_text(const Context& context) {
  const LibrarySpec& spec = context.spec;
  const LibraryInfo& library = context.finding.library;
  std::string rows;
  for (const Identity& identity : kIdentities) {
    std::vector<std::string> symbols = {std::string(identity.symbol)};
    if (!spec.prefix.empty() || !spec.suffix.empty())
      symbols.insert(symbols.begin(), spec.prefix + symbols[0] + spec.suffix);
    for (const std::string& symbol : symbols) {
      rows += fmt::format("    {{\"{}\", {}, {}}},\n", identity.kind, c_string(symbol),
                          identity.tells ? 1 : 0);
    }
  }
  const std::string& tested = library.path.empty() ? spec.path : library.path;
  // What was opened may bring the functions by what it depends on. A bare name is the loader's to
  // find, and may mean another file tomorrow.
  const std::string& opened = spec.path.find('/') == std::string::npos ? tested : spec.path;
  std::string file = std::filesystem::path(tested).filename().string();
  file.resize(std::min(file.size(), file.find(".so")));
  return fmt::format(
             "#define LIBRARY {}\n#define TESTED {}\n#define KIND {}\n#define FILE_NAME {}\n"
             "static const struct {{\n  const char *kind, *symbol;\n  int tells;  // it is a "
             "function that returns text\n}} identities[] = {{\n{}}};\n\n",
             c_path(opened), c_path(tested), c_string(library.name), c_path(file), rows) +
         std::string(kLibrary);
}

std::string run_text(const Checks& checks, bool staged) {
  std::string text = replaced(std::string(kRun), "@FAULT@", checks.faults ? kFault : "");
  text = replaced(text, "@STAGE@", staged ? "    set_the_stage();\n" : "");
  text = replaced(text, "@HANDLER@", checks.faults ? kHandler : "");
  return checks.faults ? text : replaced(text, "  char *volatile fault;\n", "");
}

}  // namespace gemmcheck::reproducer
