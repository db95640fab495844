// Copying a whole struct reads the field that another thread writes.
// expect: => violated race
#include <pthread.h>
#include <stddef.h>

typedef struct {
  int x, y, z;
} point;

static point shared;

static void *move(void *unused) {
  shared.y = 1; //~ race
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, move, NULL);
  point copy = shared; //~ race
  pthread_join(thread, NULL);
  return copy.x;
}
