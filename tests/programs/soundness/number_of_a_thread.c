// Which number a thread gets depends on who still mentions a handle. Programs can see it: in the handle, as a
// number in any way, and in the locks that it holds, its own too.
// expect: --property assert --reduction none -- "-DHANDLE=(new >> 12 & 7) == 3" => violated assert
// expect: --property assert --reduction full -- "-DHANDLE=(new >> 12 & 7) == 3" => violated assert
// expect: --property assert --reduction global -- "-DHANDLE=(new >> 12 & 7) == 3" => violated assert
// expect: --property assert --reduction none -- "-DHANDLE=((new ^ 1) >> 12 & 7) == 3" => violated assert
// expect: --property assert --reduction full -- "-DHANDLE=((new ^ 1) >> 12 & 7) == 3" => violated assert
// expect: --property assert --reduction global -- "-DHANDLE=((new ^ 1) >> 12 & 7) == 3" => violated assert
// expect: --property assert --reduction none -- "-DHANDLE=((unsigned char *)&new)[1] >> 4 == 3" => violated assert
// expect: --property assert --reduction full -- "-DHANDLE=((unsigned char *)&new)[1] >> 4 == 3" => violated assert
// expect: --property assert --reduction global -- "-DHANDLE=((unsigned char *)&new)[1] >> 4 == 3" => violated assert
// expect: --property assert --reduction none -- "-DHANDLE=new > other" => violated assert
// expect: --property assert --reduction full -- "-DHANDLE=new > other" => violated assert
// expect: --property assert --reduction global -- "-DHANDLE=new > other" => violated assert
// expect: --property assert --reduction none -- "-DHANDLE=memcmp(&new, &other, sizeof new) > 0" => violated assert
// expect: --property assert --reduction full -- "-DHANDLE=memcmp(&new, &other, sizeof new) > 0" => violated assert
// expect: --property assert --reduction global -- "-DHANDLE=memcmp(&new, &other, sizeof new) > 0" => violated assert
// expect: --property assert --reduction none -- "-DHANDLE=(double)new > (double)other" => violated assert
// expect: --property assert --reduction full -- "-DHANDLE=(double)new > (double)other" => violated assert
// expect: --property assert --reduction global -- "-DHANDLE=(double)new > (double)other" => violated assert
// expect: --property assert --reduction none => violated assert
// expect: --property assert --reduction tau => violated assert
// expect: --property assert --reduction global => violated assert
// expect: --property assert --reduction superstep => violated assert
// expect: --property assert --reduction full => violated assert
// expect: --property assert --reduction none -- -DSPIN => violated assert
// expect: --property assert --reduction tau -- -DSPIN => violated assert
// expect: --property assert --reduction global -- -DSPIN => violated assert
// expect: --property assert --reduction superstep -- -DSPIN => violated assert
// expect: --property assert --reduction full -- -DSPIN => violated assert
// expect: --property assert --reduction none -- "-DHANDLE=wide(new) > wide(other)" => violated assert
// expect: --property assert --reduction full -- "-DHANDLE=wide(new) > wide(other)" => violated assert
// expect: --property assert --reduction global -- "-DHANDLE=wide(new) > wide(other)" => violated assert
// expect: --property assert --reduction none -- "-DHANDLE=memchr(&new, 0x30, 2) != 0" => violated assert
// expect: --property assert --reduction full -- "-DHANDLE=memchr(&new, 0x30, 2) != 0" => violated assert
// expect: --property assert --reduction global -- "-DHANDLE=memchr(&new, 0x30, 2) != 0" => violated assert
// expect: --property assert --reduction none -- "-DHANDLE=strncmp((char *)&new + 1, (char[]){0x30}, 1) == 0" => violated assert
// expect: --property assert --reduction full -- "-DHANDLE=strncmp((char *)&new + 1, (char[]){0x30}, 1) == 0" => violated assert
// expect: --property assert --reduction global -- "-DHANDLE=strncmp((char *)&new + 1, (char[]){0x30}, 1) == 0" => violated assert
// expect: --property assert --reduction none -- "-DHANDLE=pthread_equal(new, 0x15a5a03000)" => violated assert
// expect: --property assert --reduction full -- "-DHANDLE=pthread_equal(new, 0x15a5a03000)" => violated assert
// expect: --property assert --reduction global -- "-DHANDLE=pthread_equal(new, 0x15a5a03000)" => violated assert
// expect: --property assert --reduction none -- "-DHANDLE=new == made_up * 4096" => violated assert
// expect: --property assert --reduction full -- "-DHANDLE=new == made_up * 4096" => violated assert
// expect: --property assert --reduction global -- "-DHANDLE=new == made_up * 4096" => violated assert
// expect: --property assert --reduction none -- "-DHANDLE=mantissa(new) > mantissa(other)" => violated assert
// expect: --property assert --reduction full -- "-DHANDLE=mantissa(new) > mantissa(other)" => violated assert
// expect: --property assert --reduction global -- "-DHANDLE=mantissa(new) > mantissa(other)" => violated assert
// expect: --property assert --reduction none -- -DPRIVATE => violated assert
// expect: --property assert --reduction full -- -DPRIVATE => violated assert
// expect: --property assert --reduction global -- -DPRIVATE => violated assert
// expect: --property assert --reduction none -- -DONCE => violated assert
// expect: --property assert --reduction tau -- -DONCE => violated assert
// expect: --property assert --reduction full -- -DONCE => violated assert
#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

static atomic_int forgetting;
static pthread_t shown;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_once_t once;
static volatile unsigned long made_up = 0x15a5a03;

static unsigned __int128 wide(unsigned long upper) {
  unsigned __int128 number;
  unsigned long halves[] = {0, upper};
  memcpy(&number, halves, sizeof number);
  return number;
}

static double mantissa(unsigned long bits) {
  double number;
  int exponent;
  memcpy(&number, &bits, sizeof number);
  return frexp(number, &exponent);
}

static void look(void) { assert((*(volatile int *)&once & 0xffff) >> 2 != 3); }

static void *nothing(void *unused) { return unused; }

static void *forget(void *unused) {
  volatile pthread_t stale = shown;
  forgetting = 1;
  stale = 0;
  forgetting = 2;
  return unused;
}

static void *lock(void *unused) {
#if defined PRIVATE
  pthread_mutex_t own;
  pthread_mutex_init(&own, NULL);
  pthread_mutex_lock(&own);
  assert((own.__data.__owner & 0xffff) != 4);
  pthread_mutex_unlock(&own);
#elif defined ONCE
  pthread_once(&once, look);
#elif !defined SPIN && !defined HANDLE
  pthread_mutex_lock(&mutex);
  assert((mutex.__data.__owner & 0xffff) != 4);
  pthread_mutex_unlock(&mutex);
#elif defined SPIN
  pthread_spin_lock(&spin);
  assert(((int)spin & 0xffff) != 5);
  pthread_spin_unlock(&spin);
#endif
  return unused;
}

int main(void) {
  pthread_t new, other;
  pthread_spin_init(&spin, 0);
  pthread_create(&new, NULL, nothing, NULL);
  shown = new;
  pthread_join(new, NULL);
  new = 0;
  pthread_create(&other, NULL, forget, NULL);
  while (!forgetting) continue;
  shown = 0;
  pthread_create(&new, NULL, lock, NULL);
#ifdef HANDLE
  assert(!(HANDLE));
#endif
  pthread_join(new, NULL);
  pthread_join(other, NULL);
  return 0;
}
