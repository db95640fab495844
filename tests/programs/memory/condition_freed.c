// A condition variable is freed while a thread waits for it.
// expect: --property memory => violated memory
// expect: --property memory --reduction none => violated memory
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *changed;
static sem_t waiting;

static void *wait(void *unused) {
  pthread_mutex_lock(&mutex);
  sem_post(&waiting);
  pthread_cond_wait(changed, &mutex); //~ memory
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&waiting, 0, 0);
  changed = malloc(sizeof *changed);
  pthread_cond_init(changed, NULL);
  pthread_create(&thread, NULL, wait, NULL);
  sem_wait(&waiting);
  pthread_mutex_lock(&mutex);
  free(changed);
  pthread_mutex_unlock(&mutex);
  exit(0);
}
