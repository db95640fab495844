/* The virtual machine of Allways under SPIN.
 *
 * A Promela model calls these functions in embedded C; the program that they run was made by
 * `allways spin --keep DIR FILE.c`, which also writes a model to start from. Link pan with
 * liballways_spin.a, -lpthread, -ldl and -lm.
 *
 *   c_decl {
 *   \#define PAN_STATE 16
 *   \#include "allways_vm.h"
 *   PAN_SET_UP("program")
 *   \#define CAN_0 pan_enabled(0)
 *   \#define FAILED pan_failed()
 *   }
 *   c_track "pan_state" "PAN_STATE" "Matched"
 *
 *   active proctype thread_0() { end: do :: d_step { c_expr { CAN_0 } -> c_code { pan_step(0); } } od }
 *   active proctype verdict()  { end: d_step { c_expr { FAILED } -> assert(false) } }
 *
 * (A c_expr must not look like a call, hence the macros.)
 *
 * The whole state is the buffer `pan_state`, so SPIN may save it, restore it and go on from it as it
 * likes. It holds either the number under which the machine has interned the state (equal exactly when
 * the states are, within one process), or the state's content with zeros behind it; the program file
 * says which. All zeros is the initial state.
 *
 * One thread may call these functions. Functions that return int without saying what return 0, or 1
 * and leave a message in pan_message().
 */
#ifndef ALLWAYS_VM_H
#define ALLWAYS_VM_H

#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sets the machine up from a program file; `state` is `size` zeroed bytes that stay where they are.
 * With $ALLWAYS_PAN_SCHEDULE set, every step taken is written to the file it names. */
int pan_setup(const char *file, void *state, size_t size);
/* What the last function that failed has to say. */
const char *pan_message(void);

/* Before the first of the functions below: instead of main, run these functions without parameters
 * one after the other, then start these threads. The first is number 1; number 0 is the thread that
 * runs the functions and starts the threads. */
int pan_run_function(const char *function);
int pan_start_thread(int thread, const char *function, void *argument);
/* A function without parameters that must return true in every state. */
int pan_register_invariant(const char *function);
/* Tells states apart by what this function writes to the buffer of allways.h (null: the function that
 * the program file names). Then track `state` "UnMatched" and these zeroed bytes, 8 or more, "Matched";
 * PAN_MATCHED does that. What is not found may still exist. */
int pan_register_abstraction(const char *function, void *matched, size_t size);
/* At most so many preemptive context switches: from a thread that could go on to another. They are
 * counted in the state, 4 bytes more. */
int pan_set_bound(int switches);

/* Whether a thread can move; with _cb only if the bound lets it. */
int pan_enabled(int thread);
int pan_enabled_cb(int thread);
/* One step: an operation that others can notice and everything behind it that nobody can (how far that
 * goes is `allways spin --reduction`). Does nothing if the thread is not enabled. */
void pan_step(int thread);

/* The same for operations with several outcomes (arbitrary values, which waiting thread a signal
 * wakes), numbered from 0. Outcome 0 is the one that pan_enabled and pan_step are about. */
int pan_enabled_outcome(int thread, int outcome);
int pan_enabled_outcome_cb(int thread, int outcome);
void pan_step_outcome(int thread, int outcome);

/* Whether a step from this state, or the state itself (a race, a deadlock), violates a property, or
 * the machine cannot go on; then pan_message() says why: the reduction has to begin another round with
 * what is in FILE.learned (`allways spin` does that), or an operation has more outcomes than the program
 * file allows for. No thread is enabled in such a state. */
int pan_failed(void);
/* Whether the proposition of that number holds in this state. */
int pan_holds(int proposition);
/* Whether this is no execution of the program: a proposition that holds for a moment takes two steps of
 * its thread, and another thread moved in between. With weak fairness the others can do that, so that
 * they do not look blocked; every claim must leave such executions out. */
int pan_strayed(void);
/* Whether nobody moves any more. */
int pan_ended(void);
/* Nobody moves any more, and time goes on: the state stays what it is. */
void pan_rest(void);

#ifdef __cplusplus
}
#endif

#ifdef PAN_STATE
/* The tracked buffer, in the verifier itself. */
static unsigned char pan_state[PAN_STATE];

#ifdef PAN_MATCHED
/* What is matched instead, with an abstraction. */
static unsigned char pan_matched[PAN_MATCHED];
#define PAN_ABSTRACTION pan_register_abstraction(NULL, pan_matched, PAN_MATCHED)
#else
#define PAN_ABSTRACTION 0
#endif

/* Sets up before main. */
#define PAN_SET_UP(file)                                                  \
  static void __attribute__((constructor)) pan_set_up(void) {             \
    if (pan_setup(file, pan_state, PAN_STATE) || PAN_ABSTRACTION) {       \
      fprintf(stderr, "allways: %s\n", pan_message());                    \
      _exit(2);                                                           \
    }                                                                     \
  }
#endif

#endif
