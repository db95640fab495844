// SPDX-License-Identifier: MIT OR Apache-2.0
// platform.h - the little that the module wants from the operating system: locks, conditions, time.
//
// An error from a lock is a bug in this module or damaged memory. There is nothing sensible to do but to
// stop and let the watchdog restart the computer, so these functions do not return errors.
#ifndef IPC_PLATFORM_H
#define IPC_PLATFORM_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#define IPC_NO_WAIT UINT32_C(0)
#define IPC_FOREVER UINT32_MAX

// Stops the process; says where on the console.
_Noreturn void platform_fatal(const char *what, int error);

// Microseconds on a clock that never goes back. The mission sets it before the first task starts; where
// timed waits are used it must be CLOCK_MONOTONIC's time. Without one, time stands still.
typedef uint64_t (*platform_clock)(void);
void platform_set_clock(platform_clock clock);
uint64_t platform_now_us(void);

// Locks inherit priority: an urgent task never waits for a middling one that keeps a lazy lock holder
// from running.
void platform_mutex_start(pthread_mutex_t *mutex);
void platform_mutex_stop(pthread_mutex_t *mutex);
void platform_cond_start(pthread_cond_t *cond);
void platform_cond_stop(pthread_cond_t *cond);

void platform_lock(pthread_mutex_t *mutex);
void platform_unlock(pthread_mutex_t *mutex);
void platform_signal(pthread_cond_t *cond);
void platform_broadcast(pthread_cond_t *cond);

typedef struct {
  bool never; // no deadline
  struct timespec at;
} platform_deadline;

platform_deadline platform_deadline_in(uint32_t wait_ms);

// Waits with the mutex held, as pthread_cond_wait does; false says that the deadline has passed. A wait
// may also end for no reason: the caller looks at what it waits for either way.
bool platform_wait(pthread_cond_t *cond, pthread_mutex_t *mutex, const platform_deadline *deadline);

#endif
