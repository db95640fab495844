// SPDX-License-Identifier: MIT OR Apache-2.0
// ipc_all.c - the whole module as one file, for programs that want it so: the check_*.c harnesses include
// it, so that each of them is one file to give to a checker or a compiler. Sizes are defined before it, and
// it comes before all system headers. Ordinary builds compile the module's files separately.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include "command.c"
#include "crc.c"
#include "executive.c"
#include "gateway.c"
#include "health.c"
#include "ipc.c"
#include "log.c"
#include "mailbox.c"
#include "message.c"
#include "monitor.c"
#include "packet.c"
#include "platform.c"
#include "pool.c"
#include "prio_queue.c"
#include "router.c"
#include "sequence.c"
#include "status.c"
#include "telemetry.c"
#include "watchdog.c"
