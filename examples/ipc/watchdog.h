// SPDX-License-Identifier: MIT OR Apache-2.0
// watchdog.h - the last line of defence: when nobody kicks it for a number of ticks, it bites.
//
// A timer ticks and the monitor kicks, in different tasks (or in an interrupt). Once it has bitten it
// stays so until the computer is restarted.
#ifndef IPC_WATCHDOG_H
#define IPC_WATCHDOG_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint32_t patience;           // ticks without a kick
  _Atomic uint32_t remaining;  // ticks; 0: it has bitten
  _Atomic uint32_t kicks;
} ipc_watchdog;

void watchdog_start(ipc_watchdog *watchdog, uint32_t patience);

// False when it was too late.
bool watchdog_kick(ipc_watchdog *watchdog);

// True when it bites or has bitten.
bool watchdog_tick(ipc_watchdog *watchdog);

bool watchdog_has_bitten(const ipc_watchdog *watchdog);
uint32_t watchdog_kicks(const ipc_watchdog *watchdog);

#endif
