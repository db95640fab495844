// expect: --property race => violated race
// expect: -DREENTRANT => holds
// strtok remembers its place in a variable of its own, which two threads share.
#include <pthread.h>
#include <string.h>

static char one[] = "a b";
static char two[] = "c d";

static void *split(void *text) {
#ifdef REENTRANT
  char *place;
  for (char *t = strtok_r(text, " ", &place); t; t = strtok_r(NULL, " ", &place)) {}
#else
  for (char *t = strtok(text, " "); t; t = strtok(NULL, " ")) {} //~ race
#endif
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, split, one);
  split(two);
  pthread_join(thread, NULL);
  return 0;
}
