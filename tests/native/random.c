#define _DEFAULT_SOURCE
#include "say.h"
#include <stdlib.h>

int main(void) {
  int i;
  for (i = 0; i < 5; i++) say("%d %ld", rand(), random());
  srand(42);
  for (i = 0; i < 5; i++) say("%d", rand());
  srandom(0);
  say("%ld", random());
  unsigned seed = 7;
  for (i = 0; i < 5; i++) say("%d", rand_r(&seed));
  say("%a %ld %ld", drand48(), lrand48(), mrand48());
  srand48(9);
  say("%a %ld %ld", drand48(), lrand48(), mrand48());
  unsigned short own[3] = {1, 2, 3};
  say("%a %ld %ld", erand48(own), nrand48(own), jrand48(own));
  return 0;
}
