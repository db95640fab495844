/* Wide characters in the locale "C": each of the 128 characters of ASCII is one byte, and nothing else
   is a character. */

#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <nl_types.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

#define MOST 127

static int narrow(wint_t c) { return c <= MOST ? (int)c : 0; }

static size_t refuse(void)
{
    errno = EILSEQ;
    return (size_t)-1;
}

wint_t btowc(int c) { return 0 <= c && c <= MOST ? (wint_t)c : WEOF; }
int wctob(wint_t c) { return c <= MOST ? (int)c : -1; }

size_t mbrtowc(wchar_t *to, const char *from, size_t size, mbstate_t *state)
{
    if (!from)
        return 0;
    if (!size)
        return (size_t)-2;
    unsigned char c = *from;
    if (c > MOST)
        return refuse();
    if (to)
        *to = c;
    return c != 0;
}

int mbtowc(wchar_t *to, const char *from, size_t size)
{
    return from ? (int)mbrtowc(to, from, size, 0) : 0;
}

size_t mbrlen(const char *from, size_t size, mbstate_t *state) { return mbrtowc(0, from, size, state); }
size_t __mbrlen(const char *from, size_t size, mbstate_t *state) { return mbrtowc(0, from, size, state); }

size_t wcrtomb(char *to, wchar_t c, mbstate_t *state)
{
    if (!to)
        return 1;
    if ((wint_t)c > MOST)
        return refuse();
    *to = (char)c;
    return 1;
}

int wctomb(char *to, wchar_t c) { return to ? (int)wcrtomb(to, c, 0) : 0; }

size_t mbsnrtowcs(wchar_t *to, const char **from, size_t bytes, size_t size, mbstate_t *state)
{
    size_t count = 0;
    const char *at = *from;
    for (; bytes && (!to || count < size); count++, at++, bytes--) {
        unsigned char c = *at;
        if (c > MOST) {
            if (to)
                *from = at;
            return refuse();
        }
        if (to)
            to[count] = c;
        if (!c) {
            if (to)
                *from = 0;
            return count;
        }
    }
    if (to)
        *from = at;
    return count;
}

size_t mbsrtowcs(wchar_t *to, const char **from, size_t size, mbstate_t *state)
{
    return mbsnrtowcs(to, from, (size_t)-1, size, state);
}

size_t mbstowcs(wchar_t *to, const char *from, size_t size) { return mbsrtowcs(to, &from, size, 0); }

size_t wcsnrtombs(char *to, const wchar_t **from, size_t wide, size_t size, mbstate_t *state)
{
    size_t count = 0;
    const wchar_t *at = *from;
    for (; wide && (!to || count < size); count++, at++, wide--) {
        if ((wint_t)*at > MOST) {
            if (to)
                *from = at;
            return refuse();
        }
        if (to)
            to[count] = (char)*at;
        if (!*at) {
            if (to)
                *from = 0;
            return count;
        }
    }
    if (to)
        *from = at;
    return count;
}

size_t wcsrtombs(char *to, const wchar_t **from, size_t size, mbstate_t *state)
{
    return wcsnrtombs(to, from, (size_t)-1, size, state);
}

size_t wcstombs(char *to, const wchar_t *from, size_t size) { return wcsrtombs(to, &from, size, 0); }

size_t wcslen(const wchar_t *text)
{
    size_t length = 0;
    while (text[length])
        length++;
    return length;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

wchar_t *wmemchr(const wchar_t *text, wchar_t c, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (text[i] == c)
            return (wchar_t *)text + i;
    return 0;
}

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = from[i];
    return to;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count)
{
    if (to <= from)
        return wmemcpy(to, from, count);
    while (count--)
        to[count] = from[count];
    return to;
}

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = c;
    return to;
}

int wcscmp(const wchar_t *a, const wchar_t *b)
{
    for (; *a && *a == *b; a++, b++)
        ;
    return (*a > *b) - (*a < *b);
}

int wcscoll_l(const wchar_t *a, const wchar_t *b, locale_t l) { return wcscmp(a, b); }

size_t wcsxfrm_l(wchar_t *to, const wchar_t *from, size_t size, locale_t l)
{
    size_t length = wcslen(from);
    if (length < size)
        wmemcpy(to, from, length + 1);
    return length;
}

int iswalpha_l(wint_t c, locale_t l) { return isalpha(narrow(c)); }
int iswblank_l(wint_t c, locale_t l) { return isblank(narrow(c)); }
int iswcntrl_l(wint_t c, locale_t l) { return c <= MOST && iscntrl((int)c); }
int iswdigit_l(wint_t c, locale_t l) { return isdigit(narrow(c)); }
int iswlower_l(wint_t c, locale_t l) { return islower(narrow(c)); }
int iswprint_l(wint_t c, locale_t l) { return isprint(narrow(c)); }
int iswpunct_l(wint_t c, locale_t l) { return ispunct(narrow(c)); }
int iswspace_l(wint_t c, locale_t l) { return isspace(narrow(c)); }
int iswupper_l(wint_t c, locale_t l) { return isupper(narrow(c)); }
int iswxdigit_l(wint_t c, locale_t l) { return isxdigit(narrow(c)); }
wint_t towlower_l(wint_t c, locale_t l) { return c <= MOST ? (wint_t)tolower((int)c) : c; }
wint_t towupper_l(wint_t c, locale_t l) { return c <= MOST ? (wint_t)toupper((int)c) : c; }

/* Streams of wide characters are streams of bytes. */

wint_t fputwc(wchar_t c, FILE *file)
{
    if ((wint_t)c > MOST) {
        refuse();
        return WEOF;
    }
    return fputc((int)c, file) == EOF ? WEOF : (wint_t)c;
}

wint_t putwc(wchar_t c, FILE *file) { return fputwc(c, file); }
wint_t putwchar(wchar_t c) { return fputwc(c, stdout); }

wint_t fgetwc(FILE *file)
{
    int c = fgetc(file);
    if (c > MOST)
        refuse();
    return btowc(c);
}

wint_t getwc(FILE *file) { return fgetwc(file); }
wint_t getwchar(void) { return fgetwc(stdin); }
wint_t ungetwc(wint_t c, FILE *file) { return c <= MOST && ungetc((int)c, file) != EOF ? c : WEOF; }

/* There are no message catalogues. */

nl_catd catopen(const char *name, int how)
{
    (void)name, (void)how;
    errno = ENOENT;
    return (nl_catd)-1;
}

char *catgets(nl_catd catalogue, int set, int number, const char *otherwise)
{
    (void)catalogue, (void)set, (void)number;
    return (char *)otherwise;
}

int catclose(nl_catd catalogue)
{
    (void)catalogue;
    errno = EBADF;
    return -1;
}

#define CLASS(name) \
    int isw##name(wint_t c) { return c <= MOST && is##name((int)c); }
CLASS(alnum) CLASS(alpha) CLASS(blank) CLASS(cntrl) CLASS(digit) CLASS(graph)
CLASS(lower) CLASS(print) CLASS(punct) CLASS(space) CLASS(upper) CLASS(xdigit)

wint_t towlower(wint_t c) { return towlower_l(c, 0); }
wint_t towupper(wint_t c) { return towupper_l(c, 0); }
