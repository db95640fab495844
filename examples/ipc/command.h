// SPDX-License-Identifier: MIT OR Apache-2.0
// command.h - the command task: takes command messages from its mailbox and calls who can do it.
//
// Handlers are registered at start-up, by message identifier. Every command is answered with a report
// that is published: accepted, or rejected and why. (A mission whose payloads are too small for a report
// goes without.)
#ifndef IPC_COMMAND_H
#define IPC_COMMAND_H

#include "ipc.h"

enum {
  COMMAND_REPORT_ID = 0x0101, // payload: the command's identifier, the status, as two 16-bit numbers
  COMMAND_REPORT_BYTES = 4,
  COMMAND_REPORT_LEVEL = 1,
};

typedef ipc_status (*command_handler)(void *context, const uint8_t *arguments, uint16_t length);

typedef struct {
  uint16_t id;
  uint16_t least, most; // bytes of arguments
  command_handler handler;
  void *context;
} ipc_command;

typedef struct {
  ipc_bus *bus;
  uint8_t task; // the task number that reports are sent as
  unsigned box; // where commands arrive
  ipc_command commands[IPC_COMMANDS];
  unsigned count;
  uint32_t accepted, rejected;
} ipc_commander;

void commander_start(ipc_commander *commander, ipc_bus *bus, uint8_t task, unsigned box);

// IPC_DUPLICATE when the identifier has a handler, IPC_NO_SPACE when the table is full.
ipc_status commander_register(ipc_commander *commander, const ipc_command *command);

// Waits for one command and executes it. The answer is that of the mailbox: a rejected command is no
// failure of the commander.
ipc_status commander_serve(ipc_commander *commander, uint32_t wait_ms);

#endif
