// What each thread has of its own has no value in a state: an invariant and a proposition are refused that
// look at a thread-local variable, errno, a thread-specific value or the running thread. They were evaluated
// as if whoever moved last had run them, and held.
// expect: --invariant variable => error
// expect: --invariant error_number => error
// expect: --invariant value => error
// expect: --invariant handle => error
// expect: --ltl "G !Seen" => error
// expect: --invariant converts => holds
#include <allways.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
enum AP { Seen };
static _Thread_local int own;
static pthread_key_t key;
static atomic_int turn;
bool variable(void) { return own == 0; }
bool error_number(void) { return errno == 0; }
bool value(void) { return pthread_getspecific(key) == NULL; }
bool handle(void) { return turn == 0 || pthread_self() == 0; }
// Where a library function fails, errno is nobody's.
bool converts(void) { return turn == 0 || strtol("99999999999999999999", NULL, 10) > turn; }
static bool is_set(void) { return own == 1; }
static void *work(void *unused) {
  own = 1;
  errno = EBUSY;
  pthread_setspecific(key, &turn);
  turn = 1;
  own = 0;
  return unused;
}
int main(void) {
  pthread_t one;
  pthread_key_create(&key, NULL);
  ap_global(Seen, is_set);
  pthread_create(&one, NULL, work, NULL);
  pthread_join(one, NULL);
  return 0;
}
