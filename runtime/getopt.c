/* getopt and getopt_long as POSIX and glibc have them: options first, then the other arguments, which
 * are moved behind them unless the option string begins with `+` or asks for them with `-`. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

/* As <getopt.h> declares it. */
struct option {
  const char *name;
  int has_arg;
  int *flag;
  int val;
};

/* Where the next letter of a group like -abc is. */
static char *allways_letters;
/* The arguments that are no options and were passed over: argv[allways_first .. allways_last). */
static int allways_first, allways_last;

static void allways_complain(char *const *argv, const char *what, const char *name) {
  if (opterr) fprintf(stderr, "%s: %s '%s'\n", argv[0], what, name);
}

/* Moves argv[from .. to) behind argv[to .. end). */
static void allways_rotate(char **argv, int from, int to, int end) {
  while (from < to && to < end) {
    char *moved = argv[to];
    int i;
    for (i = to; i > from; i--) argv[i] = argv[i - 1];
    argv[from++] = moved;
    to++;
  }
}

/* Goes to the next option; the other arguments before it will be behind it. 0 at the end. */
static int allways_next(int argc, char **argv, int in_order) {
  if (allways_last > optind) allways_last = optind;
  if (allways_first > optind) allways_first = optind;
  if (allways_first != allways_last && allways_last != optind) {
    int passed = allways_last - allways_first;
    allways_rotate(argv, allways_first, allways_last, optind);
    allways_last = optind;
    allways_first = optind - passed;
  } else if (allways_last != optind) {
    allways_first = optind;
  }
  while (!in_order && optind < argc && (argv[optind][0] != '-' || argv[optind][1] == 0)) optind++;
  allways_last = optind;
  if (optind < argc && strcmp(argv[optind], "--") == 0) {
    optind++;
    if (allways_first != allways_last) {
      int passed = allways_last - allways_first;
      allways_rotate(argv, allways_first, allways_last, optind);
      allways_first = optind - passed;
    } else {
      allways_first = optind;
    }
    allways_last = argc;
    optind = argc;
  }
  if (optind >= argc) {
    if (allways_first != allways_last) optind = allways_first;
    return 0;
  }
  return 1;
}

static int allways_letter(int argc, char **argv, const char *letters) {
  int letter = (unsigned char)*allways_letters++;
  const char *known = letter == ':' || letter == ';' ? NULL : strchr(letters, letter);
  char name[2];
  name[0] = (char)letter;
  name[1] = 0;
  if (*allways_letters == 0) optind++;
  if (known == NULL) {
    allways_complain(argv, "invalid option --", name);
    optopt = letter;
    return '?';
  }
  if (known[1] != ':') return letter;
  optarg = NULL;
  if (*allways_letters != 0) {
    optarg = allways_letters;
    optind++;
  } else if (known[2] != ':') {
    if (optind == argc) {
      allways_complain(argv, "option requires an argument --", name);
      optopt = letter;
      letter = letters[0] == ':' ? ':' : '?';
    } else {
      optarg = argv[optind++];
    }
  }
  allways_letters = NULL;
  return letter;
}

/* The option that a long name stands for, whole or abbreviated: its number, -1 for none, -2 for
 * several. */
static int allways_find(const struct option *all, const char *name, size_t length) {
  int i, found = -1;
  for (i = 0; all[i].name != NULL; i++) {
    if (strncmp(all[i].name, name, length) != 0) continue;
    if (strlen(all[i].name) == length) return i;
    found = found == -1 ? i : -2;
  }
  return found;
}

static int allways_long(int argc, char **argv, const char *letters, const struct option *all,
                        int *number) {
  char *name = argv[optind] + 2;
  size_t length = strcspn(name, "=");
  int found = allways_find(all, name, length);
  int missing = letters[0] == ':' ? ':' : '?';
  optind++;
  allways_letters = NULL;
  if (found < 0) {
    allways_complain(argv, found == -1 ? "unrecognized option" : "ambiguous option", argv[optind - 1]);
    optopt = 0;
    return '?';
  }
  optarg = NULL;
  if (name[length] == '=') {
    if (all[found].has_arg == 0) {
      allways_complain(argv, "option doesn't allow an argument:", argv[optind - 1]);
      optopt = all[found].val;
      return '?';
    }
    optarg = name + length + 1;
  } else if (all[found].has_arg == 1) {
    if (optind == argc) {
      allways_complain(argv, "option requires an argument:", argv[optind - 1]);
      optopt = all[found].val;
      return missing;
    }
    optarg = argv[optind++];
  }
  if (number != NULL) *number = found;
  if (all[found].flag == NULL) return all[found].val;
  *all[found].flag = all[found].val;
  return 0;
}

int getopt_long(int argc, char *const *arguments, const char *letters, const struct option *all,
                int *number) {
  char **argv = (char **)arguments;
  int in_order = letters[0] == '-' || letters[0] == '+';
  int returns_all = letters[0] == '-';
  optarg = NULL;
  if (optind == 0) optind = 1;
  if (optind == 1 && allways_letters == NULL) allways_first = allways_last = optind;
  if (in_order) letters++;
  if (allways_letters == NULL || *allways_letters == 0) {
    if (!allways_next(argc, argv, in_order)) return -1;
    if (argv[optind][0] != '-' || argv[optind][1] == 0) {
      if (!returns_all) return -1;
      optarg = argv[optind++];
      return 1;
    }
    if (all != NULL && argv[optind][1] == '-') return allways_long(argc, argv, letters, all, number);
    allways_letters = argv[optind] + 1;
  }
  return allways_letter(argc, argv, letters);
}

int getopt(int argc, char *const *argv, const char *letters) {
  return getopt_long(argc, argv, letters, NULL, NULL);
}
