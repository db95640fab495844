// expect: => holds
// err prints and ends the process; handlers still run.
#include <assert.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdlib.h>

static int steps;

static void at_end(void) { assert(steps == 3); }

int main(void) {
  atexit(at_end);
  warnx("%d of %s", 1, "three");
  steps++;
  errno = ENOENT;
  warn("%s", "file");
  assert(errno == ENOENT);
  steps++;
  error(0, ERANGE, "number %d", 3);
  steps++;
  err(7, "done");
  assert(0);
}
