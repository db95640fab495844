// SPDX-License-Identifier: MIT OR Apache-2.0
// pool.h - the blocks that messages on their way live in.
//
// All mailboxes share one pool, so that a burst at one of them can use what the others do not need. Free
// blocks are the bits of one word: acquiring takes the lowest, so the same history of requests uses the
// same blocks on every run, and a block that is released twice is noticed at once.
#ifndef IPC_POOL_H
#define IPC_POOL_H

#include "config.h"
#include "message.h"
#include "status.h"
#include <pthread.h>
#include <stdint.h>

typedef struct ipc_block ipc_block;
struct ipc_block {
  ipc_block *next; // the one behind it in its queue; belongs to the queue that holds the block
  ipc_message message;
};

typedef struct {
  pthread_mutex_t lock;  // guards the next three; it is taken last, when a mailbox's lock may be held
  uint64_t free;         // bit i: nobody has block i
  uint16_t in_use;       // blocks that somebody has
  uint16_t most_in_use;  // at any time so far
  ipc_block blocks[IPC_POOL_BLOCKS];
} ipc_pool;

void pool_start(ipc_pool *pool);
void pool_stop(ipc_pool *pool);

// NULL when all blocks are in use: a caller never waits for a block.
ipc_block *pool_acquire(ipc_pool *pool);

// IPC_CORRUPT when it is not a block of this pool, IPC_DUPLICATE when it is free already.
ipc_status pool_release(ipc_pool *pool, ipc_block *block);

typedef struct {
  uint16_t in_use, most_in_use, total;
} ipc_pool_usage;

ipc_pool_usage pool_usage(ipc_pool *pool);

#endif
