// SPDX-License-Identifier: MIT OR Apache-2.0
// Timed waits on both sides of a mailbox for QUEUE messages: a sender that gives up when it stays full,
// a receiver that gives up when it stays empty, and a mailbox that is closed while they are at it.
//
// Whatever times out: what was put in comes out, in order, and nothing else does. A sender that gave up
// has left nothing behind.
//
//   -DCLOSE  the receiver closes the mailbox after the first message it waits for
//
// expect: => holds
// expect: -- -DMESSAGES=2 => holds
// expect: -- -DMESSAGES=2 -DCLOSE => holds
// expect: --spurious-wakeups => holds
#ifndef MESSAGES
#define MESSAGES 1
#endif
#ifndef QUEUE
#define QUEUE 1
#endif

#define IPC_LEVELS 2
#define IPC_PAYLOAD_BYTES 1
#define IPC_POOL_BLOCKS QUEUE
#define IPC_MAILBOXES 1
#define IPC_TASKS 1
#define IPC_ROUTES 1
#define IPC_LOG_ENTRIES 1
#include "ipc_all.c"
#include <assert.h>

enum { PATIENCE_MS = 5 };

static ipc_bus bus;
static unsigned box;
static unsigned sent; // successfully; the sender's, until it is joined

static void *sender(void *unused) {
  for (unsigned i = 0; i < MESSAGES; i++) {
    ipc_message message;
    uint8_t number = (uint8_t)sent;
    ipc_status status = message_compose(&message, 1, 0, 0, &number, 1);
    assert(status == IPC_OK);
    status = ipc_send(&bus, box, &message, PATIENCE_MS);
    assert(status == IPC_OK || status == IPC_TIMEOUT || status == IPC_CLOSED);
    if (status == IPC_OK) sent++;
  }
  return unused;
}

static unsigned got; // messages

static ipc_status receive(uint32_t wait_ms) {
  ipc_message message;
  ipc_status status = ipc_receive(&bus, box, &message, wait_ms);
  if (status == IPC_OK) {
    assert(message.payload[0] == got);
    got++;
  }
  return status;
}

int main(void) {
  pthread_t thread;
  ipc_start(&bus, LOG_ERROR);
  ipc_status status = ipc_open(&bus, "box", QUEUE, IPC_WAIT, &box);
  assert(status == IPC_OK);
  pthread_create(&thread, NULL, sender, NULL);
  status = receive(PATIENCE_MS);
  assert(status == IPC_OK || status == IPC_TIMEOUT);
#ifdef CLOSE
  ipc_close(&bus, box);
#endif
  pthread_join(thread, NULL);
  do status = receive(IPC_NO_WAIT);
  while (status == IPC_OK);
#ifdef CLOSE
  assert(status == IPC_CLOSED);
#else
  assert(status == IPC_EMPTY);
#endif
  assert(got == sent);
  ipc_mailbox_counts counts = mailbox_counts(&bus.boxes[box]);
  assert(counts.put == sent && counts.taken == got && counts.rejected == MESSAGES - sent && counts.missing == 0);
  status = ipc_stop(&bus);
  assert(status == IPC_OK);
  return 0;
}
