// expect: -- -fno-builtin => holds
// Every name of math.h that compilers make instructions of, or that old headers use, as a call.
#define _GNU_SOURCE
#include <assert.h>
#include <complex.h>
#include <math.h>
#undef isinf
#undef isnan
#undef finite

extern int __finite(double), __finitef(float), __finitel(long double);
extern int __isinf(double), __isinff(float), __isinfl(long double);
extern int __isnan(double), __isnanf(float), __isnanl(long double);
extern int __signbit(double), __signbitf(float), __signbitl(long double);
extern int __fpclassify(double), __fpclassifyf(float), __fpclassifyl(long double);
extern int isinf(double), isnan(double), finite(double);
extern int isinff(float), isnanf(float), finitef(float);
extern int isinfl(long double), isnanl(long double), finitel(long double);
extern double __powidf2(double, int);
extern float __powisf2(float, int);
extern long double __powixf2(long double, int);
extern double roundeven(double), scalb(double, double), gamma(double);
extern float roundevenf(float), scalbf(float, float), gammaf(float);
extern long double roundevenl(long double), scalbl(long double, long double), gammal(long double);

#define EACH(name, ...) assert(name(__VA_ARGS__)), assert(name##f(__VA_ARGS__)), assert(name##l(__VA_ARGS__))
#define GIVES(name, result, ...) assert(name(__VA_ARGS__) == result), assert(name##f(__VA_ARGS__) == result), assert(name##l(__VA_ARGS__) == result)

int main(void) {
  volatile double half = 2.5;
  GIVES(ceil, 3, half); GIVES(floor, 2, half); GIVES(trunc, 2, half); GIVES(round, 3, half);
  GIVES(roundeven, 2, half); GIVES(rint, 2, half); GIVES(nearbyint, 2, half); GIVES(fabs, 2.5, -half);
  GIVES(copysign, -2.5, half, -1); GIVES(fma, 7.25, half, half, 1); GIVES(fmax, 2.5, half, 1); GIVES(fmin, 1, half, 1);
  GIVES(scalb, 10, half, 2); GIVES(scalbn, 10, half, 2); GIVES(scalbln, 10, half, 2);
  GIVES(lrint, 2, half); GIVES(lround, 3, half); GIVES(llrint, 2, half); GIVES(llround, 3, half);
  EACH(__finite, half); EACH(__isinf, INFINITY); EACH(__isnan, NAN); EACH(__signbit, -half);
  EACH(finite, half); EACH(isinf, INFINITY); EACH(isnan, NAN);
  GIVES(__fpclassify, FP_NORMAL, half);
  assert(__powidf2(half, 2) == 6.25 && __powisf2(2, -1) == 0.5f && __powixf2(2, 3) == 8);
  double d; float f; long double l;
  assert(modf(half, &d) == 0.5 && d == 2 && modff(half, &f) == 0.5f && f == 2 && modfl(half, &l) == 0.5L && l == 2);
  int n;
  assert(remquof(7, 2, &n) == -1 && (n & 7) == 4);
  assert(gamma(1) == 0 && gammaf(1) == 0 && gammal(1) == 0 && lgammaf_r(1, &n) == 0 && n == 1);
  assert(isnan(nan("")) && isnanf(nanf("")) && isnanl(nanl("")));
  assert(fabs(yn(0, 1) - y0(1)) < 1e-12 && fabsf(ynf(1, 1) - y1f(1)) < 1e-5f && fabsl(ynl(0, 1) - y0l(1)) < 1e-12L);
  double complex z = 3 + 4 * I;
  float complex zf = 3 + 4 * I;
  long double complex zl = 3 + 4 * I;
  GIVES(cabs, 5, z); GIVES(creal, 3, z); GIVES(cimag, 4, z); GIVES(cimag, -4, conj(z));
  assert(cimagf(conjf(zf)) == -4 && cimagl(conjl(zl)) == -4 && crealf(zf * zf) == -7 && creall(zl / zl) == 1);
  assert(carg(1) == 0 && cargf(1) == 0 && cargl(1) == 0 && crealf(zf / zf) == 1 && cimagl(zl * zl) == 24);
  return 0;
}
