// Arithmetic on every integer type; prints what a native run prints.
// spin: holds
// spin -DDIVIDE_BY_ZERO: violated
// spin -DSHIFT_TOO_FAR: violated
// spin -DTOO_WIDE: violated
// native
#include <assert.h>
#include <stdio.h>

enum color { RED, GREEN = 5, BLUE };

static unsigned mix(unsigned seed) { return seed * 1664525u + 1013904223u; }

int main(void) {
  unsigned char uc = 250;
  signed char sc = 120;
  unsigned short us = 65530;
  short ss = 32760;
  unsigned u = 4294967290u;
  int i = -7;
  long wide = 40000;
  _Bool flag = 3;
  for (int k = 0; k < 12; k++) {
    uc++;
    sc++;
    us += 3;
    ss += 5;
    u += 2;
  }
  printf("=narrow %d %d %d %d %u %d\n", uc, sc, us, ss, u, flag);
  u = 4294967290u;
  printf("=unsigned %u %u %u %d %d\n", u / 7, u % 7, u >> 3, u > 5u, (int)(u < 5u));
  printf("=more %u %u %u\n", 7u / u, u / 3000000000u, u % 4000000000u);
  printf("=signed %d %d %d %d\n", i / 2, i % 2, i >> 1, i * i);
  printf("=bits %d %d %d %d\n", i & 12, i | 8, i ^ 3, ~i);
  printf("=mix %u %u\n", mix(1) >> 16, mix(mix(99)) >> 20);
  unsigned char low = (unsigned char)(i * 300);
  signed char neg = (signed char)(uc + 200);
  printf("=casts %d %d %d %u\n", low, neg, (short)70000, (unsigned)i >> 28);
  wide = wide * 3 - 1;
  printf("=wide %ld %ld %d\n", wide, -wide / 7, (int)sizeof(wide));
  enum color c = GREEN;
  printf("=enum %d %d %d\n", c, BLUE - c, c > RED);
  int old = i++;
  int new = ++i;
  i -= 3;
  i *= 5;
  i <<= 2;
  printf("=steps %d %d %d\n", old, new, i);
  printf("=logic %d %d %d\n", (i && uc) || !sc, i ? 4 : 5, (i = 3, i + 1));
  uc = 10;
  uc -= 20;
  uc <<= 1;
  printf("=compound %d\n", uc);
  int zero = i - 3;
#ifdef DIVIDE_BY_ZERO
  i = 5 / zero;
#endif
#ifdef SHIFT_TOO_FAR
  i = 5 << (zero + 32);
#endif
#ifdef TOO_WIDE
  wide = wide * 100000;
  assert(wide > 0);
#endif
  assert(zero == 0);
  return 0;
}
