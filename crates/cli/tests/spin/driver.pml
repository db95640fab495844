/* A driver written by hand: functions and threads of the program instead of its main. */
c_decl {
\#define PAN_STATE 16
\#include "allways_vm.h"
\#include <stdlib.h>
static void __attribute__((constructor)) begin(void) {
  const char *bound = getenv("BOUND");
  if (pan_setup("program", pan_state, PAN_STATE) || pan_register_invariant("exclusive") ||
      pan_run_function("init") || pan_start_thread(1, "left", NULL) ||
      pan_start_thread(2, "right", NULL) || (bound && pan_set_bound(atoi(bound)))) {
    fprintf(stderr, "driver: %s\n", pan_message());
    _exit(2);
  }
  if (pan_run_function("missing") == 0 || pan_start_thread(7, "left", NULL) == 0) _exit(3);
}
\#define CAN_0 pan_enabled_cb(0)
\#define CAN_1 pan_enabled_cb(1)
\#define CAN_2 pan_enabled_cb(2)
\#define FAILED pan_failed()
}
c_track "pan_state" "PAN_STATE" "Matched"

active proctype starter() { end: do :: d_step { c_expr { CAN_0 } -> c_code { pan_step(0); } } od }
active proctype left()    { end: do :: d_step { c_expr { CAN_1 } -> c_code { pan_step(1); } } od }
active proctype right()   { end: do :: d_step { c_expr { CAN_2 } -> c_code { pan_step(2); } } od }
active proctype verdict() { end: d_step { c_expr { FAILED } -> assert(false) } }
