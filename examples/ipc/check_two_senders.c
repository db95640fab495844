// SPDX-License-Identifier: MIT OR Apache-2.0
// check_one_sender.c with two senders.
//
// expect: -- -DDRAIN -DQUEUE=2 => holds
// slow: => holds
// slow: -- -DQUEUE=2 => holds
// slow: -- -DDRAIN -DMESSAGES=2 -DQUEUE=4 => holds
#define SENDERS 2
#ifndef MESSAGES
#define MESSAGES 1
#endif
#ifndef QUEUE
#define QUEUE 1
#endif
#include "check_one_sender.c"
