// An object goes from one thread to another through a locked box; each uses it without a lock while it
// is its owner.
// expect: => holds
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *box;

static void *send(void *unused) {
  int *letter = malloc(sizeof *letter);
  *letter = 7;
  pthread_mutex_lock(&lock);
  box = letter;
  pthread_mutex_unlock(&lock);
  return unused;
}

static int *receive(void) {
  pthread_mutex_lock(&lock);
  int *letter = box;
  box = NULL;
  pthread_mutex_unlock(&lock);
  return letter;
}

int main(void) {
  pthread_t thread;
  int *letter;
  pthread_create(&thread, NULL, send, NULL);
  while (!(letter = receive())) {
  }
  ++*letter;
  assert(*letter == 8);
  free(letter);
  pthread_join(thread, NULL);
  return 0;
}
