#include "tool/cli.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

#include "tool/commands.h"
#include "tool/common.h"
#include "tool/options.h"

namespace gemmcheck::tool {
namespace {

constexpr const char* kFooter =
    R"(Exit codes: 0 nothing new; 1 new findings or disagreements; 2 bad usage or bad input;
3 the library cannot be used; 4 the harness itself failed.

A library is a name (openblas, netlib, blis, auto) or a path with its interface:
  cblas:/opt/lib/libfoo.so                         32-bit integers, plain symbols
  cblas:./libfoo.so?int=64&prefix=scipy_&suffix=64_

A call is one line; `gemmcheck COMMAND --help` has examples.)";

constexpr const char* kCallForm =
    R"(

A call is an API and KEY=VALUE for all that differs from the smallest legal call:
  layout             ColMajor (default), RowMajor; cblas_* only
  transa transb      N (default), T, C
  m n k lda ldb ldc  integers; sizes are 1 and leading dimensions tight where they are left out
  alpha beta         2, -0.5, 1e-3, nan, inf, null; complex 1:-2
  A B C              null; +BYTES past an aligned address; A, B or C for the memory of another
                     operand, A+BYTES for a place in it
  guard              end (default): the last byte of each operand lies against an inaccessible
                     page; front: the first byte does
  fill               what the operands hold: int:SEED (default int:0) small integers, random:SEED
                     numbers in [-1, 1); nanA nanB nanC infA infB infC:SEED small integers with
                     NaN or Inf in that operand
Any raw value of an enum is #INTEGER, as in transa=#47.)";

struct Command {
  const char* name;
  const char* summary;
  const char* examples;
  int (*function)(const Options&);
  bool takes_call = false;
};

// An empty value is a variable that nobody set, not a wish for the default.
std::string not_empty(const std::string& value) {
  return value.empty() ? "its value is empty" : "";
}

void add_deadline(CLI::App& app, Options& options) {
  app.add_option("--deadline", options.deadline_ms,
                 "Milliseconds after which a call counts as hanging")
      ->capture_default_str();
}

void add_library(CLI::App& app, Options& options) {
  app.add_option("--library", options.library, "openblas, netlib, blis, auto, or cblas:PATH")
      ->capture_default_str();
  add_deadline(app, options);
}

void add_lists(CLI::App& app, Options& options) {
  app.add_option("--lists", options.lists,
                 "Lists of accepted differences (files or folders), besides the built-in ones")
      ->allow_extra_args(false);
}

void add_call(CLI::App& app, Options& options) {
  app.add_option("call", options.words,
                 "The call's words, or - to read calls from stdin, one a line")
      ->required();
}

void add_json(CLI::App& app, Options& options) {
  app.add_flag_callback(
      "--json", [&options] { options.json = ""; }, "Print one JSON document");
}

void add_stream(CLI::App& app, Options& options) {
  app.add_option("--seed", options.seed, "The stream's seed")->capture_default_str();
  app.add_option("--api", options.apis, "Only these APIs: a,b,... (part of the stream's identity)")
      ->delimiter(',');
}

void add_selection(CLI::App& app, Options& options, const char* default_cases) {
  add_stream(app, options);
  app.add_option("--cases", options.cases,
                 std::string("How many calls (default ") + default_cases + " without --time)")
      ->check(not_empty);
  app.add_option("--time", options.time, "How long instead: 60s, 5m, 2h")->check(not_empty);
  app.add_option("--shard", options.shard, "i/n: the calls whose index is i modulo n")
      ->capture_default_str();
  app.add_option("--only", options.only,
                 "Only calls that match a pattern, e.g. 'api=cblas_* m=0 lda=<1'")
      ->check(not_empty);
  app.add_option("--json", options.json, "Write the whole result to this file (- is stdout)");
}

void add_run(CLI::App& app, Options& options) {
  add_library(app, options);
  add_selection(app, options, "1,000,000");
  app.add_option("--jobs", options.jobs, "Worker processes at work at the same time")
      ->capture_default_str();
  app.add_flag("--resume", options.resume,
               "Go on where an earlier run with the same options and --out was cut off");
  app.add_option("--out", options.out, "Folder for the findings")
      ->check(not_empty)
      ->default_str("findings");
  add_lists(app, options);
}

void add_compare(CLI::App& app, Options& options) {
  app.add_option("libraries", options.words, "Two or more: openblas, netlib, blis, or cblas:PATH")
      ->required();
  add_deadline(app, options);
  add_selection(app, options, "100,000");
}

void add_generate(CLI::App& app, Options& options) {
  add_stream(app, options);
  app.add_option("--cases", options.cases, "How many calls")->required();
  app.add_option("--from", options.from, "First index")->capture_default_str();
}

void add_replay(CLI::App& app, Options& options) {
  add_library(app, options);
  add_lists(app, options);
  add_json(app, options);
  app.add_option("paths", options.words,
                 "Files of calls, folders searched for *.txt, or - for stdin")
      ->required();
}

void add_prediction(CLI::App& app, Options& options) {
  app.add_option("--target", options.target,
                 "What to predict for (netlib); by default the call's own API decides")
      ->check(not_empty);
  add_json(app, options);
  add_call(app, options);
}

void add_explanation(CLI::App& app, Options& options) {
  app.add_option("--target", options.target,
                 "What to predict for (netlib); by default the call's own API decides")
      ->check(not_empty);
  add_call(app, options);
}

void add_observation(CLI::App& app, Options& options) {
  add_library(app, options);
  add_json(app, options);
  add_call(app, options);
}

void add_lists_command(CLI::App& app, Options& options) {
  add_lists(app, options);
  add_json(app, options);
}

void add_libraries_command(CLI::App& app, Options& options) {
  app.add_option("library", options.words, "Names or paths to try besides the known ones");
  add_json(app, options);
}

struct Row {
  Command command;
  void (*add_options)(CLI::App&, Options&);
};

constexpr Row kCommands[] = {
    {{"run", "Hunt: generate calls, make them, judge, reduce and file what disagrees",
      "  gemmcheck run --library openblas --cases 300000\n"
      "  gemmcheck run --library netlib --time 60s --only 'api=cblas_* layout=RowMajor'\n"
      "  gemmcheck run --library cblas:/opt/mkl/lib/libmkl_rt.so --json result.json",
      run},
     add_run},
    {{"generate", "Print calls of the stream without making them",
      "  gemmcheck generate --seed 7 --cases 20\n  gemmcheck generate --seed 7 --from 123456 "
      "--cases 1",
      generate},
     add_generate},
    {{"replay", "Make the calls of corpus files and compare with the prediction",
      "  gemmcheck replay findings --library openblas\n  gemmcheck replay findings/5e1c0a/call.txt "
      "--library netlib",
      replay},
     add_replay},
    {{"predict", "What the contract says of a call",
      "  gemmcheck predict dgemm_ m=3 lda=2\n"
      "  gemmcheck generate --seed 1 --cases 5 | gemmcheck predict - --json",
      predict, true},
     add_prediction},
    {{"explain", "What is wrong with a call, which parameter, which numbers, what to do",
      "  gemmcheck explain cblas_dgemm layout=RowMajor m=2 n=3 k=4 lda=3", explain, true},
     add_explanation},
    {{"observe", "Make a call on a library and print what happened",
      "  gemmcheck observe dgemm_ m=3 lda=2 --library netlib", observe, true},
     add_observation},
    {{"minimize", "Reduce a disagreeing call to the simplest one that disagrees in the same way",
      "  gemmcheck minimize 'cblas_dgemm m=0 n=7 k=5 lda=0' --library openblas", minimize, true},
     add_observation},
    {{"compare",
      "Make the same calls on several libraries and show where they differ, without a model",
      "  gemmcheck compare openblas netlib blis\n"
      "  gemmcheck compare cblas:./new/libfoo.so cblas:./old/libfoo.so --cases 1000000",
      compare},
     add_compare},
    {{"lists", "Show the lists of accepted differences",
      "  gemmcheck lists\n  gemmcheck lists --lists my/lists --json", lists},
     add_lists_command},
    {{"libraries", "Show the libraries that can be tested on this machine", "  gemmcheck libraries",
      libraries},
     add_libraries_command},
};

// "run " while its options are read; "" before.
std::string subcommand_of(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? "" : chosen.front()->get_name() + " ";
}

}  // namespace

