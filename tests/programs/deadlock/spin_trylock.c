// A thread tries again and again to take a mutex that nobody gives back.
// expect: => violated deadlock
// expect: -DRWLOCK => violated deadlock
// expect: -DSEMAPHORE => violated deadlock
// expect: -DSPINLOCK => violated deadlock
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spinlock;
static sem_t semaphore;

#ifdef RWLOCK
#define TRY() pthread_rwlock_trywrlock(&rwlock)
#elif defined SEMAPHORE
#define TRY() sem_trywait(&semaphore)
#elif defined SPINLOCK
#define TRY() pthread_spin_trylock(&spinlock)
#else
#define TRY() pthread_mutex_trylock(&mutex)
#endif

static void *work(void *unused) {
  while (TRY() != 0) //~ deadlock
    ;
  return unused;
}

int main(void) {
  pthread_t one, other;
  sem_init(&semaphore, 0, 1);
  pthread_spin_init(&spinlock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&other, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
