// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bytes.h"
#include "ipc.h"
#include "platform.h"
#include "selftest.h"
#include <stddef.h>
#include <string.h>

enum { SENDERS = 4, MESSAGES = 2000, NEWS = 0x0707 };

static ipc_bus bus;
static unsigned inbox;

static void run_in_tasks(unsigned count, void *(*body)(void *), pthread_t *tasks, unsigned *numbers) {
  for (unsigned i = 0; i < count; i++) {
    numbers[i] = i;
    if (pthread_create(&tasks[i], NULL, body, &numbers[i]) != 0) platform_fatal("pthread_create", 0);
  }
}

static void wait_for_tasks(unsigned count, pthread_t *tasks) {
  for (unsigned i = 0; i < count; i++) pthread_join(tasks[i], NULL);
}

static ipc_status send_number(uint8_t source, uint8_t level, uint32_t number, uint32_t wait_ms) {
  ipc_message message;
  uint8_t payload[4];
  put_u32(payload, number);
  ipc_status status = message_compose(&message, NEWS, source, level, payload, sizeof payload);
  return status == IPC_OK ? ipc_send(&bus, inbox, &message, wait_ms) : status;
}

static void *send_many(void *number) {
  uint8_t source = (uint8_t)*(unsigned *)number;
  for (uint32_t i = 0; i < MESSAGES; i++)
    if (send_number(source, (uint8_t)(i % IPC_LEVELS), i, IPC_FOREVER) != IPC_OK) platform_fatal("send", (int)i);
  return NULL;
}

// Every message of every sender arrives once, and none overtakes an earlier one that is as urgent.
static void test_many_senders(void) {
  static bool seen[SENDERS][MESSAGES];
  pthread_t tasks[SENDERS];
  unsigned numbers[SENDERS];
  bool all_well = true;
  uint32_t last[SENDERS][IPC_LEVELS] = {{0}};
  ipc_start(&bus, LOG_WARNING);
  CHECK(ipc_open(&bus, "inbox", 8, IPC_WAIT, &inbox) == IPC_OK);
  run_in_tasks(SENDERS, send_many, tasks, numbers);
  for (unsigned i = 0; i < SENDERS * MESSAGES; i++) {
    ipc_message message;
    all_well &= ipc_receive(&bus, inbox, &message, IPC_FOREVER) == IPC_OK;
    uint32_t number = get_u32(message.payload);
    uint32_t *before = &last[message.source][message.priority];
    all_well &= !seen[message.source][number] && message.priority == number % IPC_LEVELS;
    all_well &= number >= *before;
    seen[message.source][number] = true;
    *before = number;
  }
  wait_for_tasks(SENDERS, tasks);
  CHECK(all_well);
  ipc_mailbox_counts counts;
  CHECK(ipc_counts(&bus, inbox, &counts) == IPC_OK);
  CHECK(counts.put == SENDERS * MESSAGES && counts.taken == counts.put);
  CHECK(counts.corrupt == 0 && counts.duplicates == 0 && counts.missing == 0 && counts.rejected == 0);
  CHECK(counts.most <= 8);
  CHECK(ipc_stop(&bus) == IPC_OK);
}

static void test_order(void) {
  ipc_message message;
  ipc_start(&bus, LOG_WARNING);
  CHECK(ipc_open(&bus, "inbox", 4, IPC_WAIT, &inbox) == IPC_OK);
  CHECK(ipc_open(&bus, "inbox", 4, IPC_WAIT, &inbox) == IPC_DUPLICATE);
  CHECK(send_number(0, 3, 1, IPC_NO_WAIT) == IPC_OK);
  CHECK(send_number(0, 0, 2, IPC_NO_WAIT) == IPC_OK);
  CHECK(send_number(1, 3, 3, IPC_NO_WAIT) == IPC_OK);
  CHECK(send_number(1, 0, 4, IPC_NO_WAIT) == IPC_OK);
  CHECK(send_number(1, 0, 5, IPC_NO_WAIT) == IPC_FULL);
  CHECK(send_number(1, 0, 5, 5) == IPC_TIMEOUT);
  CHECK(mailbox_backlog(&bus.boxes[inbox], 0) == 2);
  const uint32_t order[] = {2, 4, 1, 3};
  for (unsigned i = 0; i < 4; i++) {
    CHECK(ipc_receive(&bus, inbox, &message, IPC_NO_WAIT) == IPC_OK);
    CHECK(get_u32(message.payload) == order[i]);
  }
  CHECK(ipc_receive(&bus, inbox, &message, IPC_NO_WAIT) == IPC_EMPTY);
  CHECK(ipc_receive(&bus, inbox, &message, 5) == IPC_TIMEOUT);
  CHECK(ipc_stop(&bus) == IPC_OK);
}

