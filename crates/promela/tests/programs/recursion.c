// Recursive functions, also through each other and in several threads at once.
// spin: holds
// spin -DWRONG: violated
#include <assert.h>
#include <pthread.h>

int results[2];

static int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }

static int is_odd(int n);
static int is_even(int n) {
  if (n == 0) return 1;
  return is_odd(n - 1);
}
static int is_odd(int n) {
  if (n == 0) return 0;
  return is_even(n - 1);
}

static void fill(int *to, int n) {
  int part = 0;
  if (n > 0) {
    fill(&part, n - 1);
    *to = part + n;
  }
}

static void *worker(void *arg) {
  int i = (int)(long)arg;
  results[i] = factorial(3 + i);
  return 0;
}

int main(void) {
  pthread_t a, b;
  int total = 0;
  assert(is_even(4) && !is_even(3));
  fill(&total, 3);
  assert(total == 6);
  pthread_create(&a, 0, worker, (void *)0);
  pthread_create(&b, 0, worker, (void *)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(results[0] == 6);
#ifdef WRONG
  assert(results[1] == 25);
#else
  assert(results[1] == 24);
#endif
  return 0;
}
