#include "tool/cli.h"

int main(int argc, char** argv) {
  return gemmcheck::tool::run_command_line(argc, argv);
}
