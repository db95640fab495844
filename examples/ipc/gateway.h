// SPDX-License-Identifier: MIT OR Apache-2.0
// gateway.h - between the bus and the radio: telecommand packets become messages, messages become
// telemetry packets. A gateway belongs to the task that serves the radio.
#ifndef IPC_GATEWAY_H
#define IPC_GATEWAY_H

#include "ipc.h"
#include "packet.h"

// The identifier of a message is the service and subservice of its packet.
#define GATEWAY_ID(service, subservice) ((uint16_t)((service) << 8 | (subservice)))

// Urgent telecommands go past everything else that waits for the command task.
enum { GATEWAY_SERVICE_DEVICE = 2, GATEWAY_URGENT_LEVEL = 0, GATEWAY_LEVEL = 1 };

typedef struct {
  ipc_bus *bus;
  uint8_t task;          // the task number the gateway sends as
  uint16_t application;  // on the packets that go down, and expected on those that come up
  unsigned commands;     // the mailbox of the command task
  uint16_t next_down;    // sequence count of the next packet down
  uint16_t expected_up;  // and of the next one up
  uint32_t accepted, rejected, skipped; // packets up; skipped: counts that were missing in between
} ipc_gateway;

void gateway_start(ipc_gateway *gateway, ipc_bus *bus, uint8_t task, uint16_t application, unsigned commands);

// Takes a packet from the ground and hands its data to the command task. Anything unexpected is logged,
// counted and answered: IPC_CORRUPT, IPC_NOT_FOUND (another application), IPC_DUPLICATE (accepted before),
// or what sending it answered.
ipc_status gateway_up(ipc_gateway *gateway, const uint8_t *bytes, size_t size);

// Makes a telemetry packet of a message.
ipc_status gateway_down(ipc_gateway *gateway, const ipc_message *message, uint8_t *bytes, size_t *size);

#endif