int run_command_line(int argc, char** argv) {
  CLI::App app{"Tests the argument contract of GEMM on real BLAS libraries."};
  app.footer(kFooter);
  app.require_subcommand(1);
  app.set_version_flag("--version", GEMMCHECK_VERSION);
  Options options;
  int (*chosen)(const Options&) = nullptr;
  for (const Row& row : kCommands) {
    CLI::App* command = app.add_subcommand(row.command.name, row.command.summary);
    command->footer(std::string("Examples:\n") + row.command.examples +
                    (row.command.takes_call ? kCallForm : ""));
    row.add_options(*command, options);
    command->callback([&chosen, function = row.command.function] { chosen = function; });
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::RequiredError& error) {
    const std::string_view word = argc > 1 ? argv[1] : "";
    if (app.get_subcommands().empty() && !word.empty()) {
      std::fprintf(stderr, "gemmcheck: no %s \"%s\" (see gemmcheck --help)\n",
                   word.front() == '-' ? "option" : "subcommand", argv[1]);
    } else {
      std::fprintf(stderr, "gemmcheck: %s (see gemmcheck %s--help)\n", error.what(),
                   subcommand_of(app).c_str());
    }
    return kExitBadInput;
  } catch (const CLI::ParseError& error) {
    std::fprintf(stderr, "gemmcheck: %s (see gemmcheck %s--help)\n", error.what(),
                 subcommand_of(app).c_str());
    return kExitBadInput;
  }
  const int code = chosen(options);
  // Output that went nowhere is no success: a full disk, a closed pipe.
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    return fail({ErrorCode::kInternal, "standard output cannot be written"});
  }
  return code;
}

}  // namespace gemmcheck::tool
