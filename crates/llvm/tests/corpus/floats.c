// Floating point.
#include <math.h>
#include <stdint.h>

float f32(float a, float b) { return a + b * a - b / a; }
double f64(double a, double b) { return a + b * a - b / a + fmod(a, b); }
long double f80(long double a, long double b) { return a + b * a - b / a; }
#ifdef __x86_64__ // not on i386
__float128 f128(__float128 a, __float128 b) { return a * b + a; }
_Float16 f16(_Float16 a, _Float16 b) { return a * b + a; }
__bf16 b16(__bf16 a, __bf16 b) { return a * b; }
#endif
int compare(double a, double b) { return (a < b) + (a <= b) * 2 + (a == b) * 4 + (a != b) * 8 + (a > b) * 16 + __builtin_isunordered(a, b) * 32 + __builtin_isless(a, b) * 64; }
int to_int(double a) { return (int)a + (int)(unsigned)a + (int)(long)a + (int)(unsigned char)a + (int)(unsigned long)a; }
double from_int(int a, unsigned b, long c, unsigned long d, char e) { return (double)a + b + c + d + e; }
float narrow(double a) { return (float)a; }
double widen(float a) { return a; }
long double extend(double a, int b) { return (long double)a + b; }
int from_extended(long double a) { return (int)a + (int)(double)a; }
double functions(double a) { return fabs(a) + sqrt(a) + floor(a) + ceil(a) + trunc(a) + round(a) + rint(a) + nearbyint(a) + copysign(a, -1) + fmin(a, 2) + fmax(a, 3) + fma(a, a, a); }
double library(double a) { return sin(a) + cos(a) + exp(a) + log(a) + pow(a, 2.5) + exp2(a) + log10(a) + log2(a) + tan(a) + atan2(a, a); }
float library_float(float a) { return sinf(a) + powf(a, 2) + sqrtf(a) + fabsf(a) + roundf(a); }
long double library_long(long double a) { return sinl(a) + fabsl(a) + floorl(a) + sqrtl(a); }
long rounding(double a, float b) { return lround(a) + llrint(a) + lrintf(b) + llroundf(b); }
int classes(double a, long double b, float c) { return isnan(a) + isinf(a) * 2 + isfinite(b) * 4 + signbit(c) * 8 + isnormal(a) * 16 + fpclassify(c) + __builtin_isfpclass(a, 0x3ff); }
double constants(void) { return INFINITY + NAN + M_PI + HUGE_VAL - __builtin_nan("3"); }
double accumulate(const float *a, int n) { double s = 0; for (int i = 0; i < n; i++) s += a[i] * 2.0f; return s; }
double power(double a) { return __builtin_powi(a, 3); }
double negate(double a, float b) { return -a + -b; }
double conditional(double a) { return a ? a : 1.0; }
float maximum(float a, float b) { return a > b ? a : b; }
double load_exponent(double a, int n) { return ldexp(a, n) + scalbn(a, n); }
#ifdef __SIZEOF_INT128__
double from_wide(__int128 a, unsigned __int128 b) { return (double)a + (double)b; }
__int128 to_wide(double a, float b) { return (__int128)a + (__int128)(unsigned __int128)b; }
#endif
int main(void) { return (int)(f32(1, 2) + f64(3, 4) + functions(2.5)) + compare(1, 2) + to_int(3.5); }
