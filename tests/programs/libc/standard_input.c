// expect: --stdin tests/programs/libc/input.txt => holds
// expect: => violated assert
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char name[16], line[16], *made = NULL;
  int age, first;
  size_t room = 0;
  assert(scanf("%15s %d", name, &age) == 2); //~ assert
  assert(strcmp(name, "Ada") == 0 && age == 36);
  assert(getchar() == '\n');
  first = getc(stdin);
  assert(ungetc(first, stdin) == 'G');
  assert(fgets(line, sizeof line, stdin) && strcmp(line, "Grace 85\n") == 0);
  assert(!feof(stdin));
  assert(getline(&made, &room, stdin) == 3 && strcmp(made, "end") == 0);
  assert(feof(stdin) && getchar() == EOF && fgets(line, sizeof line, stdin) == NULL);
  assert(fread(line, 1, 4, stdin) == 0 && read(0, line, 4) == 0);
  clearerr(stdin);
  assert(!feof(stdin) && !ferror(stdin));
  assert(scanf("%d", &age) == EOF);
  free(made);
  return 0;
}
