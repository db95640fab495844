/* Texts of wide characters: copying, comparing, looking for parts, and numbers in them, in the locale "C". */

#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

size_t wcsnlen(const wchar_t *text, size_t most)
{
    size_t length = 0;
    while (length < most && text[length])
        length++;
    return length;
}

wchar_t *wcpcpy(wchar_t *to, const wchar_t *from)
{
    while ((*to = *from++))
        to++;
    return to;
}

wchar_t *wcscpy(wchar_t *to, const wchar_t *from)
{
    wcpcpy(to, from);
    return to;
}

wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t count)
{
    size_t length = wcsnlen(from, count);
    wmemcpy(to, from, length);
    wmemset(to + length, 0, count - length);
    return to;
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from)
{
    wcscpy(to + wcslen(to), from);
    return to;
}

wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t count)
{
    size_t length = wcslen(to), more = wcsnlen(from, count);
    wmemcpy(to + length, from, more);
    to[length + more] = 0;
    return to;
}

wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t count) { return wmemcpy(to, from, count) + count; }

wchar_t *wcsdup(const wchar_t *text)
{
    size_t bytes = (wcslen(text) + 1) * sizeof *text;
    wchar_t *copy = malloc(bytes);
    return copy ? memcpy(copy, text, bytes) : 0;
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
        if (!a[i])
            break;
    }
    return 0;
}

int wcscoll(const wchar_t *a, const wchar_t *b) { return wcscmp(a, b); }

size_t wcsxfrm(wchar_t *to, const wchar_t *from, size_t size)
{
    size_t length = wcslen(from);
    if (length < size)
        wcscpy(to, from);
    return length;
}

wchar_t *wcschr(const wchar_t *text, wchar_t c)
{
    for (;; text++) {
        if (*text == c)
            return (wchar_t *)text;
        if (!*text)
            return 0;
    }
}

wchar_t *wcsrchr(const wchar_t *text, wchar_t c)
{
    const wchar_t *found = 0;
    for (;; text++) {
        if (*text == c)
            found = text;
        if (!*text)
            return (wchar_t *)found;
    }
}

size_t wcsspn(const wchar_t *text, const wchar_t *set)
{
    size_t length = 0;
    while (text[length] && wcschr(set, text[length]))
        length++;
    return length;
}

size_t wcscspn(const wchar_t *text, const wchar_t *set)
{
    size_t length = 0;
    while (text[length] && !wcschr(set, text[length]))
        length++;
    return length;
}

wchar_t *wcspbrk(const wchar_t *text, const wchar_t *set)
{
    text += wcscspn(text, set);
    return *text ? (wchar_t *)text : 0;
}

wchar_t *wcsstr(const wchar_t *text, const wchar_t *part)
{
    size_t length = wcslen(part);
    for (;; text++) {
        if (!wcsncmp(text, part, length))
            return (wchar_t *)text;
        if (!*text)
            return 0;
    }
}

wchar_t *wcstok(wchar_t *text, const wchar_t *set, wchar_t **rest)
{
    if (!text)
        text = *rest;
    text += wcsspn(text, set);
    size_t length = wcscspn(text, set);
    *rest = text + length + (text[length] != 0);
    if (!length)
        return 0;
    text[length] = 0;
    return text;
}

/* The beginning of a text in bytes, for what reads numbers: longer ones than any of their types are cut. */
#define LONGEST 1100

static void narrow(char *to, const wchar_t *from)
{
    size_t i = 0;
    for (; i < LONGEST - 1 && from[i] > 0 && from[i] < 128; i++)
        to[i] = (char)from[i];
    to[i] = 0;
}

#define NUMBER(type, read)                                           \
  {                                                                  \
    char bytes[LONGEST], *stop;                                      \
    narrow(bytes, text);                                             \
    type number = read;                                              \
    if (end)                                                         \
      *end = (wchar_t *)text + (stop - bytes);                       \
    return number;                                                   \
  }

long wcstol(const wchar_t *text, wchar_t **end, int base) NUMBER(long, strtol(bytes, &stop, base))
unsigned long wcstoul(const wchar_t *text, wchar_t **end, int base)
    NUMBER(unsigned long, strtoul(bytes, &stop, base))
long long wcstoll(const wchar_t *text, wchar_t **end, int base) NUMBER(long long, strtoll(bytes, &stop, base))
unsigned long long wcstoull(const wchar_t *text, wchar_t **end, int base)
    NUMBER(unsigned long long, strtoull(bytes, &stop, base))
double wcstod(const wchar_t *text, wchar_t **end) NUMBER(double, strtod(bytes, &stop))
float wcstof(const wchar_t *text, wchar_t **end) NUMBER(float, strtof(bytes, &stop))
long double wcstold(const wchar_t *text, wchar_t **end) NUMBER(long double, strtold(bytes, &stop))
