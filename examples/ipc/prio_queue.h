// SPDX-License-Identifier: MIT OR Apache-2.0
// prio_queue.h - blocks in the order of their priority, and of their arrival at the same priority.
//
// A plain data structure: its user holds a lock. Each level is a list through the blocks themselves, so
// a queue needs no memory for what it holds; a word with a bit for each level that is not empty makes
// finding the first one a single instruction.
#ifndef IPC_PRIO_QUEUE_H
#define IPC_PRIO_QUEUE_H

#include "config.h"
#include "pool.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  ipc_block *first, *last;
} ipc_level;

typedef struct {
  ipc_level levels[IPC_LEVELS];
  uint32_t waiting; // bit i: level i is not empty
  uint16_t count;   // blocks in all levels
} ipc_prio_queue;

void queue_start(ipc_prio_queue *queue);

// Behind all others of its level.
void queue_put(ipc_prio_queue *queue, ipc_block *block);

// The oldest of the most urgent level; NULL when there is nothing.
ipc_block *queue_take(ipc_prio_queue *queue);

// The oldest of this level; NULL when the level is empty.
ipc_block *queue_take_from(ipc_prio_queue *queue, unsigned level);

// The newest of the least urgent level: what can be spared first. NULL when there is nothing.
ipc_block *queue_take_least(ipc_prio_queue *queue);

// The least urgent level that is not empty; 0 when there is nothing.
unsigned queue_least_level(const ipc_prio_queue *queue);

// Whether lists, bits and count agree; for self-tests.
bool queue_is_consistent(const ipc_prio_queue *queue);

#endif
