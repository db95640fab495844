// expect: -O2 -- -D_FORTIFY_SOURCE=2 => violated memory
// The checking variants that a fortified program calls say how much room there is.
#include <string.h>

char name[4];

int main(int argc, char **argv) {
  strcpy(name, argc > 0 ? "longer" : argv[0]);
  return name[0];
}
