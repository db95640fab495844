// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mailbox.h"

#include <stddef.h>
#include <string.h>

void mailbox_start(ipc_mailbox *box, const char *name, ipc_pool *pool, uint16_t capacity, ipc_overflow overflow) {
  memset(&box->counts, 0, sizeof box->counts);
  memset(&box->tracker, 0, sizeof box->tracker);
  box->name = name;
  box->pool = pool;
  box->capacity = capacity;
  box->overflow = overflow;
  box->open = true;
  queue_start(&box->queue);
  platform_mutex_start(&box->lock);
  platform_cond_start(&box->not_full);
  platform_cond_start(&box->not_empty);
  for (unsigned i = 0; i < IPC_LEVELS; i++) {
    box->held[i] = 0;
    atomic_init(&box->visible[i], 0);
  }
}

static void give_back(ipc_mailbox *box, ipc_block *block) {
  ipc_status status = pool_release(box->pool, block);
  if (status != IPC_OK) platform_fatal("pool_release", (int)status);
}

void mailbox_stop(ipc_mailbox *box) {
  for (ipc_block *block; (block = queue_take(&box->queue));) give_back(box, block);
  platform_cond_stop(&box->not_empty);
  platform_cond_stop(&box->not_full);
  platform_mutex_stop(&box->lock);
}

// Keeps the numbers that are read without the lock.
static void account(ipc_mailbox *box, unsigned level, int change) {
  box->held[level] = (uint16_t)(box->held[level] + change);
  atomic_store_explicit(&box->visible[level], box->held[level], memory_order_relaxed);
}

unsigned mailbox_backlog(const ipc_mailbox *box, unsigned level) {
  return level < IPC_LEVELS ? atomic_load_explicit(&box->visible[level], memory_order_relaxed) : 0;
}

// ---- Putting in. All of these are called with the lock held. ----

// Lets a less urgent message go in favour of one of this level.
static ipc_status make_room(ipc_mailbox *box, unsigned level) {
  unsigned least = queue_least_level(&box->queue);
  if (least <= level) return IPC_FULL;
  account(box, least, -1);
  give_back(box, queue_take_least(&box->queue));
  box->counts.evicted++;
  return IPC_OK;
}

static ipc_status wait_for_room(ipc_mailbox *box, unsigned level, uint32_t wait_ms) {
  if (!box->open) return IPC_CLOSED;
  if (box->queue.count < box->capacity) return IPC_OK;
  if (box->overflow == IPC_EVICT) return make_room(box, level);
  if (box->overflow == IPC_REJECT || wait_ms == IPC_NO_WAIT) return IPC_FULL;
  platform_deadline deadline = platform_deadline_in(wait_ms);
  bool in_time = true;
  while (box->open && box->queue.count >= box->capacity) {
    if (!in_time) return IPC_TIMEOUT;
    in_time = platform_wait(&box->not_full, &box->lock, &deadline);
  }
  return box->open ? IPC_OK : IPC_CLOSED;
}

static ipc_status store(ipc_mailbox *box, const ipc_message *message) {
  ipc_block *block = pool_acquire(box->pool);
  if (!block) return IPC_NO_BLOCK;
  memcpy(&block->message, message, sizeof *message);
  queue_put(&box->queue, block);
  account(box, message->priority, +1);
  box->counts.put++;
  if (box->queue.count > box->counts.most) box->counts.most = box->queue.count;
  return IPC_OK;
}

ipc_status mailbox_put(ipc_mailbox *box, const ipc_message *message, uint32_t wait_ms) {
  platform_lock(&box->lock);
  ipc_status status = wait_for_room(box, message->priority, wait_ms);
  if (status == IPC_OK) status = store(box, message);
  if (status == IPC_OK)
    platform_signal(&box->not_empty);
  else
    box->counts.rejected++;
  platform_unlock(&box->lock);
  return status;
}

// ---- Taking out. ----

static ipc_status wait_for_message(ipc_mailbox *box, uint32_t wait_ms) {
  if (box->queue.count > 0) return IPC_OK;
  if (!box->open) return IPC_CLOSED;
  if (wait_ms == IPC_NO_WAIT) return IPC_EMPTY;
  platform_deadline deadline = platform_deadline_in(wait_ms);
  bool in_time = true;
  while (box->open && box->queue.count == 0) {
    if (!in_time) return IPC_TIMEOUT;
    in_time = platform_wait(&box->not_empty, &box->lock, &deadline);
  }
  return box->queue.count > 0 ? IPC_OK : IPC_CLOSED;
}

// Tells a waiting sender that there is room for one more.
static void announce_room(ipc_mailbox *box) {
#ifdef BUG_LOST_WAKEUP
  // "Senders wait only while the mailbox is full, so only the message that ends this must be announced."
  // When two messages leave before the first sender is awake, a second sender sleeps on beside a place.
  if (box->queue.count + 1 != box->capacity) return;
#endif
  platform_signal(&box->not_full);
}

static void unload(ipc_mailbox *box, ipc_block *block, ipc_message *message) {
  memcpy(message, &block->message, sizeof *message);
  account(box, message->priority, -1);
  give_back(box, block);
  box->counts.taken++;
  announce_room(box);
}

#ifdef BUG_PRIORITY_INVERSION
// "Looking for the level before locking keeps the critical section short." But the levels are looked at
// one after the other: an urgent message, and a less urgent one after it, may arrive in between. The
// urgent level has been passed as empty then, and the later message comes out first.
static unsigned glance(const ipc_mailbox *box) {
  unsigned level = 0;
  while (level < IPC_LEVELS && mailbox_backlog(box, level) == 0) level++;
  return level;
}

static ipc_block *take_as_seen(ipc_prio_queue *queue, unsigned level) {
  ipc_block *block = level < IPC_LEVELS ? queue_take_from(queue, level) : NULL;
  return block ? block : queue_take(queue);
}
#define LOOK_FIRST(box) unsigned level_seen = glance(box)
#define TAKE_FIRST(queue) take_as_seen(queue, level_seen)
#else
#define LOOK_FIRST(box) ((void)0)
#define TAKE_FIRST(queue) queue_take(queue)
#endif

ipc_status mailbox_take(ipc_mailbox *box, ipc_message *message, uint32_t wait_ms) {
  LOOK_FIRST(box);
  platform_lock(&box->lock);
  ipc_status status = wait_for_message(box, wait_ms);
  if (status == IPC_OK) unload(box, TAKE_FIRST(&box->queue), message);
  platform_unlock(&box->lock);
  return status;
}

void mailbox_close(ipc_mailbox *box) {
  platform_lock(&box->lock);
  box->open = false;
  platform_broadcast(&box->not_full);
  platform_broadcast(&box->not_empty);
  platform_unlock(&box->lock);
}

// ---- Looking at it. ----

ipc_status mailbox_inspect(ipc_mailbox *box, const ipc_message *message) {
  uint16_t missing = 0;
  ipc_status status = message_verify(message);
  if (status == IPC_OK)
    status = tracker_accept(&box->tracker, message->source, message->priority, message->sequence, &missing);
  if (status == IPC_OK) return IPC_OK;
  platform_lock(&box->lock);
  if (status == IPC_CORRUPT) box->counts.corrupt++;
  if (status == IPC_DUPLICATE) box->counts.duplicates++;
  box->counts.missing += missing;
  platform_unlock(&box->lock);
  return status;
}

ipc_mailbox_counts mailbox_counts(ipc_mailbox *box) {
  platform_lock(&box->lock);
  ipc_mailbox_counts counts = box->counts;
  platform_unlock(&box->lock);
  return counts;
}
