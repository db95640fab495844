// SPDX-License-Identifier: MIT OR Apache-2.0
#include "message.h"

#include "crc.h"
#include <string.h>

ipc_status message_compose(ipc_message *message, uint16_t id, uint8_t source, uint8_t priority,
                           const void *payload, uint16_t length) {
  if (source >= IPC_TASKS || priority >= IPC_LEVELS || length > IPC_PAYLOAD_BYTES) return IPC_BAD_ARGUMENT;
  memset(message, 0, sizeof *message);
  message->id = id;
  message->source = source;
  message->priority = priority;
  message->length = length;
  if (length > 0) memcpy(message->payload, payload, length);
  return IPC_OK;
}

static uint16_t checksum(const ipc_message *message) {
  uint16_t crc = crc_u16(CRC_START, message->id);
  crc = crc_byte(crc, message->source);
  crc = crc_byte(crc, message->priority);
  crc = crc_u16(crc, message->sequence);
  crc = crc_u16(crc, message->length);
  return crc_bytes(crc, message->payload, message->length);
}

void message_seal(ipc_message *message, uint16_t sequence) {
  message->sequence = sequence;
  message->crc = checksum(message);
}

ipc_status message_verify(const ipc_message *message) {
  // The ranges first: the checksum itself relies on the length, and what follows on the rest.
  if (message->source >= IPC_TASKS || message->priority >= IPC_LEVELS) return IPC_CORRUPT;
  if (message->length > IPC_PAYLOAD_BYTES) return IPC_CORRUPT;
  return message->crc == checksum(message) ? IPC_OK : IPC_CORRUPT;
}
