// expect: --property race => violated race
// expect: --property race -DLOCKED => holds
// A library function reads and writes like the program itself.
#include <pthread.h>
#include <string.h>

static char name[16] = "first";
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *rename_it(void *unused) {
#ifdef LOCKED
  pthread_mutex_lock(&mutex);
#endif
  strcpy(name, "second"); //~ race
#ifdef LOCKED
  pthread_mutex_unlock(&mutex);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, rename_it, NULL);
#ifdef LOCKED
  pthread_mutex_lock(&mutex);
#endif
  size_t length = strlen(name); //~ race
#ifdef LOCKED
  pthread_mutex_unlock(&mutex);
#endif
  pthread_join(thread, NULL);
  return length > 6;
}
