// A semaphore as a signal and as a lock, and polling one.
// spin: holds
// spin -DNO_POST: violated
// spin -DTWO_INSIDE: violated
// spin -DPOLL: holds
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t ready, lock;
int data, inside;

static void *sender(void *unused) {
  data = 7;
#ifndef NO_POST
  sem_post(&ready);
#endif
  sem_wait(&lock);
  inside++;
  assert(inside == 1);
  inside--;
  sem_post(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  int left = 0;
  sem_init(&ready, 0, 0);
#ifdef TWO_INSIDE
  sem_init(&lock, 0, 2);
#else
  sem_init(&lock, 0, 1);
#endif
  pthread_create(&thread, 0, sender, 0);
#ifdef POLL
  while (sem_trywait(&ready) != 0) {
  }
  sem_getvalue(&ready, &left);
  assert(left == 0);
#else
  sem_wait(&ready);
#endif
  assert(data == 7);
  sem_wait(&lock);
  inside++;
  assert(inside == 1);
  inside--;
  sem_post(&lock);
  pthread_join(thread, 0);
  return left;
}
