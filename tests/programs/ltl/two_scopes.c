// Two threads have a scope with the same proposition: it holds while one of them says so.
// expect: --fair weak --ltl "F Busy" => holds
// expect: --ltl "F G !Busy" => holds
// expect: --fair weak --ltl "F G !Busy" => holds
// expect: --fair weak --ltl "G (Busy -> {active > 0})" => holds
// expect: --fair weak --ltl "G ({active == 2} -> Busy)" => violated ltl
#include <allways.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
enum AP { Busy };
static atomic_int active;
static bool is_set(int flag) { return flag; }
static void *work(void *unused) {
  int flag = 0;
  active++;
  {
    ap_local(Busy, is_set, flag);
    flag = 1;
    flag = 0;
  }
  active--;
  return unused;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
