// expect: => error
// expect: -DATFORK => holds
// expect: -DSOCKET => error
// expect: -DSYSTEM => error
// expect: -DNEVER => holds
// Processes, what happens when they fork, and sockets are not modelled: an error when such a function is reached,
// and only then.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static void nothing(void) {}

int main(void) {
#ifdef NEVER
  if (getchar() == EOF) return 0;
#endif
#if defined ATFORK
  return pthread_atfork(nothing, nothing, nothing);
#elif defined SOCKET
  return socket(AF_INET, SOCK_STREAM, 0);
#elif defined SYSTEM
  return system("true");
#else
  nothing();
  return fork();
#endif
}
