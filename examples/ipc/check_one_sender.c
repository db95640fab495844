// SPDX-License-Identifier: MIT OR Apache-2.0
// Messages of SENDERS tasks to one mailbox for QUEUE messages, MESSAGES from each, received by main.
//
// Every message arrives, once, undamaged; of one sender's messages none overtakes an earlier one that is
// at least as urgent; at the end all blocks are back in the pool.
//
//   -DDRAIN                   main receives when all senders have ended: then the order is known exactly
//   -DBUG_PRIORITY_INVERSION  see mailbox.c: the receiver looks for the most urgent level before it locks
//
// expect: => holds
// expect: -- -DQUEUE=1 => holds
// expect: -- -DMESSAGES=3 -DQUEUE=3 => holds
// expect: -- -DBUG_PRIORITY_INVERSION => violated assert
#ifndef SENDERS
#define SENDERS 1
#endif
#ifndef MESSAGES
#define MESSAGES 2
#endif
#ifndef QUEUE
#define QUEUE 2
#endif

// As small as it gets: what is not there needs no states.
#define IPC_LEVELS 2
#define IPC_PAYLOAD_BYTES 2
#define IPC_POOL_BLOCKS QUEUE
#define IPC_MAILBOXES 1
#define IPC_TASKS SENDERS
#define IPC_ROUTES 1
#define IPC_LOG_ENTRIES 2
#include "ipc_all.c"
#include <assert.h>

static ipc_bus bus;
static unsigned box;

// Urgent and less urgent ones by turns. The payload is the number and something that goes with it.
static uint8_t level_of(unsigned number) { return number % 2; }
static uint8_t seal_of(unsigned source, unsigned number) { return (uint8_t)(0xA5 ^ (source << 4 | number)); }

static void *sender(void *argument) {
  uint8_t source = (uint8_t)(uintptr_t)argument;
  for (unsigned i = 0; i < MESSAGES; i++) {
    const uint8_t payload[] = {(uint8_t)i, seal_of(source, i)};
    ipc_message message;
    ipc_status status = message_compose(&message, 7, source, level_of(i), payload, sizeof payload);
    assert(status == IPC_OK);
    status = ipc_send(&bus, box, &message, IPC_FOREVER);
    assert(status == IPC_OK);
  }
  return NULL;
}

static uint32_t received[SENDERS]; // bit i: message i of this sender

static void account_for(const ipc_message *message) {
  unsigned number = message->payload[0];
  assert(message->source < SENDERS && number < MESSAGES && message->length == 2 && message->id == 7);
  assert(message->payload[1] == seal_of(message->source, number) && message->priority == level_of(number));
  uint32_t before = received[message->source];
  assert(!(before >> number & 1) && "received twice");
  for (unsigned i = 0; i < number; i++)
    if (level_of(i) <= level_of(number)) assert((before >> i & 1) && "overtaken"); //~ assert
  received[message->source] = before | UINT32_C(1) << number;
}

static void receive_all(void) {
  unsigned last_level = 0;
  for (unsigned i = 0; i < SENDERS * MESSAGES; i++) {
    ipc_message message;
    ipc_status status = ipc_receive(&bus, box, &message, IPC_FOREVER);
    assert(status == IPC_OK);
    account_for(&message);
#ifdef DRAIN
    assert(message.priority >= last_level);
#endif
    last_level = message.priority;
  }
  (void)last_level;
}

int main(void) {
  pthread_t senders[SENDERS];
  ipc_start(&bus, LOG_WARNING);
  ipc_status status = ipc_open(&bus, "inbox", QUEUE, IPC_WAIT, &box);
  assert(status == IPC_OK);
  for (unsigned i = 0; i < SENDERS; i++) pthread_create(&senders[i], NULL, sender, (void *)(uintptr_t)i);
#ifdef DRAIN
  _Static_assert(QUEUE >= SENDERS * MESSAGES, "all messages must fit");
  for (unsigned i = 0; i < SENDERS; i++) pthread_join(senders[i], NULL);
  receive_all();
#else
  receive_all();
  for (unsigned i = 0; i < SENDERS; i++) pthread_join(senders[i], NULL);
#endif
  for (unsigned i = 0; i < SENDERS; i++) assert(received[i] == (UINT32_C(1) << MESSAGES) - 1);
  ipc_mailbox_counts counts = mailbox_counts(&bus.boxes[box]);
  assert(counts.put == SENDERS * MESSAGES && counts.taken == counts.put && counts.most <= QUEUE);
  assert(counts.corrupt + counts.duplicates + counts.missing + counts.rejected == 0);
  status = ipc_stop(&bus);
  assert(status == IPC_OK && "the pool is balanced");
  return 0;
}
