// SPDX-License-Identifier: MIT OR Apache-2.0
#include "packet.h"

#include "bytes.h"
#include "crc.h"
#include <string.h>

enum {
  TYPE_SHIFT = 12,
  SECONDARY_BIT = 1 << 11,
  APPLICATION_MASK = PACKET_MOST_APPLICATIONS - 1,
  VERSION_SHIFT = 13,
  SEGMENTATION_SHIFT = 14,
  UNSEGMENTED = 3,
};

static void encode_headers(const packet_header *header, size_t whole, uint8_t *bytes) {
  put_u16(bytes, (uint16_t)(header->type << TYPE_SHIFT | SECONDARY_BIT | header->application));
  put_u16(bytes + 2, (uint16_t)(UNSEGMENTED << SEGMENTATION_SHIFT | (header->sequence & PACKET_SEQUENCE_MASK)));
  put_u16(bytes + 4, (uint16_t)(whole - PACKET_PRIMARY_BYTES - 1));
  bytes[6] = header->service;
  bytes[7] = header->subservice;
  put_u32(bytes + 8, header->time_ms);
}

ipc_status packet_encode(const packet_header *header, const uint8_t *data, size_t length, uint8_t *bytes,
                         size_t *size) {
  size_t whole = PACKET_OVERHEAD + length;
  if (header->application >= PACKET_MOST_APPLICATIONS || length > IPC_PAYLOAD_BYTES) return IPC_BAD_ARGUMENT;
  if (whole > *size) return IPC_NO_SPACE;
  encode_headers(header, whole, bytes);
  if (length > 0) memcpy(bytes + PACKET_PRIMARY_BYTES + PACKET_SECONDARY_BYTES, data, length);
  size_t covered = whole - PACKET_CHECKSUM_BYTES;
  put_u16(bytes + covered, crc_bytes(CRC_START, bytes, covered));
  *size = whole;
  return IPC_OK;
}

static ipc_status check_form(const uint8_t *bytes, size_t size) {
  if (size < PACKET_OVERHEAD || size > PACKET_MOST_BYTES) return IPC_CORRUPT;
  if (get_u16(bytes) >> VERSION_SHIFT != 0) return IPC_CORRUPT;
  if (!(get_u16(bytes) & SECONDARY_BIT)) return IPC_CORRUPT;
  if (get_u16(bytes + 2) >> SEGMENTATION_SHIFT != UNSEGMENTED) return IPC_CORRUPT;
  if ((size_t)get_u16(bytes + 4) + 1 + PACKET_PRIMARY_BYTES != size) return IPC_CORRUPT;
  return IPC_OK;
}

ipc_status packet_decode(const uint8_t *bytes, size_t size, packet_header *header, const uint8_t **data,
                         size_t *length) {
  if (check_form(bytes, size) != IPC_OK) return IPC_CORRUPT;
  // A checksum over data and checksum together leaves no remainder.
  if (crc_bytes(CRC_START, bytes, size) != 0) return IPC_CORRUPT;
  header->type = (get_u16(bytes) >> TYPE_SHIFT & 1) ? PACKET_TELECOMMAND : PACKET_TELEMETRY;
  header->application = get_u16(bytes) & APPLICATION_MASK;
  header->sequence = get_u16(bytes + 2) & PACKET_SEQUENCE_MASK;
  header->service = bytes[6];
  header->subservice = bytes[7];
  header->time_ms = get_u32(bytes + 8);
  *data = bytes + PACKET_PRIMARY_BYTES + PACKET_SECONDARY_BYTES;
  *length = size - PACKET_OVERHEAD;
  return IPC_OK;
}
