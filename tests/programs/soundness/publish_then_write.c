// Broken rule: "an object is published when a second thread looks at it".
//
// The writer publishes the object and then writes to it. If that write hides in the publishing step,
// the reader never sees the object between the two.
//
// expect: --property assert => violated assert
// expect: --property race => violated race
// expect: => violated
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

typedef struct {
  int a;
} object;

static object *_Atomic published;

static void *writer(void *unused) {
  object *o = calloc(1, sizeof *o);
  published = o;
  o->a = 1; //~ race
  return unused;
}

static void *reader(void *unused) {
  object *seen = published;
  if (seen) assert(seen->a == 1); //~ assert race
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, writer, NULL);
  pthread_create(&two, NULL, reader, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  free(published);
  return 0;
}
