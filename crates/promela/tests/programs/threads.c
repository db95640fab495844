// Threads: arguments, results, the same function in several threads, detaching, and the end of the program.
// spin: holds
// spin -DDETACH: holds
// spin -DRACE_WITH_END: violated
// spin -DEXIT: holds
// spin -DNO_JOIN: violated
// spin -DJOIN_TWICE: violated
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct job {
  int from, to, sum;
};

struct job jobs[2] = {{1, 3, 0}, {4, 5, 0}};
int finished;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int add(int from, int to) {
  int sum = 0;
  for (int i = from; i <= to; i++) sum += i;
  return sum;
}

static void *work(void *arg) {
  struct job *job = arg;
  job->sum = add(job->from, job->to);
  pthread_mutex_lock(&lock);
  finished++;
  pthread_mutex_unlock(&lock);
  return job;
}

static void *late(void *unused) {
#ifdef RACE_WITH_END
  assert(finished != 2);
#endif
#ifdef EXIT
  exit(3);
#endif
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  void *result = 0;
  pthread_create(&a, 0, work, &jobs[0]);
  pthread_create(&b, 0, work, &jobs[1]);
  pthread_join(a, &result);
  struct job *done = result;
#ifdef NO_JOIN
  assert(jobs[1].sum == 9);
#endif
  assert(done->sum == 6);
#ifdef JOIN_TWICE
  pthread_join(a, 0);
#endif
  pthread_join(b, 0);
  assert(jobs[1].sum == 9 && finished == 2);
  pthread_create(&c, 0, late, 0);
#ifdef DETACH
  pthread_detach(c);
#endif
#ifdef EXIT
  pthread_join(c, 0);
  assert(0);
#endif
  return 0;
}
