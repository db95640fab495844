// Output from two threads is no race, and recursion that ends is no stack exhaustion.
// expect: => holds
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

static int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

static void *print(void *name) {
  printf("%s: %d\n", (const char *)name, factorial(5));
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, print, "child");
  print("main");
  pthread_join(thread, NULL);
  assert(factorial(6) == 720);
  puts("done");
  return 0;
}
