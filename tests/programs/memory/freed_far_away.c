// Where a block was freed is told with the calls that led there, like the access.
// expect: => violated memory
#include <pthread.h>
#include <stdlib.h>

struct job {
  int number;
};

static struct job *current;

static void drop(struct job *job) {
  free(job);
}

static void finish(void) {
  drop(current);
}

static void *worker(void *unused) {
  finish();
  return unused;
}

static int look(const struct job *job) {
  return job->number; //~ memory
}

int main(void) {
  current = malloc(sizeof *current);
  current->number = 1;
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return look(current);
}
