// Control flow of every kind.
#include <setjmp.h>
#include <stdlib.h>

int switches(int a) { switch (a) { case 1: return 5; case 2: a++; case 3: return a; case 10 ... 20: return 7; case -4: return 1; default: return 0; } }
int strings(int a) { switch (a) { case 0: return 10; case 1: return 21; case 2: return 32; case 3: return 49; case 4: return 54; case 5: return 61; } return -1; }
long long_switch(long a) { switch (a) { case 1L << 40: return 1; case -1: return 2; default: return 3; } }
int loops(int n) { int s = 0; for (int i = 0; i < n; i++) { if (i % 3 == 0) continue; if (i > 50) break; int j = i; while (j--) s += j; do { s ^= 3; } while (s & 4); } return s; }
int go(int n) { again: if (n <= 0) goto out; n -= 2; goto again; out: return n; }

int interpreter(const unsigned char *code) {
  static const void *const table[] = { &&push, &&add, &&mul, &&end };
  int stack[8] = {0}, top = 0, steps = 0;
  goto *table[*code & 3];
push: stack[top++ & 7] = code[1]; code += 2; steps++; goto *table[*code & 3];
add: stack[(top - 2) & 7] += stack[(top - 1) & 7]; top--; code++; steps += 2; goto *table[*code & 3];
mul: stack[(top - 2) & 7] *= stack[(top - 1) & 7]; top--; code++; goto *table[*code & 3];
end: return stack[(top - 1) & 7] + steps;
}

int relative(int n) {
  static const int offsets[] = { &&a - &&a, &&b - &&a, &&c - &&a };
  int r = 0;
  goto *(&&a + offsets[n % 3]);
a: r += 1; if (r < 5) goto *(&&a + offsets[r % 3]); return r;
b: r += 10; if (r < 50) goto *(&&a + offsets[r % 3]); return r;
c: r += 100; return r;
}

static jmp_buf place;
static void thrower(int n) { if (n > 3) longjmp(place, n); }
int jumper(int n) { int kept = n * 2; if (setjmp(place)) return kept; thrower(n); return n; }
_Noreturn static void die(void) { abort(); }
int noreturn(int a) { if (a) die(); return a; }
int unreachable(int a) { switch (a & 1) { case 0: return 5; case 1: return 6; } __builtin_unreachable(); }
int trap(int a) { if (a > 5) __builtin_trap(); return a; }
int expect(int a) { if (__builtin_expect(a == 3, 0)) return 1; __builtin_assume(a < 100); return __builtin_constant_p(a) + __builtin_constant_p(3); }
int deep(int a, int b, int c) { return (a && b) || (!c && (a || b)) ? (a ? b : c) : (b, c); }
int statement(int a) { return ({ int t = a * 2; t + 1; }); }
int recursion(int n) { return n < 2 ? n : recursion(n - 1) + recursion(n - 2); }
int tail(int n, int s) { if (n == 0) return s; __attribute__((musttail)) return tail(n - 1, s + n); }
int main(void) { unsigned char code[] = {0, 3, 0, 4, 1, 3}; return switches(3) + loops(9) + interpreter(code) + jumper(2) + go(7) + relative(2) + tail(3, 0) + recursion(5); }