static void test_eviction(void) {
  ipc_message message;
  ipc_mailbox_counts counts;
  ipc_start(&bus, LOG_WARNING);
  CHECK(ipc_open(&bus, "inbox", 2, IPC_EVICT, &inbox) == IPC_OK);
  CHECK(send_number(0, 2, 1, IPC_FOREVER) == IPC_OK);
  CHECK(send_number(0, 2, 2, IPC_FOREVER) == IPC_OK);
  CHECK(send_number(0, 2, 3, IPC_FOREVER) == IPC_FULL); // no less urgent one to spare
  CHECK(send_number(0, 1, 4, IPC_FOREVER) == IPC_OK);   // in place of 2
  CHECK(send_number(0, 2, 5, IPC_FOREVER) == IPC_FULL);
  CHECK(ipc_receive(&bus, inbox, &message, IPC_NO_WAIT) == IPC_OK && get_u32(message.payload) == 4);
  CHECK(send_number(0, 2, 6, IPC_FOREVER) == IPC_OK);
  CHECK(ipc_receive(&bus, inbox, &message, IPC_NO_WAIT) == IPC_OK && get_u32(message.payload) == 1);
  CHECK(ipc_receive(&bus, inbox, &message, IPC_NO_WAIT) == IPC_OK && get_u32(message.payload) == 6);
  CHECK(ipc_counts(&bus, inbox, &counts) == IPC_OK);
  CHECK(counts.evicted == 1 && counts.rejected == 2 && counts.missing == 1);
  CHECK(ipc_stop(&bus) == IPC_OK);
}

// What a cosmic ray does to a message in the pool.
static void test_damage(void) {
  ipc_message message;
  ipc_mailbox_counts counts;
  ipc_start(&bus, LOG_WARNING);
  CHECK(ipc_open(&bus, "inbox", 4, IPC_WAIT, &inbox) == IPC_OK);
  CHECK(send_number(0, 1, 10, IPC_NO_WAIT) == IPC_OK);
  CHECK(send_number(0, 1, 11, IPC_NO_WAIT) == IPC_OK);
  bus.pool.blocks[0].message.payload[3] ^= 1;
  CHECK(ipc_receive(&bus, inbox, &message, IPC_NO_WAIT) == IPC_OK && get_u32(message.payload) == 11);
  bus.numbers[0].next[inbox][1] = 0; // and to a counter
  CHECK(send_number(0, 1, 12, IPC_NO_WAIT) == IPC_OK);
  CHECK(ipc_receive(&bus, inbox, &message, IPC_NO_WAIT) == IPC_EMPTY);
  CHECK(ipc_counts(&bus, inbox, &counts) == IPC_OK);
  CHECK(counts.corrupt == 1 && counts.missing == 1 && counts.duplicates == 1);
  CHECK(log_written(&bus.log) == 3);
  CHECK(ipc_stop(&bus) == IPC_OK);
}

static void *send_until_closed(void *number) {
  uint8_t source = (uint8_t)*(unsigned *)number;
  while (send_number(source, 0, 0, IPC_FOREVER) != IPC_CLOSED) continue;
  return NULL;
}

