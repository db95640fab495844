// SPDX-License-Identifier: MIT OR Apache-2.0
// TASKS tasks check in once each while the monitor samples, and a timer ticks the watchdog.
//
// A check-in counts for exactly one sample: the one during which it happened, or the one after it. The
// watchdog bites only when it was not kicked for as many ticks as it has patience.
//
//   -DBUG_LOST_CHECK_IN  see health.c: reads the check-ins and clears them in two operations
//
// expect: => holds
// expect: -- -DTASKS=1 => holds
// expect: -- -DBUG_LOST_CHECK_IN => violated assert
#ifndef TASKS
#define TASKS 2
#endif

#define IPC_TASKS TASKS
#define IPC_LOG_ENTRIES 2
#include "ipc_all.c"
#include <assert.h>

static ipc_bus bus;
static ipc_watchdog watchdog;
static ipc_monitor monitor;

static void *task(void *number) {
  health_check_in(&bus.health, (unsigned)(uintptr_t)number);
  return NULL;
}

static void *timer(void *unused) {
  watchdog_tick(&watchdog);
  return unused;
}

int main(void) {
  pthread_t tasks[TASKS], ticking;
  ipc_start(&bus, LOG_ERROR);
  watchdog_start(&watchdog, 2);
  monitor_start(&monitor, &bus, &watchdog, 1);
  for (unsigned i = 0; i < TASKS; i++) {
    ipc_status status = health_supervise(&bus.health, i, "task", 1);
    assert(status == IPC_OK);
  }
  monitor_sample(&monitor); // all start in good health
  assert(monitor.alarms == 0);

  pthread_create(&ticking, NULL, timer, NULL);
  for (uintptr_t i = 0; i < TASKS; i++) pthread_create(&tasks[i], NULL, task, (void *)i);
  monitor_sample(&monitor);
  for (unsigned i = 0; i < TASKS; i++) pthread_join(tasks[i], NULL);
  monitor_sample(&monitor);
  pthread_join(ticking, NULL);

  // Of the last two samples each task has missed one, and no more: that is what it may.
  for (unsigned i = 0; i < TASKS; i++) assert(bus.health.tasks[i].missed_total == 1); //~ assert
  assert(monitor.alarms == 0 && watchdog_kicks(&watchdog) == 3 && !watchdog_has_bitten(&watchdog));
  ipc_status status = ipc_stop(&bus);
  assert(status == IPC_OK);
  return 0;
}
