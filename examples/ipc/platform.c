// SPDX-License-Identifier: MIT OR Apache-2.0
#include "platform.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

void platform_fatal(const char *what, int error) {
  printf("ipc: fatal: %s: error %d\n", what, error);
  abort();
}

static void must(const char *what, int error) {
  if (error != 0) platform_fatal(what, error);
}

// Set at start-up, only read afterwards.
static platform_clock current_clock;

void platform_set_clock(platform_clock clock) { current_clock = clock; }

uint64_t platform_now_us(void) { return current_clock ? current_clock() : 0; }

void platform_mutex_start(pthread_mutex_t *mutex) {
  pthread_mutexattr_t attributes;
  must("mutexattr_init", pthread_mutexattr_init(&attributes));
  must("mutexattr_setprotocol", pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT));
  must("mutex_init", pthread_mutex_init(mutex, &attributes));
  must("mutexattr_destroy", pthread_mutexattr_destroy(&attributes));
}

void platform_mutex_stop(pthread_mutex_t *mutex) { must("mutex_destroy", pthread_mutex_destroy(mutex)); }

void platform_cond_start(pthread_cond_t *cond) {
  pthread_condattr_t attributes;
  must("condattr_init", pthread_condattr_init(&attributes));
  must("condattr_setclock", pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC));
  must("cond_init", pthread_cond_init(cond, &attributes));
  must("condattr_destroy", pthread_condattr_destroy(&attributes));
}

void platform_cond_stop(pthread_cond_t *cond) { must("cond_destroy", pthread_cond_destroy(cond)); }

void platform_lock(pthread_mutex_t *mutex) { must("mutex_lock", pthread_mutex_lock(mutex)); }

void platform_unlock(pthread_mutex_t *mutex) { must("mutex_unlock", pthread_mutex_unlock(mutex)); }

void platform_signal(pthread_cond_t *cond) { must("cond_signal", pthread_cond_signal(cond)); }

void platform_broadcast(pthread_cond_t *cond) { must("cond_broadcast", pthread_cond_broadcast(cond)); }

platform_deadline platform_deadline_in(uint32_t wait_ms) {
  platform_deadline deadline = {.never = wait_ms == IPC_FOREVER};
  if (!deadline.never) {
    uint64_t at = platform_now_us() + UINT64_C(1000) * wait_ms;
    deadline.at.tv_sec = (time_t)(at / 1000000);
    deadline.at.tv_nsec = (long)(at % 1000000 * 1000);
  }
  return deadline;
}

bool platform_wait(pthread_cond_t *cond, pthread_mutex_t *mutex, const platform_deadline *deadline) {
  if (deadline->never) {
    must("cond_wait", pthread_cond_wait(cond, mutex)); //~ deadlock
    return true;
  }
  int error = pthread_cond_timedwait(cond, mutex, &deadline->at);
  if (error == ETIMEDOUT) return false;
  must("cond_timedwait", error);
  return true;
}