static void test_close(void) {
  pthread_t tasks[2];
  unsigned numbers[2];
  ipc_message message;
  ipc_start(&bus, LOG_ERROR);
  CHECK(ipc_open(&bus, "inbox", 2, IPC_WAIT, &inbox) == IPC_OK);
  run_in_tasks(2, send_until_closed, tasks, numbers);
  for (unsigned i = 0; i < 10; i++) CHECK(ipc_receive(&bus, inbox, &message, IPC_FOREVER) == IPC_OK);
  CHECK(ipc_close(&bus, inbox) == IPC_OK);
  wait_for_tasks(2, tasks);
  while (ipc_receive(&bus, inbox, &message, IPC_FOREVER) == IPC_OK) continue;
  CHECK(ipc_receive(&bus, inbox, &message, IPC_FOREVER) == IPC_CLOSED);
  CHECK(ipc_stop(&bus) == IPC_OK);
}

static void *publish_many(void *number) {
  uint8_t source = (uint8_t)*(unsigned *)number;
  ipc_message message;
  unsigned delivered;
  for (unsigned i = 0; i < 200; i++)
    if (message_compose(&message, NEWS, source, 1, NULL, 0) == IPC_OK) ipc_publish(&bus, &message, &delivered);
  return NULL;
}

static void test_publishing(void) {
  pthread_t tasks[2];
  unsigned numbers[2], boxes[2];
  ipc_message message;
  ipc_start(&bus, LOG_ERROR);
  CHECK(ipc_open(&bus, "first", 2, IPC_REJECT, &boxes[0]) == IPC_OK);
  CHECK(ipc_open(&bus, "second", 2, IPC_EVICT, &boxes[1]) == IPC_OK);
  CHECK(ipc_subscribe(&bus, NEWS, boxes[0]) == IPC_OK);
  CHECK(ipc_subscribe(&bus, NEWS, boxes[1]) == IPC_OK);
  run_in_tasks(2, publish_many, tasks, numbers);
  for (unsigned i = 0; i < 20; i++) {
    while (ipc_receive(&bus, boxes[0], &message, IPC_NO_WAIT) == IPC_OK) continue;
    CHECK(ipc_unsubscribe(&bus, NEWS, boxes[0]) == IPC_OK);
    while (ipc_receive(&bus, boxes[0], &message, IPC_NO_WAIT) == IPC_OK) continue;
    CHECK(ipc_receive(&bus, boxes[0], &message, IPC_NO_WAIT) == IPC_EMPTY); // nothing arrives any more
    CHECK(ipc_subscribe(&bus, NEWS, boxes[0]) == IPC_OK);
  }
  wait_for_tasks(2, tasks);
  CHECK(ipc_stop(&bus) == IPC_OK);
}

static void *log_many(void *number) {
  uint16_t source = (uint16_t)*(unsigned *)number;
  for (uint16_t i = 0; i < 2000; i++) log_write(&bus.log, LOG_INFO, EVENT_COMMAND, i, (uint16_t)(i ^ source));
  return NULL;
}

static void test_logging(void) {
  pthread_t tasks[SENDERS];
  unsigned numbers[SENDERS];
  uint64_t cursor = 0, seen = 0;
  log_entry entry;
  bool whole = true;
  log_start(&bus.log, LOG_INFO);
  run_in_tasks(SENDERS, log_many, tasks, numbers);
  for (unsigned i = 0; i < 2000; i++) {
    if (log_next(&bus.log, &cursor, &entry) != IPC_OK) continue;
    whole &= entry.event == EVENT_COMMAND && (entry.a ^ entry.b) < SENDERS;
    seen++;
  }
  wait_for_tasks(SENDERS, tasks);
  CHECK(whole && seen <= cursor);
  CHECK(log_written(&bus.log) == 2000 * SENDERS);
  CHECK(log_lost(&bus.log) < 2000 * SENDERS);
}

void selftest_tasks(void) {
  test_order();
  test_eviction();
  test_damage();
  test_many_senders();
  test_close();
  test_publishing();
  test_logging();
}
