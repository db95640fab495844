// SPDX-License-Identifier: MIT OR Apache-2.0
// config.h - the sizes of the module.
//
// All memory is static: nothing is allocated after start-up. A mission sets its own sizes with -D; what
// does not fit is refused here, at compile time, or answered with a status at run time.
#ifndef IPC_CONFIG_H
#define IPC_CONFIG_H

#ifndef IPC_LEVELS // priorities; level 0 is the most urgent
#define IPC_LEVELS 4
#endif

#ifndef IPC_PAYLOAD_BYTES // of one message
#define IPC_PAYLOAD_BYTES 64
#endif

#ifndef IPC_POOL_BLOCKS // messages that can be on their way at the same time, in all mailboxes together
#define IPC_POOL_BLOCKS 32
#endif

#ifndef IPC_MAILBOXES
#define IPC_MAILBOXES 8
#endif

#ifndef IPC_TASKS // tasks that send, and that the health monitor supervises
#define IPC_TASKS 8
#endif

#ifndef IPC_ROUTES // message identifiers that somebody may subscribe to
#define IPC_ROUTES 16
#endif

#ifndef IPC_LOG_ENTRIES // the newest entries that the log keeps
#define IPC_LOG_ENTRIES 64
#endif

#ifndef IPC_SLOTS // activities of the cyclic executive
#define IPC_SLOTS 16
#endif

#ifndef IPC_COMMANDS // commands that can be registered
#define IPC_COMMANDS 16
#endif

_Static_assert(2 <= IPC_LEVELS, "there are urgent messages and others");
_Static_assert(IPC_LEVELS <= 32, "a level is a bit of a 32-bit word");
_Static_assert(1 <= IPC_PAYLOAD_BYTES && IPC_PAYLOAD_BYTES <= 4096, "a payload's length is 16 bits wide");
_Static_assert(1 <= IPC_POOL_BLOCKS && IPC_POOL_BLOCKS <= 64, "a block is a bit of a 64-bit word");
_Static_assert(1 <= IPC_MAILBOXES && IPC_MAILBOXES <= 32, "a mailbox is a bit of a 32-bit word");
_Static_assert(1 <= IPC_TASKS && IPC_TASKS <= 32, "a task is a bit of a 32-bit word");
_Static_assert(1 <= IPC_LOG_ENTRIES, "the log keeps at least one entry");

#endif
