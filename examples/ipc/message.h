// SPDX-License-Identifier: MIT OR Apache-2.0
// message.h - what travels between tasks.
//
// A task composes a message in memory of its own; sending seals it (number and checksum) and copies it
// into a block of the pool. The receiver gets a copy again and verifies it. Nobody ever holds a pointer
// into a block that another task may touch.
#ifndef IPC_MESSAGE_H
#define IPC_MESSAGE_H

#include "config.h"
#include "status.h"
#include <stdint.h>

typedef struct {
  uint16_t id;       // what it is about; routes go by it
  uint8_t source;    // the task that sends it
  uint8_t priority;  // its level: 0 is the most urgent
  uint16_t sequence; // counts the messages from this source to one mailbox at this level
  uint16_t length;   // bytes of the payload in use
  uint16_t crc;      // over all of the above and the payload in use
  uint8_t payload[IPC_PAYLOAD_BYTES];
} ipc_message;

// Fills in a message. The rest of the payload is zero, so that no stale data leaves the task.
ipc_status message_compose(ipc_message *message, uint16_t id, uint8_t source, uint8_t priority,
                           const void *payload, uint16_t length);

// Gives it its number and its checksum.
void message_seal(ipc_message *message, uint16_t sequence);

// Says whether it is still as it was sealed.
ipc_status message_verify(const ipc_message *message);

#endif
