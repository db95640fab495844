/* Quotient and remainder together. */
#include <inttypes.h>
#include <stdlib.h>

div_t div(int a, int b) {
  div_t both;
  both.quot = a / b;
  both.rem = a % b;
  return both;
}

ldiv_t ldiv(long a, long b) {
  ldiv_t both;
  both.quot = a / b;
  both.rem = a % b;
  return both;
}

#ifdef __STRICT_ANSI__
#if !defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L
#define ALLWAYS_NO_LONG_LONG
#endif
#endif

#ifndef ALLWAYS_NO_LONG_LONG
lldiv_t lldiv(long long a, long long b) {
  lldiv_t both;
  both.quot = a / b;
  both.rem = a % b;
  return both;
}

imaxdiv_t imaxdiv(intmax_t a, intmax_t b) {
  imaxdiv_t both;
  both.quot = a / b;
  both.rem = a % b;
  return both;
}
#endif
