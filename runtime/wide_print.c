/* printf for wide characters: what the one for bytes makes of the same, in the locale "C". */

#undef _FORTIFY_SOURCE
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

/* The text in bytes; null when a character is none. */
static char *made(const wchar_t *format, va_list list, int *length)
{
    size_t size = wcslen(format) + 1;
    char *bytes = malloc(size), *text = 0;
    if (!bytes)
        return 0;
    for (size_t i = 0; i < size; i++) {
        if (format[i] < 0 || format[i] > 127) {
            free(bytes);
            errno = EILSEQ;
            return 0;
        }
        bytes[i] = (char)format[i];
    }
    *length = vasprintf(&text, bytes, list);
    free(bytes);
    return *length < 0 ? 0 : text;
}

int vswprintf(wchar_t *to, size_t size, const wchar_t *format, va_list list)
{
    int length;
    char *text = made(format, list, &length);
    if (!text)
        return -1;
    size_t room = size ? size - 1 : 0, count = (size_t)length < room ? (size_t)length : room;
    for (size_t i = 0; i < count; i++)
        to[i] = btowc((unsigned char)text[i]);
    if (size)
        to[count] = 0;
    free(text);
    return (size_t)length < size ? length : -1;
}

int vfwprintf(FILE *file, const wchar_t *format, va_list list)
{
    int length;
    char *text = made(format, list, &length);
    if (!text)
        return -1;
    int printed = fputs(text, file);
    free(text);
    return printed < 0 ? -1 : length;
}

int vwprintf(const wchar_t *format, va_list list) { return vfwprintf(stdout, format, list); }

#define PRINT(call)                 \
    {                               \
        va_list list;               \
        va_start(list, format);     \
        int length = call;          \
        va_end(list);               \
        return length;              \
    }

int swprintf(wchar_t *to, size_t size, const wchar_t *format, ...) PRINT(vswprintf(to, size, format, list))
int fwprintf(FILE *file, const wchar_t *format, ...) PRINT(vfwprintf(file, format, list))
int wprintf(const wchar_t *format, ...) PRINT(vfwprintf(stdout, format, list))

int fputws(const wchar_t *text, FILE *file)
{
    for (; *text; text++)
        if (fputwc(*text, file) == WEOF)
            return -1;
    return 1;
}

wchar_t *fgetws(wchar_t *to, int size, FILE *file)
{
    int count = 0;
    while (count + 1 < size) {
        wint_t c = fgetwc(file);
        if (c == WEOF)
            break;
        to[count++] = (wchar_t)c;
        if (c == L'\n')
            break;
    }
    if (!count)
        return 0;
    to[count] = 0;
    return to;
}
