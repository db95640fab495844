/* Complex multiplication and division as C11's annex G wants them: what the compiler's support
 * library does for `_Complex` arithmetic, infinities included. */

#define COMPLEX(T, S, M)                                                                           \
  static T one_if_infinite_##S(T x) {                                                              \
    return __builtin_copysign##M(__builtin_isinf(x) ? 1 : 0, x);                                   \
  }                                                                                                \
  static T zero_if_nan_##S(T x) { return __builtin_isnan(x) ? __builtin_copysign##M(0, x) : x; }   \
                                                                                                   \
  _Complex T __mul##S##c3(T a, T b, T c, T d) {                                                    \
    T ac = a * c, bd = b * d, ad = a * d, bc = b * c;                                              \
    T x = ac - bd, y = ad + bc;                                                                    \
    if (__builtin_isnan(x) && __builtin_isnan(y)) {                                                \
      int again = 0;                                                                               \
      if (__builtin_isinf(a) || __builtin_isinf(b)) {                                              \
        a = one_if_infinite_##S(a), b = one_if_infinite_##S(b);                                    \
        c = zero_if_nan_##S(c), d = zero_if_nan_##S(d);                                            \
        again = 1;                                                                                 \
      }                                                                                            \
      if (__builtin_isinf(c) || __builtin_isinf(d)) {                                              \
        c = one_if_infinite_##S(c), d = one_if_infinite_##S(d);                                    \
        a = zero_if_nan_##S(a), b = zero_if_nan_##S(b);                                            \
        again = 1;                                                                                 \
      }                                                                                            \
      if (!again && (__builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) ||          \
                     __builtin_isinf(bc))) {                                                       \
        a = zero_if_nan_##S(a), b = zero_if_nan_##S(b);                                            \
        c = zero_if_nan_##S(c), d = zero_if_nan_##S(d);                                            \
        again = 1;                                                                                 \
      }                                                                                            \
      if (again) x = (T)__builtin_inf() * (a * c - b * d), y = (T)__builtin_inf() * (a * d + b * c); \
    }                                                                                              \
    _Complex T z;                                                                                  \
    __real__ z = x, __imag__ z = y;                                                                \
    return z;                                                                                      \
  }                                                                                                \
                                                                                                   \
  _Complex T __div##S##c3(T a, T b, T c, T d) {                                                    \
    int scale = 0;                                                                                 \
    T largest = __builtin_fmax##M(__builtin_fabs##M(c), __builtin_fabs##M(d));                     \
    T exponent = __builtin_logb##M(largest);                                                       \
    if (__builtin_isfinite(exponent)) {                                                            \
      scale = (int)exponent;                                                                       \
      c = __builtin_scalbn##M(c, -scale), d = __builtin_scalbn##M(d, -scale);                      \
    }                                                                                              \
    T length = c * c + d * d;                                                                      \
    T x = __builtin_scalbn##M((a * c + b * d) / length, -scale);                                   \
    T y = __builtin_scalbn##M((b * c - a * d) / length, -scale);                                   \
    if (__builtin_isnan(x) && __builtin_isnan(y)) {                                                \
      if (length == 0 && (!__builtin_isnan(a) || !__builtin_isnan(b))) {                           \
        T infinity = __builtin_copysign##M((T)__builtin_inf(), c);                                 \
        x = infinity * a, y = infinity * b;                                                        \
      } else if ((__builtin_isinf(a) || __builtin_isinf(b)) && __builtin_isfinite(c) &&            \
                 __builtin_isfinite(d)) {                                                          \
        a = one_if_infinite_##S(a), b = one_if_infinite_##S(b);                                    \
        x = (T)__builtin_inf() * (a * c + b * d), y = (T)__builtin_inf() * (b * c - a * d);        \
      } else if (__builtin_isinf(exponent) && exponent > 0 && __builtin_isfinite(a) &&             \
                 __builtin_isfinite(b)) {                                                          \
        c = one_if_infinite_##S(c), d = one_if_infinite_##S(d);                                    \
        x = 0 * (a * c + b * d), y = 0 * (b * c - a * d);                                          \
      }                                                                                            \
    }                                                                                              \
    _Complex T z;                                                                                  \
    __real__ z = x, __imag__ z = y;                                                                \
    return z;                                                                                      \
  }

COMPLEX(float, s, f)
COMPLEX(double, d, )
COMPLEX(long double, x, l)

/* The names, for the search of models: __mulsc3 __divsc3 __muldc3 __divdc3 __mulxc3 __divxc3 */

float crealf(_Complex float z) { return __real__ z; }
double creal(_Complex double z) { return __real__ z; }
long double creall(_Complex long double z) { return __real__ z; }
float cimagf(_Complex float z) { return __imag__ z; }
double cimag(_Complex double z) { return __imag__ z; }
long double cimagl(_Complex long double z) { return __imag__ z; }
_Complex float conjf(_Complex float z) { return ~z; }
_Complex double conj(_Complex double z) { return ~z; }
_Complex long double conjl(_Complex long double z) { return ~z; }
float cabsf(_Complex float z) { return __builtin_hypotf(__real__ z, __imag__ z); }
double cabs(_Complex double z) { return __builtin_hypot(__real__ z, __imag__ z); }
long double cabsl(_Complex long double z) { return __builtin_hypotl(__real__ z, __imag__ z); }
float cargf(_Complex float z) { return __builtin_atan2f(__imag__ z, __real__ z); }
double carg(_Complex double z) { return __builtin_atan2(__imag__ z, __real__ z); }
long double cargl(_Complex long double z) { return __builtin_atan2l(__imag__ z, __real__ z); }
