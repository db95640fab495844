// Without descriptors poll and select sleep; with one the check ends, and without a time they wait for ever.
// expect: => holds
// expect: -DDESCRIPTOR => error
// expect: -DCHOSEN => error
// expect: -DFOR_EVER => violated deadlock
// expect: -DCANCELLED => holds
#define _GNU_SOURCE
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>

static void *worker(void *unused) {
#ifdef CANCELLED
  pause();
#endif
  struct timeval brief = {0, 10};
  select(0, 0, 0, 0, &brief);
  return 0;
}

extern int __poll_chk(struct pollfd *, nfds_t, int, size_t);

int main(void) {
  pthread_t thread;
  struct timespec short_time = {0, 1000};
  struct pollfd none[2] = {{-1, POLLIN, 7}, {-3, POLLIN, 7}};
  fd_set set;
  FD_ZERO(&set);
  pthread_create(&thread, 0, worker, 0);
  assert(poll(0, 0, 10) == 0 && __poll_chk(0, 0, 1, 0) == 0 && poll(none, 2, 0) == 0 && none[1].revents == 0);
  assert(ppoll(0, 0, &short_time, 0) == 0 && pselect(5, &set, 0, 0, &short_time, 0) == 0);
#ifdef DESCRIPTOR
  none[1].fd = 0;
  poll(none, 2, 0);
#endif
#ifdef CHOSEN
  FD_SET(1, &set);
  pselect(2, 0, &set, 0, 0, 0);
#endif
#ifdef FOR_EVER
  poll(0, 0, -1);
#endif
#ifdef CANCELLED
  pthread_cancel(thread);
#endif
  pthread_join(thread, 0);
  return 0;
}
