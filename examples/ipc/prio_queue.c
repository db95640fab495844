// SPDX-License-Identifier: MIT OR Apache-2.0
#include "prio_queue.h"

#include <stddef.h>

void queue_start(ipc_prio_queue *queue) {
  for (unsigned i = 0; i < IPC_LEVELS; i++) queue->levels[i] = (ipc_level){NULL, NULL};
  queue->waiting = 0;
  queue->count = 0;
}

void queue_put(ipc_prio_queue *queue, ipc_block *block) {
  ipc_level *level = &queue->levels[block->message.priority];
  block->next = NULL;
  if (level->first)
    level->last->next = block;
  else
    level->first = block;
  level->last = block;
  queue->waiting |= UINT32_C(1) << block->message.priority;
  queue->count++;
}

ipc_block *queue_take_from(ipc_prio_queue *queue, unsigned number) {
  ipc_level *level = &queue->levels[number];
  ipc_block *block = level->first;
  if (!block) return NULL;
  level->first = block->next;
  if (!level->first) {
    level->last = NULL;
    queue->waiting &= ~(UINT32_C(1) << number);
  }
  block->next = NULL;
  queue->count--;
  return block;
}

ipc_block *queue_take(ipc_prio_queue *queue) {
  if (queue->waiting == 0) return NULL;
  return queue_take_from(queue, (unsigned)__builtin_ctz(queue->waiting));
}

unsigned queue_least_level(const ipc_prio_queue *queue) {
  return queue->waiting == 0 ? 0 : 31 - (unsigned)__builtin_clz(queue->waiting);
}

ipc_block *queue_take_least(ipc_prio_queue *queue) {
  if (queue->waiting == 0) return NULL;
  unsigned number = queue_least_level(queue);
  ipc_level *level = &queue->levels[number];
  if (level->first == level->last) return queue_take_from(queue, number);
  // The lists go one way. Queues are short, and sparing a message is rare.
  ipc_block *before = level->first;
  while (before->next != level->last) before = before->next;
  ipc_block *block = level->last;
  before->next = NULL;
  level->last = before;
  queue->count--;
  return block;
}

static bool level_is_consistent(const ipc_prio_queue *queue, unsigned number, unsigned *seen) {
  const ipc_level *level = &queue->levels[number];
  const ipc_block *last = NULL;
  for (const ipc_block *block = level->first; block; block = block->next) {
    if (block->message.priority != number || ++*seen > queue->count) return false;
    last = block;
  }
  bool marked = (queue->waiting >> number & 1) != 0;
  return level->last == last && marked == (last != NULL);
}

bool queue_is_consistent(const ipc_prio_queue *queue) {
  unsigned seen = 0;
  for (unsigned i = 0; i < IPC_LEVELS; i++)
    if (!level_is_consistent(queue, i, &seen)) return false;
  return seen == queue->count;
}
