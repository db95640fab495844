// A lamp with a button. The lamp's thread turns it on and off for ever; the button asks for light.
// With -DBROKEN the thread overlooks a request that comes while it turns the lamp off.
//
// expect: --fair weak => holds
// expect: => violated ltl
// expect: --fair weak -- -DBROKEN => violated ltl
#include <allways.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int pressed, light;

LTL(answered, G ({pressed == 1} -> F {light == 1}));

static void *lamp(void *unused) {
  for (;;) {
    if (pressed) light = 1;
    light = 0;
#ifdef BROKEN
    pressed = 0;
#endif
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, lamp, NULL);
  for (;;) {
    pressed = 1;
    while (!light && pressed) {
    }
    pressed = 0;
  }
}
