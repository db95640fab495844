// Formulas over variables and propositions.
// spin: holds -a -N answered -f
// spin: holds -a -N bounded -f
// spin: violated -a -N quick
// spin: violated -a -N answered
// spin -DDROP: violated -a -N answered -f
#include <pthread.h>
#include <stdatomic.h>

int __allways_choose(unsigned n);
void __allways_ap(int id, const char *name);
void __allways_ap_set(int id, const char *name, int value);

enum proposition { Asked, Answered, Busy };

const char __allways_ltl_0[] = "answered\0G (Asked -> F Answered)";
const char __allways_ltl_1[] = "bounded\0G {box <= LIMIT && state.inside[1] < 2} && GF !Busy";
const char __allways_ltl_2[] = "quick\0G (Asked -> (Answered R Busy))";
enum { LIMIT = 1 };

atomic_int box;
struct {
  int inside[2];
} state;

static void *client(void *unused) {
  for (int i = 0; i < 2; i++) {
    while (box) {
    }
    __allways_ap(Asked, "Asked");
    box = 1;
  }
  return unused;
}

static void *server(void *unused) {
  for (;;) {
    while (!box) {
    }
    __allways_ap_set(Busy, "Busy", 1);
    state.inside[1] = 1;
#ifdef DROP
    if (__allways_choose(2)) {
      state.inside[1] = 0;
      __allways_ap_set(Busy, "Busy", 0);
      box = 0;
      continue;
    }
#endif
    __allways_ap(Answered, "Answered");
    state.inside[1] = 0;
    __allways_ap_set(Busy, "Busy", 0);
    box = 0;
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, client, 0);
  pthread_create(&b, 0, server, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
