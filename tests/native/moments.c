#define _GNU_SOURCE
#include "say.h"
#include <stdlib.h>
#include <time.h>

static void show(const struct tm *t) {
  say("%d %d %d %d %d %d %d %d %d %ld %s", t->tm_sec, t->tm_min, t->tm_hour, t->tm_mday, t->tm_mon, t->tm_year, t->tm_wday, t->tm_yday, t->tm_isdst, t->tm_gmtoff, t->tm_zone);
}

int main(void) {
  time_t all[] = {0, 1, -1, 951782400, 1000000000, 1709210096, 4102444799, -2208988800, 253402300799};
  unsigned i, j;
  const char *formats[] = {"%Y-%m-%d %H:%M:%S", "%a %A %b %B %h", "%c|%x|%X|%r|%R|%T|%D|%F", "%C %d %e %g %G %I %j %k %l %u %U %V %w %W %y %Z %z %s", "%p %P %n%t%% %_d %-d %^a %#Z %10Y %3e|%05d"};
  for (i = 0; i < sizeof all / sizeof *all; i++) {
    struct tm t, *g = gmtime(&all[i]);
    show(g);
    show(localtime_r(&all[i], &t));
    say("%ld %ld", (long)mktime(&t), (long)timegm(g));
    char buffer[200];
    say("%.24s %.24s", asctime(&t), ctime_r(&all[i], buffer));
    for (j = 0; j < sizeof formats / sizeof *formats; j++) {
      size_t length = strftime(buffer, sizeof buffer, formats[j], &t);
      char *end;
      while ((end = strchr(buffer, '\n'))) *end = '/';
      say("%zu %s", length, buffer);
    }
    say("%zu", strftime(buffer, 3, "%Y", &t));
  }
  struct tm odd = {.tm_sec = 100, .tm_min = -5, .tm_hour = 30, .tm_mday = 40, .tm_mon = 13, .tm_year = 99};
  say("%ld", (long)mktime(&odd));
  show(&odd);
  say("%.1f", difftime(10, 4));
  return 0;
}
