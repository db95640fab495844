// SPDX-License-Identifier: MIT OR Apache-2.0
#include "pool.h"

#include "platform.h"
#include <stddef.h>

void pool_start(ipc_pool *pool) {
  platform_mutex_start(&pool->lock);
  pool->free = IPC_POOL_BLOCKS == 64 ? UINT64_MAX : (UINT64_C(1) << IPC_POOL_BLOCKS % 64) - 1;
  pool->in_use = 0;
  pool->most_in_use = 0;
}

void pool_stop(ipc_pool *pool) { platform_mutex_stop(&pool->lock); }

static unsigned lowest_bit(uint64_t word) { return (unsigned)__builtin_ctzll(word); }

ipc_block *pool_acquire(ipc_pool *pool) {
  ipc_block *block = NULL;
  platform_lock(&pool->lock);
  if (pool->free != 0) { //~ race
    unsigned index = lowest_bit(pool->free);
    pool->free &= ~(UINT64_C(1) << index); //~ race
    pool->in_use++;                        //~ race
    if (pool->in_use > pool->most_in_use) pool->most_in_use = pool->in_use; //~ race
    block = &pool->blocks[index];
  }
  platform_unlock(&pool->lock);
  return block;
}

// The number of a block, or IPC_POOL_BLOCKS if it is none of this pool. Compared as numbers: the pointer
// may come from anywhere.
static unsigned index_of(const ipc_pool *pool, const ipc_block *block) {
  uintptr_t offset = (uintptr_t)block - (uintptr_t)pool->blocks;
  if (offset % sizeof(ipc_block) != 0) return IPC_POOL_BLOCKS;
  uintptr_t index = offset / sizeof(ipc_block);
  return index < IPC_POOL_BLOCKS ? (unsigned)index : IPC_POOL_BLOCKS;
}

ipc_status pool_release(ipc_pool *pool, ipc_block *block) {
  ipc_status status = IPC_OK;
  unsigned index = index_of(pool, block);
  if (index == IPC_POOL_BLOCKS) return IPC_CORRUPT;
  uint64_t bit = UINT64_C(1) << index;
#ifndef BUG_UNLOCKED_RELEASE
  platform_lock(&pool->lock);
#else
  // "Whoever releases a block holds its mailbox's lock, that is enough." It is, as long as there is one
  // mailbox: with two, two releases, or a release and an acquisition, update the word at the same time.
#endif
  if (pool->free & bit) { //~ race
    status = IPC_DUPLICATE;
  } else {
    pool->free |= bit; //~ race
    pool->in_use--;    //~ race
  }
#ifndef BUG_UNLOCKED_RELEASE
  platform_unlock(&pool->lock);
#endif
  return status;
}

ipc_pool_usage pool_usage(ipc_pool *pool) {
  platform_lock(&pool->lock);
  ipc_pool_usage usage = {.in_use = pool->in_use, .most_in_use = pool->most_in_use, .total = IPC_POOL_BLOCKS};
  platform_unlock(&pool->lock);
  return usage;
}
