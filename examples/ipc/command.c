// SPDX-License-Identifier: MIT OR Apache-2.0
#include "command.h"

#include "bytes.h"
#include <stddef.h>
#include <string.h>

void commander_start(ipc_commander *commander, ipc_bus *bus, uint8_t task, unsigned box) {
  memset(commander, 0, sizeof *commander);
  commander->bus = bus;
  commander->task = task;
  commander->box = box;
}

static const ipc_command *find_command(const ipc_commander *commander, uint16_t id) {
  for (unsigned i = 0; i < commander->count; i++)
    if (commander->commands[i].id == id) return &commander->commands[i];
  return NULL;
}

ipc_status commander_register(ipc_commander *commander, const ipc_command *command) {
  if (!command->handler || command->least > command->most) return IPC_BAD_ARGUMENT;
  if (find_command(commander, command->id)) return IPC_DUPLICATE;
  if (commander->count == IPC_COMMANDS) return IPC_NO_SPACE;
  commander->commands[commander->count++] = *command;
  return IPC_OK;
}

static ipc_status execute(const ipc_commander *commander, const ipc_message *message) {
  const ipc_command *command = find_command(commander, message->id);
  if (!command) return IPC_NOT_FOUND;
  if (message->length < command->least || message->length > command->most) return IPC_BAD_ARGUMENT;
  return command->handler(command->context, message->payload, message->length);
}

// Nobody may be listening: then the log is all there is.
static void report_execution(ipc_commander *commander, uint16_t id, ipc_status outcome) {
  uint8_t payload[COMMAND_REPORT_BYTES];
  ipc_message report;
  unsigned delivered;
  put_u16(payload, id);
  put_u16(payload + 2, (uint16_t)outcome);
  ipc_status status = message_compose(&report, COMMAND_REPORT_ID, commander->task, COMMAND_REPORT_LEVEL, payload,
                                      COMMAND_REPORT_BYTES);
  if (status == IPC_OK) ipc_publish(commander->bus, &report, &delivered);
}

ipc_status commander_serve(ipc_commander *commander, uint32_t wait_ms) {
  ipc_message message;
  ipc_status status = ipc_receive(commander->bus, commander->box, &message, wait_ms);
  if (status != IPC_OK) return status;
  ipc_status outcome = execute(commander, &message);
  if (outcome == IPC_OK)
    commander->accepted++;
  else
    commander->rejected++;
  log_severity severity = outcome == IPC_OK ? LOG_INFO : LOG_WARNING;
  log_write(&commander->bus->log, severity, EVENT_COMMAND, message.id, (uint16_t)outcome);
  report_execution(commander, message.id, outcome);
  return IPC_OK;
}
