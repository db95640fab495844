// A pool of threads: jobs are allocated, handed over in a list and freed by the worker that did them.
//
// THREADS says who does what: "JJ|W" is a thread that hands over two jobs and a worker that does one. There are as
// many jobs as work.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS "JJ|W|W"
#endif

enum { MAX_THREADS = 8 };

typedef struct job {
  struct job *next;
  int number;
} job;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static job *jobs;
static int given, done;

static void hand_over(void) {
  job *fresh = malloc(sizeof *fresh);
  if (!fresh) exit(1);
  pthread_mutex_lock(&lock);
  fresh->number = given++;
  fresh->next = jobs;
  jobs = fresh;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&lock);
}

static void do_one(void) {
  pthread_mutex_lock(&lock);
  while (!jobs && done < given) pthread_cond_wait(&filled, &lock);
  job *mine = jobs;
  if (mine) {
    jobs = mine->next;
    done++;
    assert(mine->number < given);
  }
  pthread_mutex_unlock(&lock);
  free(mine);
}

static void *work(void *argument) {
  for (const char *operation = argument; *operation && *operation != '|'; operation++)
    *operation == 'J' ? hand_over() : do_one();
  return NULL;
}

int main(void) {
  static const char plan[] = THREADS;
  pthread_t threads[MAX_THREADS];
  int count = 0;
  for (const char *part = plan; *part; count++) {
    assert(count < MAX_THREADS);
    pthread_create(&threads[count], NULL, work, (void *)part);
    while (*part && *part != '|') part++;
    if (*part) part++;
  }
  for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
  while (jobs) {
    job *rest = jobs;
    jobs = rest->next;
    free(rest);
    done++;
  }
  assert(done == given);
  return 0;
}
