/* Locales: there is one, "C". Functions that take a locale do what those without do. */

#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>

static struct __locale_struct the_locale;

static int is_known(const char *name)
{
    return !*name || !strcmp(name, "C") || !strcmp(name, "POSIX");
}

/* libc++ reads the tables of characters in the locale itself. */
locale_t newlocale(int mask, const char *name, locale_t base)
{
    if (!name || !is_known(name)) {
        errno = name ? ENOENT : EINVAL;
        return 0;
    }
    if (!__atomic_load_n(&the_locale.__ctype_toupper, __ATOMIC_ACQUIRE)) {
        __atomic_store_n(&the_locale.__ctype_b, *__ctype_b_loc(), __ATOMIC_RELAXED);
        __atomic_store_n(&the_locale.__ctype_tolower, *__ctype_tolower_loc(), __ATOMIC_RELAXED);
        __atomic_store_n(&the_locale.__ctype_toupper, *__ctype_toupper_loc(), __ATOMIC_RELEASE);
    }
    return &the_locale;
}

locale_t duplocale(locale_t locale) { return locale; }
void freelocale(locale_t locale) { }
locale_t uselocale(locale_t locale) { return LC_GLOBAL_LOCALE; }

static struct lconv conventions = {
    .decimal_point = ".", .thousands_sep = "", .grouping = "", .int_curr_symbol = "",
    .currency_symbol = "", .mon_decimal_point = "", .mon_thousands_sep = "", .mon_grouping = "",
    .positive_sign = "", .negative_sign = "", .int_frac_digits = 127, .frac_digits = 127,
    .p_cs_precedes = 127, .p_sep_by_space = 127, .n_cs_precedes = 127, .n_sep_by_space = 127,
    .p_sign_posn = 127, .n_sign_posn = 127, .int_p_cs_precedes = 127, .int_p_sep_by_space = 127,
    .int_n_cs_precedes = 127, .int_n_sep_by_space = 127, .int_p_sign_posn = 127,
    .int_n_sign_posn = 127,
};

struct lconv *localeconv(void) { return &conventions; }
size_t __ctype_get_mb_cur_max(void) { return 1; }

int(isdigit_l)(int c, locale_t l) { return isdigit(c); }
int(isxdigit_l)(int c, locale_t l) { return isxdigit(c); }
int(isspace_l)(int c, locale_t l) { return isspace(c); }
int(isupper_l)(int c, locale_t l) { return isupper(c); }
int(islower_l)(int c, locale_t l) { return islower(c); }
int(isalpha_l)(int c, locale_t l) { return isalpha(c); }
int(isalnum_l)(int c, locale_t l) { return isalnum(c); }
int(tolower_l)(int c, locale_t l) { return tolower(c); }
int(toupper_l)(int c, locale_t l) { return toupper(c); }

int strcoll_l(const char *a, const char *b, locale_t l) { return strcmp(a, b); }

size_t strxfrm_l(char *to, const char *from, size_t size, locale_t l)
{
    size_t length = strlen(from);
    if (length < size)
        memcpy(to, from, length + 1);
    return length;
}

size_t strftime_l(char *to, size_t size, const char *format, const struct tm *time, locale_t l)
{
    return strftime(to, size, format, time);
}

double strtod_l(const char *text, char **end, locale_t l) { return strtod(text, end); }
float strtof_l(const char *text, char **end, locale_t l) { return strtof(text, end); }
long double strtold_l(const char *text, char **end, locale_t l) { return strtold(text, end); }

long long strtoll_l(const char *text, char **end, int base, locale_t l)
{
    return strtoll(text, end, base);
}

unsigned long long strtoull_l(const char *text, char **end, int base, locale_t l)
{
    return strtoull(text, end, base);
}
