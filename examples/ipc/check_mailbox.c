// SPDX-License-Identifier: MIT OR Apache-2.0
// A mailbox for QUEUE messages by itself: SENDERS tasks put MESSAGES each, and wait while it is full.
//
//   -DBUG_LOST_WAKEUP  see mailbox.c: room is announced only when the mailbox was full
//
// expect: => holds
// expect: -- -DSENDERS=1 -DMESSAGES=3 -DQUEUE=2 => holds
// expect: -- -DSENDERS=2 -DMESSAGES=2 -DQUEUE=2 -DBUG_LOST_WAKEUP => violated deadlock
// slow: -- -DSENDERS=2 -DMESSAGES=2 -DQUEUE=2 => holds
#ifndef SENDERS
#define SENDERS 2
#endif
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
#define IPC_TASKS SENDERS
#define IPC_LOG_ENTRIES 1
#include "ipc_all.c"
#include <assert.h>

static ipc_pool pool;
static ipc_mailbox box;

static void *sender(void *message) {
  for (unsigned i = 0; i < MESSAGES; i++) {
    ipc_status status = mailbox_put(&box, message, IPC_FOREVER);
    assert(status == IPC_OK);
  }
  return NULL;
}

int main(void) {
  static ipc_message messages[SENDERS];
  pthread_t senders[SENDERS];
  unsigned from[SENDERS] = {0};
  pool_start(&pool);
  mailbox_start(&box, "box", &pool, QUEUE, IPC_WAIT);
  for (unsigned i = 0; i < SENDERS; i++) {
    messages[i].source = (uint8_t)i;
    pthread_create(&senders[i], NULL, sender, &messages[i]);
  }
  for (unsigned i = 0; i < SENDERS * MESSAGES; i++) {
    ipc_message message;
    ipc_status status = mailbox_take(&box, &message, IPC_FOREVER);
    assert(status == IPC_OK && message.source < SENDERS);
    from[message.source]++;
  }
  for (unsigned i = 0; i < SENDERS; i++) {
    pthread_join(senders[i], NULL);
    assert(from[i] == MESSAGES);
  }
  assert(queue_is_consistent(&box.queue) && box.queue.count == 0);
  assert(pool_usage(&pool).in_use == 0);
  mailbox_stop(&box);
  pool_stop(&pool);
  return 0;
}
