// expect: --arg=-v --arg=name --arg=-n --arg=3 --arg=-- --arg=-x => holds
// expect: => violated assert
// The program's arguments, taken apart.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int letter, verbose = 0, count = 0;
  while ((letter = getopt(argc, argv, "vn:")) != -1) {
    if (letter == 'v') verbose = 1;
    if (letter == 'n') count = atoi(optarg);
  }
  assert(verbose && count == 3); //~ assert
  assert(optind == 5 && strcmp(argv[5], "name") == 0 && strcmp(argv[6], "-x") == 0);
  return 0;
}
