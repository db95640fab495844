// SPDX-License-Identifier: MIT OR Apache-2.0
#include "executive.h"

#include "platform.h"
#include <stddef.h>
#include <string.h>

void executive_start(ipc_executive *executive, ipc_log *log, uint32_t frame_us) {
  memset(executive->records, 0, sizeof executive->records);
  executive->log = log;
  executive->frame_us = frame_us;
  executive->count = 0;
  executive->frame = 0;
  executive->late_frames = 0;
  executive->stopping = false;
  platform_mutex_start(&executive->lock);
  platform_cond_start(&executive->wake);
}

void executive_stop(ipc_executive *executive) {
  platform_cond_stop(&executive->wake);
  platform_mutex_stop(&executive->lock);
}

ipc_status executive_add(ipc_executive *executive, const executive_slot *slot) {
  if (!slot->run || slot->period == 0 || slot->phase >= slot->period) return IPC_BAD_ARGUMENT;
  if (executive->count == IPC_SLOTS) return IPC_NO_SPACE;
  executive->slots[executive->count++] = *slot;
  return IPC_OK;
}

static void run_slot(ipc_executive *executive, unsigned number) {
  const executive_slot *slot = &executive->slots[number];
  executive_record *record = &executive->records[number];
  uint64_t began = platform_now_us();
  slot->run(slot->context);
  uint32_t took = (uint32_t)(platform_now_us() - began);
  record->runs++;
  if (took > record->longest_us) record->longest_us = took;
  if (took <= slot->budget_us) return;
  record->overruns++;
  uint16_t shown = took > UINT16_MAX ? UINT16_MAX : (uint16_t)took;
  log_write(executive->log, LOG_WARNING, EVENT_OVERRUN, (uint16_t)number, shown);
}

void executive_run_frame(ipc_executive *executive) {
  for (unsigned i = 0; i < executive->count; i++) {
    const executive_slot *slot = &executive->slots[i];
    if (executive->frame % slot->period == slot->phase) run_slot(executive, i);
  }
  executive->frame++;
}

// Sleeps until a moment on the clock, in whole milliseconds. False when it is asked to stop.
static bool sleep_until(ipc_executive *executive, uint64_t moment) {
  uint64_t now = platform_now_us();
  if (now > moment + executive->frame_us) executive->late_frames++;
  platform_deadline deadline = platform_deadline_in(now < moment ? (uint32_t)((moment - now + 999) / 1000) : 0);
  bool in_time = now < moment;
  platform_lock(&executive->lock);
  while (!executive->stopping && in_time) in_time = platform_wait(&executive->wake, &executive->lock, &deadline);
  bool go_on = !executive->stopping;
  platform_unlock(&executive->lock);
  return go_on;
}

void executive_run(ipc_executive *executive, uint32_t frames) {
  uint64_t moment = platform_now_us();
  for (uint32_t i = 0; i < frames && sleep_until(executive, moment); i++) {
    executive_run_frame(executive);
    moment += executive->frame_us;
  }
}

void executive_ask_to_stop(ipc_executive *executive) {
  platform_lock(&executive->lock);
  executive->stopping = true;
  platform_signal(&executive->wake);
  platform_unlock(&executive->lock);
}
