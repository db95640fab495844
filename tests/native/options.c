#define _GNU_SOURCE
#include "say.h"
#include <getopt.h>

static void plain(const char *letters, int argc, char **argv) {
  int letter;
  optind = 0;
  opterr = 0;
  say("letters %s", letters);
  while ((letter = getopt(argc, argv, letters)) != -1)
    say("%c %d %s %d", letter, optind, optarg ? optarg : "-", letter == '?' ? optopt : 0);
  for (; optind < argc; optind++) say("rest %s", argv[optind]);
}

static void named(int argc, char **argv) {
  int flag = 0, number = -1, found;
  struct option all[] = {{"verbose", no_argument, NULL, 'v'},
                         {"version", no_argument, NULL, 'V'},
                         {"size", required_argument, NULL, 's'},
                         {"colour", optional_argument, NULL, 'c'},
                         {"flag", no_argument, &flag, 7},
                         {NULL, 0, NULL, 0}};
  optind = 0;
  while ((found = getopt_long(argc, argv, "vs:", all, &number)) != -1)
    say("%d %d %s %d %d", found, optind, optarg ? optarg : "-", number, flag);
  for (; optind < argc; optind++) say("rest %s", argv[optind]);
}

#define COUNT(a) (int)(sizeof(a) / sizeof *(a) - 1)

int main(void) {
  char *one[] = {"program", "-ab", "file", "-c", "value", "-dattached", "other", "--", "-x", NULL};
  char *two[] = {"program", "first", "-a", "-c", NULL};
  char *three[] = {"program", "first", "-a", "second", NULL};
  char *four[] = {"program", "in", "--verbose", "--size=5", "x", "--size", "6", "--col", "--colour=red", "-v", "--fl", "-s7", "--ver", "--none", "--verbose=1", "y", NULL};
  plain("abc:d:", COUNT(one), one);
  plain(":ac:", COUNT(two), two);
  plain("+ac:", COUNT(three), three);
  plain("-ac:", COUNT(three), three);
  named(COUNT(four), four);
  return 0;
}
