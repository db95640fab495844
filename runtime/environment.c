/* The environment of programs that change it: empty at the start. It is plain memory, as in C libraries, so that
 * changing it while another thread looks is a race. */

#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static char *nothing[1];
char **environ = nothing;

/* Texts that setenv made. Somebody may still have them after a change: they are never freed. */
struct made {
    struct made *next;
    char text[];
};
static struct made *all_made;

/* How many variables there are. */
static size_t count(void)
{
    size_t n = 0;
    while (environ && environ[n])
        n++;
    return n;
}

/* The place of a variable whose name has that length; where the list ends if there is none. */
static size_t place(const char *name, size_t length)
{
    size_t at = 0;
    for (; environ && environ[at]; at++)
        if (!strncmp(environ[at], name, length) && environ[at][length] == '=')
            break;
    return at;
}

static int is_name(const char *name)
{
    return name && *name && !strchr(name, '=');
}

/* Puts a text into the list. */
static int put(char *text, size_t length)
{
    static char **own;
    size_t at = place(text, length), n = count();
    if (at < n) {
        environ[at] = text;
        return 0;
    }
    char **list = malloc((n + 2) * sizeof *list);
    if (!list)
        return -1;
    for (size_t i = 0; i < n; i++)
        list[i] = environ[i];
    list[n] = text;
    list[n + 1] = 0;
    if (environ == own)
        free(own);
    environ = own = list;
    return 0;
}

static void take_out(const char *name, size_t length)
{
    for (size_t at = place(name, length); environ && environ[at]; at++)
        environ[at] = environ[at + 1];
}

char *getenv(const char *name)
{
    size_t length = strlen(name), at = place(name, length);
    return environ && environ[at] ? environ[at] + length + 1 : 0;
}

char *secure_getenv(const char *name) { return getenv(name); }
char *__secure_getenv(const char *name) { return getenv(name); }

int setenv(const char *name, const char *value, int replace)
{
    if (!is_name(name)) {
        errno = EINVAL;
        return -1;
    }
    if (!replace && getenv(name))
        return 0;
    size_t length = strlen(name), bytes = strlen(value);
    struct made *made = malloc(sizeof *made + length + bytes + 2);
    if (!made)
        return -1;
    memcpy(made->text, name, length);
    made->text[length] = '=';
    memcpy(made->text + length + 1, value, bytes + 1);
    made->next = all_made;
    all_made = made;
    return put(made->text, length);
}

int unsetenv(const char *name)
{
    if (!is_name(name)) {
        errno = EINVAL;
        return -1;
    }
    take_out(name, strlen(name));
    return 0;
}

int putenv(char *text)
{
    const char *end = strchr(text, '=');
    if (end)
        return put(text, (size_t)(end - text));
    take_out(text, strlen(text));
    return 0;
}

int clearenv(void)
{
    environ = 0;
    return 0;
}
