/* Functions of complex numbers: what the host's library computes, part by part. */

#define _GNU_SOURCE
#include <complex.h>
#include <math.h>

#define COMPLEX(x, y) __builtin_complex(x, y)

#define UNARY(name)                                                                  \
  double __allways_##name(double, double, int);                                      \
  double complex name(double complex z) {                                            \
    double x = creal(z), y = cimag(z);                                               \
    return COMPLEX(__allways_##name(x, y, 0), __allways_##name(x, y, 1));              \
  }                                                                                  \
  float __allways_##name##f(float, float, int);                                      \
  float complex name##f(float complex z) {                                           \
    float x = crealf(z), y = cimagf(z);                                              \
    return COMPLEX(__allways_##name##f(x, y, 0), __allways_##name##f(x, y, 1));       \
  }
UNARY(cacos)
UNARY(cacosh)
UNARY(casin)
UNARY(casinh)
UNARY(catan)
UNARY(catanh)
UNARY(ccos)
UNARY(ccosh)
UNARY(cexp)
UNARY(clog)
UNARY(clog10)
UNARY(csin)
UNARY(csinh)
UNARY(csqrt)
UNARY(ctan)
UNARY(ctanh)

double __allways_cpow(double, double, double, double, int);
double complex cpow(double complex z, double complex n) {
  double a = creal(z), b = cimag(z), c = creal(n), d = cimag(n);
  return COMPLEX(__allways_cpow(a, b, c, d, 0), __allways_cpow(a, b, c, d, 1));
}

float __allways_cpowf(float, float, float, float, int);
float complex cpowf(float complex z, float complex n) {
  float a = crealf(z), b = cimagf(z), c = crealf(n), d = cimagf(n);
  return COMPLEX(__allways_cpowf(a, b, c, d, 0), __allways_cpowf(a, b, c, d, 1));
}

double complex cproj(double complex z) {
  return isinf(creal(z)) || isinf(cimag(z)) ? COMPLEX((double)INFINITY, copysign(0, cimag(z))) : z;
}

float complex cprojf(float complex z) {
  return isinf(crealf(z)) || isinf(cimagf(z)) ? COMPLEX(INFINITY, copysignf(0, cimagf(z))) : z;
}
