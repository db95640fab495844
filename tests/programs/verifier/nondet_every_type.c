// expect: => unknown
// expect: --nondet -1000..1000 => unknown
// Every type stays in its range, and the range that is asked for is clipped to it.
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

#define NONDET(type, name)                   \
  extern type __VERIFIER_nondet_##name(void); \
  static type any_##name(void) { return __VERIFIER_nondet_##name(); }
NONDET(bool, bool)
NONDET(char, char)
NONDET(unsigned char, uchar)
NONDET(short, short)
NONDET(unsigned short, ushort)
NONDET(int, int)
NONDET(unsigned, uint)
NONDET(long, long)
NONDET(unsigned long, ulong)
NONDET(long long, longlong)
NONDET(unsigned long long, ulonglong)
NONDET(float, float)
NONDET(double, double)
NONDET(void *, pointer)
NONDET(size_t, size_t)
NONDET(__int128, int128)
NONDET(unsigned __int128, uint128)

extern int arbitrary(unsigned) __asm__("__allways_choose");

int main(void) {
  switch (arbitrary(17)) {
    case 0: assert(any_bool() < 2); break;
    case 1: assert(any_char() <= 127); break;
    case 2: assert(any_uchar() <= 255); break;
    case 3: assert(any_short() >= -32768); break;
    case 4: assert(any_ushort() <= 65535); break;
    case 5: assert(any_int() != 77777); break;
    case 6: assert(any_uint() != 77777); break;
    case 7: assert(any_long() != 77777); break;
    case 8: assert(any_ulong() != 77777); break;
    case 9: assert(any_longlong() != 77777); break;
    case 10: assert(any_ulonglong() != 77777); break;
    case 11: assert(any_float() != 77777); break;
    case 12: assert(any_double() != 77777); break;
    case 13: assert(any_pointer() == NULL); break;
    case 14: assert(any_size_t() != 77777); break;
    case 15: assert(any_int128() != 77777); break;
    case 16: assert(any_uint128() != 77777); break;
  }
  return 0;
}
