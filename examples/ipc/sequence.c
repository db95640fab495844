// SPDX-License-Identifier: MIT OR Apache-2.0
#include "sequence.h"

ipc_status tracker_accept(ipc_tracker *tracker, uint8_t source, uint8_t level, uint16_t sequence,
                          uint16_t *missing) {
  uint16_t *expected = &tracker->expected[source][level];
  uint16_t ahead = (uint16_t)(sequence - *expected);
  *missing = 0;
  if (ahead >= 0x8000) return IPC_DUPLICATE;
  *expected = (uint16_t)(sequence + 1);
  if (ahead == 0) return IPC_OK;
  *missing = ahead;
  return IPC_GAP;
}
