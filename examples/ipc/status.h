// SPDX-License-Identifier: MIT OR Apache-2.0
// status.h - what the module's functions answer.
//
// Every function that can fail returns a status, and every status has one meaning in the whole module.
#ifndef IPC_STATUS_H
#define IPC_STATUS_H

typedef enum {
  IPC_OK,
  IPC_BAD_ARGUMENT, // the caller's mistake: a number out of range, a length too large
  IPC_FULL,         // the mailbox has no room and the caller does not wait
  IPC_EMPTY,        // the mailbox has no message and the caller does not wait
  IPC_TIMEOUT,      // the caller waited as long as it wanted to
  IPC_CLOSED,       // the mailbox is closed (for a receiver: and empty)
  IPC_NO_BLOCK,     // all blocks of the pool are in use
  IPC_NO_SPACE,     // a table of fixed size is full
  IPC_NOT_FOUND,    // nothing has that name, number or identifier
  IPC_CORRUPT,      // a checksum, a length or a mark is wrong
  IPC_DUPLICATE,    // it was received or registered before
  IPC_GAP,          // something that was sent before it has not arrived
  IPC_LEAK,         // at shutdown a block was missing
} ipc_status;

// For logs and self-tests; never NULL.
const char *ipc_status_name(ipc_status status);

#endif
