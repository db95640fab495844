// SPDX-License-Identifier: MIT OR Apache-2.0
#include "watchdog.h"

void watchdog_start(ipc_watchdog *watchdog, uint32_t patience) {
  watchdog->patience = patience;
  atomic_init(&watchdog->remaining, patience);
  atomic_init(&watchdog->kicks, 0);
}

// Compare and exchange on both sides: a plain store here could wake the dog from the dead, and one in
// watchdog_tick could undo a kick.
bool watchdog_kick(ipc_watchdog *watchdog) {
  uint32_t remaining = atomic_load(&watchdog->remaining);
  do {
    if (remaining == 0) return false;
  } while (!atomic_compare_exchange_weak(&watchdog->remaining, &remaining, watchdog->patience));
  atomic_fetch_add(&watchdog->kicks, 1);
  return true;
}

bool watchdog_tick(ipc_watchdog *watchdog) {
  uint32_t remaining = atomic_load(&watchdog->remaining);
  do {
    if (remaining == 0) return true;
  } while (!atomic_compare_exchange_weak(&watchdog->remaining, &remaining, remaining - 1));
  return remaining == 1;
}

bool watchdog_has_bitten(const ipc_watchdog *watchdog) { return atomic_load(&watchdog->remaining) == 0; }
uint32_t watchdog_kicks(const ipc_watchdog *watchdog) { return atomic_load(&watchdog->kicks); }
