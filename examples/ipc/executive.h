// SPDX-License-Identifier: MIT OR Apache-2.0
// executive.h - the cyclic executive: runs activities at fixed rates in one task.
//
// Time is cut into minor frames of equal length. An activity runs in every frame whose number leaves the
// activity's phase when divided by its period. Within a frame, activities run in the order in which they
// were added. One that takes longer than its budget is logged; a frame that starts late is counted, and
// the executive catches up rather than letting the rates drift.
#ifndef IPC_EXECUTIVE_H
#define IPC_EXECUTIVE_H

#include "config.h"
#include "log.h"
#include "status.h"
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

typedef void (*executive_activity)(void *context);

typedef struct {
  const char *name;
  executive_activity run;
  void *context;
  uint16_t period, phase; // in frames
  uint32_t budget_us;
} executive_slot;

typedef struct {
  uint32_t runs, overruns, longest_us;
} executive_record;

typedef struct {
  ipc_log *log;
  uint32_t frame_us; // length of a frame
  executive_slot slots[IPC_SLOTS];
  executive_record records[IPC_SLOTS]; // of the slots
  unsigned count;
  uint32_t frame;       // the number of the next frame
  uint32_t late_frames;
  pthread_mutex_t lock; // guards `stopping`
  pthread_cond_t wake;
  bool stopping;
} ipc_executive;

void executive_start(ipc_executive *executive, ipc_log *log, uint32_t frame_us);
void executive_stop(ipc_executive *executive);

// Before it runs. IPC_BAD_ARGUMENT, or IPC_NO_SPACE when the table is full.
ipc_status executive_add(ipc_executive *executive, const executive_slot *slot);

// Runs the activities of the next frame.
void executive_run_frame(ipc_executive *executive);

// Runs frame after frame, each at its time, until somebody asks it to stop or after `frames` of them.
void executive_run(ipc_executive *executive, uint32_t frames);

// From any task: no frame begins any more. Returns at once.
void executive_ask_to_stop(ipc_executive *executive);

#endif
