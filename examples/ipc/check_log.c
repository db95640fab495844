// SPDX-License-Identifier: MIT OR Apache-2.0
// A log of SLOTS slots, WRITERS tasks that write ENTRIES entries each, and main that reads it meanwhile.
//
// Nobody reads an entry that nobody wrote; at the end the newest entries are there, or counted as lost.
//
//   -DBUG_TORN_ENTRY  see log.c: the reader does not look whether the entry was overwritten meanwhile
//
// expect: => holds
// expect: -- -DBUG_TORN_ENTRY => violated assert
// expect: -- -DENTRIES=3 -DSLOTS=2 => holds
// expect: -- -DWRITERS=2 -DENTRIES=1 => holds
// slow: -- -DWRITERS=2 -DENTRIES=2 -DSLOTS=2 => holds
#ifndef SLOTS
#define SLOTS 1
#endif
#ifndef WRITERS
#define WRITERS 1
#endif
#ifndef ENTRIES
#define ENTRIES 2
#endif

#define IPC_LOG_ENTRIES SLOTS
#include "ipc_all.c"
#include <assert.h>

enum { TICKETS = WRITERS * ENTRIES };

static ipc_log log_ring;

// The event goes with the arguments: a mixture of two entries shows.
static void *writer(void *argument) {
  uint16_t number = (uint16_t)(uintptr_t)argument;
  for (uint16_t i = 0; i < ENTRIES; i++)
    log_write(&log_ring, LOG_INFO, (log_event)(number * ENTRIES + i), number, i);
  return NULL;
}

static void check_entry(const log_entry *entry) {
  assert(entry->severity == LOG_INFO && entry->a < WRITERS && entry->b < ENTRIES);
  assert((int)entry->event == entry->a * ENTRIES + entry->b && "whole"); //~ assert
}

int main(void) {
  pthread_t writers[WRITERS];
  log_entry entry;
  uint64_t cursor = 0;
  unsigned seen = 0;
  log_start(&log_ring, LOG_INFO);
  for (uintptr_t i = 0; i < WRITERS; i++) pthread_create(&writers[i], NULL, writer, (void *)i);
  if (log_next(&log_ring, &cursor, &entry) == IPC_OK) check_entry(&entry);
  for (unsigned i = 0; i < WRITERS; i++) pthread_join(writers[i], NULL);

  assert(log_written(&log_ring) == TICKETS);
  for (cursor = 0; log_next(&log_ring, &cursor, &entry) == IPC_OK; seen++) check_entry(&entry);
  // A slot is empty only if its last visitor gave up.
  assert(seen + log_lost(&log_ring) >= (TICKETS < SLOTS ? TICKETS : SLOTS));
  return 0;
}
