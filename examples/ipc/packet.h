// SPDX-License-Identifier: MIT OR Apache-2.0
// packet.h - space packets: what travels between the spacecraft and the ground.
//
// A packet is a primary header of 6 bytes, a data field, and a checksum of 2 bytes at its end:
//
//   bits   3   version, 0
//          1   type: 0 telemetry, 1 telecommand
//          1   whether the data field starts with a secondary header (always, here)
//         11   the application the packet comes from or goes to
//          2   segmentation: 3, a packet of its own
//         14   sequence count, per application
//         16   length of what follows, minus one
//
// The secondary header has 6 bytes: service, subservice, and the time in milliseconds.
#ifndef IPC_PACKET_H
#define IPC_PACKET_H

#include "config.h"
#include "status.h"
#include <stddef.h>
#include <stdint.h>

enum {
  PACKET_PRIMARY_BYTES = 6,
  PACKET_SECONDARY_BYTES = 6,
  PACKET_CHECKSUM_BYTES = 2,
  PACKET_OVERHEAD = PACKET_PRIMARY_BYTES + PACKET_SECONDARY_BYTES + PACKET_CHECKSUM_BYTES,
  PACKET_MOST_BYTES = PACKET_OVERHEAD + IPC_PAYLOAD_BYTES,
  PACKET_MOST_APPLICATIONS = 1 << 11,
  PACKET_SEQUENCE_MASK = (1 << 14) - 1,
};

typedef enum { PACKET_TELEMETRY, PACKET_TELECOMMAND } packet_type;

typedef struct {
  packet_type type;
  uint16_t application;
  uint16_t sequence;
  uint8_t service, subservice;
  uint32_t time_ms;
} packet_header;

// Writes a packet. *size is the room in the buffer, and afterwards the packet's length.
ipc_status packet_encode(const packet_header *header, const uint8_t *data, size_t length, uint8_t *bytes,
                         size_t *size);

// Reads a packet of `size` bytes; *data points into it afterwards. IPC_CORRUPT when anything is wrong.
ipc_status packet_decode(const uint8_t *bytes, size_t size, packet_header *header, const uint8_t **data,
                         size_t *length);

#endif
