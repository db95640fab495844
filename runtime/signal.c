/* raise: the handler runs in the calling thread, before raise returns. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>

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

/* Which signals a thread blocks, as bits; what it sends to itself meanwhile waits until it does not. */
uint64_t __allways_blocked_signals(void);
void __allways_block_signals(uint64_t signals);
uint64_t __allways_waiting_signals(void);
int __allways_next_signal(void);

static uint64_t bits(const sigset_t *set) {
  uint64_t result;
  memcpy(&result, set, sizeof result);
  return result;
}

static void tell(sigset_t *set, uint64_t signals) {
  memset(set, 0, sizeof *set);
  memcpy(set, &signals, sizeof signals);
}

int pthread_sigmask(int how, const sigset_t *new, sigset_t *old) {
  uint64_t before = __allways_blocked_signals(), given = new ? bits(new) : 0;
  if (new && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK) return EINVAL;
  if (old) tell(old, before);
  if (!new) return 0;
  __allways_block_signals(how == SIG_BLOCK ? before | given : how == SIG_UNBLOCK ? before & ~given : given);
  for (int signal; (signal = __allways_next_signal());) raise(signal);
  return 0;
}

int sigprocmask(int how, const sigset_t *new, sigset_t *old) {
  int code = pthread_sigmask(how, new, old);
  if (code) errno = code;
  return code ? -1 : 0;
}

int sigpending(sigset_t *set) {
  tell(set, __allways_waiting_signals());
  return 0;
}

/* A handler runs on the stack of its thread, which does not run out. */
int sigaltstack(const stack_t *new, stack_t *old) {
  static _Thread_local stack_t current = {.ss_flags = SS_DISABLE};
  if (old) *old = current;
  if (new) current = *new;
  return 0;
}
