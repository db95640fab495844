// SPDX-License-Identifier: MIT OR Apache-2.0
// A task publishes MESSAGES messages; main has subscribed to them with two mailboxes, unsubscribes the
// first of them and empties it meanwhile.
//
// After unsubscribing nothing more arrives; the second mailbox gets everything; no block is lost.
//
//   -DBUG_LATE_DELIVERY     see router.c: delivers after unlocking the routes
//   -DBUG_UNLOCKED_RELEASE  see pool.c: relies on a mailbox's lock to guard the pool
//
// expect: => holds
// expect: -- -DBUG_LATE_DELIVERY => violated assert
// expect: -- -DMESSAGES=2 => holds
// expect: -- -DMESSAGES=2 -DBUG_UNLOCKED_RELEASE => violated race
// expect: --property assert -- -DMESSAGES=2 -DBUG_UNLOCKED_RELEASE => violated assert
#ifndef MESSAGES
#define MESSAGES 1
#endif

#define IPC_LEVELS 2
#define IPC_PAYLOAD_BYTES 1
#define IPC_POOL_BLOCKS (2 * MESSAGES)
#define IPC_MAILBOXES 2
#define IPC_TASKS 1
#define IPC_ROUTES 1
#define IPC_LOG_ENTRIES 1
#include "ipc_all.c"
#include <assert.h>

enum { NEWS = 3 };

static ipc_bus bus;
static unsigned leaving, staying;
static unsigned deliveries; // the publisher's, until it is joined

static void *publisher(void *unused) {
  for (unsigned i = 0; i < MESSAGES; i++) {
    ipc_message message;
    unsigned delivered;
    uint8_t number = (uint8_t)i;
    ipc_status status = message_compose(&message, NEWS, 0, 0, &number, 1);
    assert(status == IPC_OK);
    status = ipc_publish(&bus, &message, &delivered);
    assert(status == IPC_OK && (delivered == 1 || delivered == 2));
    deliveries += delivered;
  }
  return unused;
}

// Takes all there is; says how many.
static unsigned empty(unsigned box) {
  ipc_message message;
  unsigned count = 0;
  while (ipc_receive(&bus, box, &message, IPC_NO_WAIT) == IPC_OK) {
    assert(message.id == NEWS && message.payload[0] == count);
    count++;
  }
  return count;
}

int main(void) {
  pthread_t thread;
  ipc_start(&bus, LOG_ERROR);
  ipc_status status = ipc_open(&bus, "leaving", MESSAGES, IPC_REJECT, &leaving);
  assert(status == IPC_OK);
  status = ipc_open(&bus, "staying", MESSAGES, IPC_REJECT, &staying);
  assert(status == IPC_OK);
  status = ipc_subscribe(&bus, NEWS, leaving);
  assert(status == IPC_OK);
  status = ipc_subscribe(&bus, NEWS, staying);
  assert(status == IPC_OK);
  pthread_create(&thread, NULL, publisher, NULL);

  status = ipc_unsubscribe(&bus, NEWS, leaving);
  assert(status == IPC_OK);
  unsigned before = empty(leaving);
  pthread_join(thread, NULL);
  assert(empty(leaving) == 0 && "unsubscribed"); //~ assert
  unsigned after = empty(staying);
  assert(after == MESSAGES && before + after == deliveries);
  status = ipc_stop(&bus);
  assert(status == IPC_OK && "the pool is balanced"); //~ assert
  return 0;
}
