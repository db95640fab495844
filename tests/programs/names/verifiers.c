// expect: --nondet -3..3 => unknown
// expect: --nondet -3..3 -DWRONG=1 => violated assert
// expect: --nondet -3..3 -DWRONG=2 => violated assert
// expect: --nondet -3..3 -DWRONG=3 => violated assert
// expect: --nondet -3..3 -DWRONG=4 => violated assert
// expect: --nondet -3..3 -DNO_SECTION => violated assert
// What programs for ESBMC, CBMC, GenMC, Nidhugg and Goblint call.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifndef WRONG
#define WRONG 0
#endif

void __ESBMC_assume(_Bool), __ESBMC_assert(_Bool, const char *), __ESBMC_atomic_begin(void), __ESBMC_atomic_end(void);
void __CPROVER_assume(_Bool), __CPROVER_assert(_Bool, const char *), __CPROVER_atomic_begin(void), __CPROVER_atomic_end(void);
void __goblint_check(int), __goblint_assume(int), __goblint_assert(int), __goblint_split_begin(int), __goblint_split_end(int);
void __VERIFIER_loop_begin(void), __VERIFIER_spin_start(void), __VERIFIER_spin_end(int);
int nondet_int(void);
_Bool nondet_bool(void);
float nondet_float(void);
double nondet_double(void);
void *nondet_pointer(void);

#define SIGNED(type, name)                 \
  do {                                     \
    type nondet_##name(void);              \
    type value = nondet_##name();          \
    assert(value >= -3 && value <= 3);     \
  } while (0)
#define UNSIGNED(type, name)               \
  do {                                     \
    type nondet_##name(void);              \
    type value = nondet_##name();          \
    assert(value <= 3);                    \
  } while (0)

static int count;

static void *add(void *unused) {
  __VERIFIER_loop_begin(), __VERIFIER_spin_start(), __VERIFIER_spin_end(0);
#ifndef NO_SECTION
  __ESBMC_atomic_begin();
#endif
  int seen = __atomic_load_n(&count, __ATOMIC_SEQ_CST);
  __atomic_store_n(&count, seen + 1, __ATOMIC_SEQ_CST);
#ifndef NO_SECTION
  __ESBMC_atomic_end();
#endif
  return 0;
}

static void values(void) {
  switch (nondet_int()) {
  case -3: SIGNED(signed char, char); SIGNED(signed char, schar); UNSIGNED(unsigned char, uchar); break;
  case -2: UNSIGNED(unsigned char, unsigned_char); SIGNED(short, short); UNSIGNED(unsigned short, ushort); break;
  case -1: UNSIGNED(unsigned short, unsigned_short); UNSIGNED(unsigned, uint); UNSIGNED(unsigned, unsigned); break;
  case 0: UNSIGNED(unsigned, unsigned_int); SIGNED(long, long); UNSIGNED(unsigned long, ulong); break;
  case 1: UNSIGNED(unsigned long, unsigned_long); SIGNED(long long, longlong); SIGNED(long long, long_long); break;
  case 2: UNSIGNED(unsigned long long, ulonglong); UNSIGNED(unsigned long long, unsigned_long_long); UNSIGNED(size_t, size_t); break;
  default: assert(nondet_bool() + 0 <= 1); SIGNED(ssize_t, ssize_t); assert(nondet_float() <= 3 && nondet_double() <= 3 && !nondet_pointer());
  }
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, add, 0);
  add(0);
  pthread_join(thread, 0);
  assert(count == 2);  //~ assert
  values();
  int x = nondet_int();
  __ESBMC_assume(x != 0), __CPROVER_assume(x != 1), __goblint_assume(x != 2);
  __goblint_split_begin(x), __goblint_split_end(x);
  __CPROVER_atomic_begin();
  __ESBMC_assert(x != 0 && WRONG != 1, "x is not 0");  //~ assert
  __CPROVER_assert(x != 1 && WRONG != 2, "x is not 1");  //~ assert
  __goblint_check(x != 2 && WRONG != 3);  //~ assert
  __goblint_assert(x <= 3 && WRONG != 4);  //~ assert
  __CPROVER_atomic_end();
  return 0;
}
