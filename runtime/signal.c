/* raise: the handler runs in the calling thread, before raise returns. */
#include <stdint.h>

typedef void (*allways_handler)(int);

/* The handler; 0 for the default action, 1 to ignore the signal, all ones when there is no such
 * signal. */
allways_handler __allways_signal_handler(int signal);
void __allways_signal_default(int signal);

int raise(int signal) {
  allways_handler handler = __allways_signal_handler(signal);
  uintptr_t kind = (uintptr_t)handler;
  if (kind == UINTPTR_MAX) return -1;
  if (kind == 0)
    __allways_signal_default(signal);
  else if (kind != 1)
    handler(signal);
  return 0;
}

int gsignal(int signal) {
  return raise(signal);
}
