// Control flow: computed goto, switches, asm goto, tail calls, setjmp, trees of conditions, variable-length arrays.
#include "../say.h"
#include <setjmp.h>
#include <stdlib.h>

static int interpret(const unsigned char *code) {
  static void *const table[] = {&&add, &&twice, &&minus, &&end};
  int acc = 0;
  goto *table[*code++];
add:
  acc += *code++;
  goto *table[*code++];
twice:
  acc *= 2;
  goto *table[*code++];
minus:
  acc = -acc;
  goto *table[*code++];
end:
  return acc;
}

static int relative(int which) {
  static const int offsets[] = {&&one - &&one, &&two - &&one, &&three - &&one};
  goto *(&&one + offsets[which]);
one:
  return 1;
two:
  return 22;
three:
  return 333;
}

static int switches(long long x) {
  switch (x) {
  case -1: return 1;
  case 0 ... 9: return 2;
  case 1000000000000: return 3;
  case 'a': case 'b': x++; /* fall through */
  case 'z': return (int)x;
  default: return 4;
  }
}

__attribute__((noinline)) static int jump(int x) {
  __asm__ goto("" : : "r"(x) : : out);
  return x + 1;
out:
  return -x;
}

#if __has_attribute(musttail) && defined(__x86_64__)
#define TAIL __attribute__((musttail))
#else
#define TAIL
#endif
static int odd(unsigned n);
__attribute__((noinline)) static int even(unsigned n) { if (n == 0) return 1; TAIL return odd(n - 1); }
__attribute__((noinline)) static int odd(unsigned n) { if (n == 0) return 0; TAIL return even(n - 1); }

static jmp_buf buffer;
__attribute__((noinline)) static void deep(int n) { if (n == 0) longjmp(buffer, 7); deep(n - 1); }
static int jumps(void) {
  volatile int before = 3;
  int code = setjmp(buffer);
  if (code == 0) {
    before = 5;
    deep(10);
  }
  int second = __builtin_expect(sigsetjmp(buffer, 1), 0);
  if (second < 3) longjmp(buffer, second + 1);
  return code * 100 + before * 10 + second;
}

__attribute__((noinline)) static long vla(int n) {
  long sum = 0;
  for (int i = 1; i <= n; i++) {
    int a[i][3];
    for (int j = 0; j < i; j++) a[j][0] = a[j][1] = a[j][2] = i * j;
    char *more = __builtin_alloca((size_t)i);
    memset(more, i, (size_t)i);
    sum += a[i - 1][2] + more[i - 1] + (long)sizeof a;
  }
  return sum;
}

static int nested(int a, int b, int c) { return a && (b || !c) ? b ? 1 : c ? 2 : 3 : a || c ? 4 : 5; }
static int expression(int x) { return ({ int y = x; while (y > 10) y /= 2; y; }); }

int main(void) {
  say("%d", interpret((const unsigned char[]){0, 5, 1, 0, 7, 2, 1, 3}));
  say("%d %d %d", relative(0), relative(1), relative(2));
  long long all[] = {-1, 0, 5, 9, 10, 1000000000000, 'a', 'b', 'z', -7};
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++) say("%d", switches(all[i]));
  say("%d", jump(4));
  say("%d %d", even(1001), even(500));
  say("%d", jumps());
  say("%ld", vla(9));
  for (int i = 0; i < 8; i++) say("%d", nested(i & 1, i >> 1 & 1, i >> 2));
  say("%d %d", expression(1000), expression(3));
  for (int i = 0, j = 10; i < j; i += 3, j--) if (i == 6) continue; else say("%d %d", i, j);
  do say("once"); while (0);
  return 0;
}
