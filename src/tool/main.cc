#include <csignal>

#include "tool/cli.h"

int main(int argc, char** argv) {
  // A file that must not grow any further is an error like a full disk, not the end.
  std::signal(SIGXFSZ, SIG_IGN);
  return gemmcheck::tool::run_command_line(argc, argv);
}
