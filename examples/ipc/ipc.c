// SPDX-License-Identifier: MIT OR Apache-2.0
#include "ipc.h"

#include <stddef.h>
#include <string.h>

void ipc_start(ipc_bus *bus, log_severity threshold) {
  pool_start(&bus->pool);
  router_start(&bus->router);
  log_start(&bus->log, threshold);
  health_start(&bus->health, &bus->log);
  memset(bus->numbers, 0, sizeof bus->numbers);
  bus->box_count = 0;
  log_write(&bus->log, LOG_INFO, EVENT_STARTED, 0, 0);
}

ipc_status ipc_stop(ipc_bus *bus) {
  for (unsigned i = 0; i < bus->box_count; i++) {
    mailbox_close(&bus->boxes[i]);
    mailbox_stop(&bus->boxes[i]);
  }
  bus->box_count = 0;
  ipc_status status = pool_usage(&bus->pool).in_use == 0 ? IPC_OK : IPC_LEAK;
  log_write(&bus->log, LOG_INFO, EVENT_STOPPED, 0, (uint16_t)status);
  router_stop(&bus->router);
  pool_stop(&bus->pool);
  return status;
}

// ---- Mailboxes. ----

ipc_status ipc_open(ipc_bus *bus, const char *name, uint16_t capacity, ipc_overflow overflow, unsigned *box) {
  if (capacity == 0 || capacity > IPC_POOL_BLOCKS) return IPC_BAD_ARGUMENT;
  if (ipc_find(bus, name, box) == IPC_OK) return IPC_DUPLICATE;
  if (bus->box_count == IPC_MAILBOXES) return IPC_NO_SPACE;
  *box = bus->box_count;
  mailbox_start(&bus->boxes[*box], name, &bus->pool, capacity, overflow);
  bus->box_count++;
  log_write(&bus->log, LOG_INFO, EVENT_OPENED, (uint16_t)*box, 0);
  return IPC_OK;
}

ipc_status ipc_find(const ipc_bus *bus, const char *name, unsigned *box) {
  for (unsigned i = 0; i < bus->box_count; i++) {
    if (strcmp(bus->boxes[i].name, name) != 0) continue;
    *box = i;
    return IPC_OK;
  }
  return IPC_NOT_FOUND;
}

ipc_status ipc_close(ipc_bus *bus, unsigned box) {
  if (box >= bus->box_count) return IPC_BAD_ARGUMENT;
  router_forget(&bus->router, box);
  mailbox_close(&bus->boxes[box]);
  log_write(&bus->log, LOG_INFO, EVENT_CLOSED, (uint16_t)box, 0);
  return IPC_OK;
}

ipc_status ipc_counts(ipc_bus *bus, unsigned box, ipc_mailbox_counts *counts) {
  if (box >= bus->box_count) return IPC_BAD_ARGUMENT;
  *counts = mailbox_counts(&bus->boxes[box]);
  return IPC_OK;
}

// ---- Sending. ----

ipc_status ipc_send(ipc_bus *bus, unsigned box, ipc_message *message, uint32_t wait_ms) {
  if (box >= bus->box_count) return IPC_BAD_ARGUMENT;
  if (message->source >= IPC_TASKS || message->priority >= IPC_LEVELS) return IPC_BAD_ARGUMENT;
  uint16_t *number = &bus->numbers[message->source].next[box][message->priority];
  message_seal(message, *number);
  ipc_status status = mailbox_put(&bus->boxes[box], message, wait_ms);
  if (status == IPC_OK)
    ++*number; // a number is used up by a message that is on its way, not by an attempt
  else
    log_write(&bus->log, LOG_WARNING, EVENT_SEND_FAILED, (uint16_t)box, (uint16_t)status);
  return status;
}

typedef struct {
  ipc_bus *bus;
  ipc_message *message;
} publication;

static ipc_status deliver_publication(void *context, unsigned box) {
  const publication *what = context;
  return ipc_send(what->bus, box, what->message, IPC_NO_WAIT);
}

ipc_status ipc_publish(ipc_bus *bus, ipc_message *message, unsigned *delivered) {
  publication what = {bus, message};
  return router_publish(&bus->router, message->id, deliver_publication, &what, delivered);
}

// ---- Receiving. ----

ipc_status ipc_receive(ipc_bus *bus, unsigned box, ipc_message *message, uint32_t wait_ms) {
  if (box >= bus->box_count) return IPC_BAD_ARGUMENT;
  for (;;) {
    ipc_status status = mailbox_take(&bus->boxes[box], message, wait_ms);
    if (status != IPC_OK) return status;
    status = mailbox_inspect(&bus->boxes[box], message);
    if (status == IPC_OK) return IPC_OK;
    log_write(&bus->log, LOG_WARNING, EVENT_DROPPED, (uint16_t)box, (uint16_t)status);
    if (status == IPC_GAP) return IPC_OK; // others are missing; this one is as good as any
  }
}

// ---- Subscriptions. ----

ipc_status ipc_subscribe(ipc_bus *bus, uint16_t id, unsigned box) {
  if (box >= bus->box_count) return IPC_BAD_ARGUMENT;
  ipc_status status = router_subscribe(&bus->router, id, box);
  if (status == IPC_OK) log_write(&bus->log, LOG_INFO, EVENT_SUBSCRIBED, id, (uint16_t)box);
  return status;
}

ipc_status ipc_unsubscribe(ipc_bus *bus, uint16_t id, unsigned box) {
  if (box >= bus->box_count) return IPC_BAD_ARGUMENT;
  ipc_status status = router_unsubscribe(&bus->router, id, box);
  if (status == IPC_OK) log_write(&bus->log, LOG_INFO, EVENT_UNSUBSCRIBED, id, (uint16_t)box);
  return status;
}
