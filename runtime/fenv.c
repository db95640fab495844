/* The environment of floating-point numbers: they are rounded to the nearest, and flags are not kept. */

#include <fenv.h>
#include <string.h>

void __allways_refuse_rounding(void);
void __allways_refuse_float_flags(void);

int fegetround(void) { return FE_TONEAREST; }

int fesetround(int mode)
{
    if (mode == FE_TONEAREST)
        return 0;
    if (mode & ~(FE_DOWNWARD | FE_UPWARD | FE_TOWARDZERO))
        return 1;
    __allways_refuse_rounding();
    return 1;
}

int feclearexcept(int flags) { return 0; }

int fetestexcept(int flags)
{
    if (flags & FE_ALL_EXCEPT)
        __allways_refuse_float_flags();
    return 0;
}

int fegetenv(fenv_t *to)
{
    memset(to, 0, sizeof *to);
    return 0;
}

int fesetenv(const fenv_t *from) { return 0; }
int feholdexcept(fenv_t *to) { return fegetenv(to); }
int feupdateenv(const fenv_t *from) { return 0; }
