#define _GNU_SOURCE
#include "say.h"
#include <complex.h>

#define SHOW(name)                                                                                  \
  for (int i = 0; i < 6; i++) {                                                                     \
    double complex z = name(points[i]);                                                             \
    float complex f = name##f((float complex)points[i]);                                            \
    say(#name " %d: %a %a, %a %a", i, creal(z), cimag(z), (double)crealf(f), (double)cimagf(f));     \
  }

static double complex points[6];

int main(void) {
  points[0] = 0.5 + 0.25 * I, points[1] = -1.5 + 2 * I, points[2] = 3 - 0.125 * I, points[3] = 0;
  points[4] = -2 - 3 * I, points[5] = __builtin_complex(__builtin_inf(), 1.0);
  SHOW(cacos) SHOW(cacosh) SHOW(casin) SHOW(casinh) SHOW(catan) SHOW(catanh) SHOW(ccos) SHOW(ccosh) SHOW(cexp)
  SHOW(clog) SHOW(clog10) SHOW(csin) SHOW(csinh) SHOW(csqrt) SHOW(ctan) SHOW(ctanh) SHOW(cproj)
  for (int i = 0; i < 5; i++) {
    double complex z = cpow(points[i], points[0]);
    float complex f = cpowf((float complex)points[i], (float complex)points[0]);
    say("cpow %d: %a %a, %a %a", i, creal(z), cimag(z), (double)crealf(f), (double)cimagf(f));
  }
  return 0;
}
