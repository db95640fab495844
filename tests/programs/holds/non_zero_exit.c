// A program may end with any status.
// expect: => holds
#include <stdlib.h>

int main(void) { exit(3); }
