// SPDX-License-Identifier: MIT OR Apache-2.0
#include "gateway.h"

#include "bytes.h"
#include "platform.h"
#include <string.h>

void gateway_start(ipc_gateway *gateway, ipc_bus *bus, uint8_t task, uint16_t application, unsigned commands) {
  memset(gateway, 0, sizeof *gateway);
  gateway->bus = bus;
  gateway->task = task;
  gateway->application = application;
  gateway->commands = commands;
}

// How far a packet's count is ahead of the expected one.
static uint16_t packets_ahead(const ipc_gateway *gateway, uint16_t sequence) {
  return (uint16_t)((sequence - gateway->expected_up) & PACKET_SEQUENCE_MASK);
}

static ipc_status forward(ipc_gateway *gateway, const packet_header *header, const uint8_t *data, size_t length) {
  ipc_message message;
  uint8_t level = header->service == GATEWAY_SERVICE_DEVICE ? GATEWAY_URGENT_LEVEL : GATEWAY_LEVEL;
  uint16_t id = GATEWAY_ID(header->service, header->subservice);
  ipc_status status = message_compose(&message, id, gateway->task, level, data, (uint16_t)length);
  // The radio does not wait: what the command task has no room for, the ground sends again.
  return status == IPC_OK ? ipc_send(gateway->bus, gateway->commands, &message, IPC_NO_WAIT) : status;
}

static ipc_status accept_packet(ipc_gateway *gateway, const uint8_t *bytes, size_t size) {
  packet_header header;
  const uint8_t *data;
  size_t length;
  ipc_status status = packet_decode(bytes, size, &header, &data, &length);
  if (status != IPC_OK) return status;
  if (header.type != PACKET_TELECOMMAND || header.application != gateway->application) return IPC_NOT_FOUND;
  uint16_t ahead = packets_ahead(gateway, header.sequence);
  if (ahead > PACKET_SEQUENCE_MASK / 2) return IPC_DUPLICATE;
  status = forward(gateway, &header, data, length);
  // What could not be forwarded was not received: the ground may send it again with the same count.
  if (status != IPC_OK) return status;
  gateway->skipped += ahead;
  gateway->expected_up = (uint16_t)((header.sequence + 1) & PACKET_SEQUENCE_MASK);
  return IPC_OK;
}

ipc_status gateway_up(ipc_gateway *gateway, const uint8_t *bytes, size_t size) {
  ipc_status status = accept_packet(gateway, bytes, size);
  if (status == IPC_OK) {
    gateway->accepted++;
  } else {
    gateway->rejected++;
    uint16_t word = size >= 2 ? get_u16(bytes) : 0;
    log_write(&gateway->bus->log, LOG_WARNING, EVENT_BAD_PACKET, word, (uint16_t)status);
  }
  return status;
}

ipc_status gateway_down(ipc_gateway *gateway, const ipc_message *message, uint8_t *bytes, size_t *size) {
  packet_header header = {
      .type = PACKET_TELEMETRY,
      .application = gateway->application,
      .sequence = gateway->next_down,
      .service = (uint8_t)(message->id >> 8),
      .subservice = (uint8_t)message->id,
      .time_ms = (uint32_t)(platform_now_us() / 1000),
  };
  ipc_status status = packet_encode(&header, message->payload, message->length, bytes, size);
  if (status == IPC_OK) gateway->next_down = (uint16_t)((gateway->next_down + 1) & PACKET_SEQUENCE_MASK);
  return status;
}
