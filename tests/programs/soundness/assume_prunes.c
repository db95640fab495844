// Broken rule: "a step that ends in a failed assumption never happened".
//
// The flag was raised before the assumption failed, and the other thread may see it.
//
// expect: => violated assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

void __VERIFIER_assume(int condition);

static atomic_int flag;

static void *give_up(void *unused) {
  flag = 1;
  __VERIFIER_assume(0);
  return unused;
}

static void *look(void *unused) {
  if (flag) assert(0); //~ assert
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, give_up, NULL);
  pthread_create(&two, NULL, look, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
