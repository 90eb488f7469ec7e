/* Debian 12's static libstdc++ takes its random numbers from arc4random, which glibc has from 2.36 on only. A portable
   program brings its own, over the system call that glibc's uses as well. */
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

uint32_t arc4random(void) {
  uint32_t value;
  if (getrandom(&value, sizeof value, 0) != (ssize_t)sizeof value) abort();
  return value;
}
