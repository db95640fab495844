// SPDX-License-Identifier: MIT OR Apache-2.0
// A small spacecraft: a radio task, a command task, two sensor tasks and the cyclic executive with the
// monitor and the telemetry, for a fraction of a second.
#include "bytes.h"
#include "command.h"
#include "executive.h"
#include "gateway.h"
#include "monitor.h"
#include "platform.h"
#include "selftest.h"
#include "telemetry.h"
#include <stdatomic.h>
#include <string.h>

enum { TASK_RADIO, TASK_COMMANDS, TASK_EXECUTIVE, TASK_SUN, TASK_STAR, TASK_COUNT };
enum { APPLICATION = 42, SERVICE_TEST = 17, SERVICE_EVENTS = 5, PING = 1, SET_THRESHOLD = 5, FRAMES = 40 };
enum { READING_ID = 0x0A01 };

static struct {
  ipc_bus bus;
  ipc_watchdog watchdog;
  ipc_monitor monitor;
  ipc_executive executive;
  ipc_commander commander;
  ipc_gateway gateway;
  unsigned commands, downlink, attitude;
  uint64_t cursor;
  unsigned pings;    // the command task's
  unsigned readings; // the executive's
  _Atomic bool over;
} mission;

static ipc_status do_ping(void *context, const uint8_t *arguments, uint16_t length) {
  (void)arguments, (void)length;
  ++*(unsigned *)context;
  return IPC_OK;
}

static ipc_status do_set_threshold(void *context, const uint8_t *arguments, uint16_t length) {
  (void)length;
  if (arguments[0] > LOG_ERROR) return IPC_BAD_ARGUMENT;
  log_set_threshold(context, (log_severity)arguments[0]);
  return IPC_OK;
}

static void *command_task(void *unused) {
  while (commander_serve(&mission.commander, IPC_FOREVER) == IPC_OK)
    health_check_in(&mission.bus.health, TASK_COMMANDS);
  return unused;
}

static void *sensor_task(void *number) {
  uint8_t task = (uint8_t)*(unsigned *)number;
  for (uint16_t i = 0; !atomic_load(&mission.over); i++) {
    ipc_message message;
    uint8_t reading[2];
    unsigned delivered;
    put_u16(reading, i);
    if (message_compose(&message, READING_ID, task, 2, reading, sizeof reading) == IPC_OK)
      ipc_publish(&mission.bus, &message, &delivered);
    health_check_in(&mission.bus.health, task);
    nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
  }
  return NULL;
}

static void read_attitude(void *unused) {
  ipc_message message;
  (void)unused;
  while (ipc_receive(&mission.bus, mission.attitude, &message, IPC_NO_WAIT) == IPC_OK) mission.readings++;
}

static void send_telemetry(void *unused) {
  (void)unused;
  telemetry_housekeeping(&mission.bus, TASK_EXECUTIVE, mission.attitude);
  telemetry_event(&mission.bus, TASK_EXECUTIVE, &mission.cursor);
}

static void tick(void *unused) {
  (void)unused;
  watchdog_tick(&mission.watchdog);
}

static void *executive_task(void *unused) {
  executive_run(&mission.executive, FRAMES);
  return unused;
}

static void open_mailboxes(void) {
  CHECK(ipc_open(&mission.bus, "commands", 4, IPC_WAIT, &mission.commands) == IPC_OK);
  CHECK(ipc_open(&mission.bus, "downlink", 12, IPC_EVICT, &mission.downlink) == IPC_OK);
  CHECK(ipc_open(&mission.bus, "attitude", 8, IPC_EVICT, &mission.attitude) == IPC_OK);
  CHECK(ipc_subscribe(&mission.bus, READING_ID, mission.attitude) == IPC_OK);
  CHECK(ipc_subscribe(&mission.bus, COMMAND_REPORT_ID, mission.downlink) == IPC_OK);
  CHECK(ipc_subscribe(&mission.bus, TELEMETRY_HOUSEKEEPING_ID, mission.downlink) == IPC_OK);
  CHECK(ipc_subscribe(&mission.bus, TELEMETRY_EVENT_ID, mission.downlink) == IPC_OK);
}

static void register_commands(void) {
  const ipc_command ping = {GATEWAY_ID(SERVICE_TEST, PING), 0, 0, do_ping, &mission.pings};
  const ipc_command threshold = {GATEWAY_ID(SERVICE_EVENTS, SET_THRESHOLD), 1, 1, do_set_threshold, &mission.bus.log};
  commander_start(&mission.commander, &mission.bus, TASK_COMMANDS, mission.commands);
  CHECK(commander_register(&mission.commander, &ping) == IPC_OK);
  CHECK(commander_register(&mission.commander, &ping) == IPC_DUPLICATE);
  CHECK(commander_register(&mission.commander, &threshold) == IPC_OK);
}

static void plan_activities(void) {
  const executive_slot plan[] = {
      {"attitude", read_attitude, NULL, 1, 0, UINT32_MAX},
      {"watchdog", tick, NULL, 1, 0, UINT32_MAX},
      {"monitor", monitor_sample, &mission.monitor, 4, 0, UINT32_MAX},
      {"telemetry", send_telemetry, NULL, 8, 5, UINT32_MAX},
  };
  executive_start(&mission.executive, &mission.bus.log, 2000);
  for (unsigned i = 0; i < sizeof plan / sizeof *plan; i++)
    CHECK(executive_add(&mission.executive, &plan[i]) == IPC_OK);
}

static ipc_status uplink(uint16_t sequence, uint8_t service, uint8_t subservice, const uint8_t *data, size_t length) {
  packet_header header = {PACKET_TELECOMMAND, APPLICATION, sequence, service, subservice, 0};
  uint8_t bytes[PACKET_MOST_BYTES];
  size_t size = sizeof bytes;
  ipc_status status = packet_encode(&header, data, length, bytes, &size);
  // The command task may be busy: the ground tries again.
  for (unsigned i = 0; status == IPC_OK && i < 100; i++) {
    status = gateway_up(&mission.gateway, bytes, size);
    if (status != IPC_FULL) break;
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    status = IPC_OK;
  }
  return status;
}

static void fly_radio(void) {
  const uint8_t severity[] = {LOG_DEBUG}, nonsense[] = {77};
  uint8_t noise[20] = {0x18};
  CHECK(uplink(0, SERVICE_TEST, PING, NULL, 0) == IPC_OK);
  CHECK(uplink(1, SERVICE_EVENTS, SET_THRESHOLD, severity, 1) == IPC_OK);
  CHECK(uplink(2, SERVICE_EVENTS, SET_THRESHOLD, nonsense, 1) == IPC_OK); // the command task rejects it
  CHECK(uplink(5, SERVICE_TEST, PING, NULL, 0) == IPC_OK);                // two packets were lost
  CHECK(uplink(6, SERVICE_TEST, 99, NULL, 0) == IPC_OK);                  // nobody can do that
  CHECK(uplink(6, SERVICE_TEST, 99, NULL, 0) == IPC_DUPLICATE);
  CHECK(gateway_up(&mission.gateway, noise, sizeof noise) == IPC_CORRUPT);
  CHECK(mission.gateway.skipped == 2 && mission.gateway.rejected >= 2 && mission.gateway.accepted == 5);
}

// What the ground gets: five command reports among the telemetry.
static unsigned count_reports(void) {
  unsigned reports = 0;
  ipc_message message;
  uint8_t bytes[PACKET_MOST_BYTES];
  packet_header header;
  const uint8_t *data;
  size_t length;
  while (ipc_receive(&mission.bus, mission.downlink, &message, IPC_NO_WAIT) == IPC_OK) {
    size_t size = sizeof bytes;
    CHECK(gateway_down(&mission.gateway, &message, bytes, &size) == IPC_OK);
    CHECK(packet_decode(bytes, size, &header, &data, &length) == IPC_OK);
    CHECK(header.type == PACKET_TELEMETRY && header.application == APPLICATION && length == message.length);
    if (GATEWAY_ID(header.service, header.subservice) == COMMAND_REPORT_ID) reports++;
  }
  return reports;
}

static void launch(void) {
  memset(&mission, 0, sizeof mission);
  ipc_start(&mission.bus, LOG_INFO);
  open_mailboxes();
  register_commands();
  gateway_start(&mission.gateway, &mission.bus, TASK_RADIO, APPLICATION, mission.commands);
  watchdog_start(&mission.watchdog, FRAMES);
  monitor_start(&mission.monitor, &mission.bus, &mission.watchdog, 8);
  CHECK(health_supervise(&mission.bus.health, TASK_SUN, "sun sensor", FRAMES) == IPC_OK);
  CHECK(health_supervise(&mission.bus.health, TASK_STAR, "star tracker", FRAMES) == IPC_OK);
  plan_activities();
}

void selftest_mission(void) {
  pthread_t commands, executive, sensors[2];
  unsigned numbers[2] = {TASK_SUN, TASK_STAR};
  launch();
  int failed = pthread_create(&commands, NULL, command_task, NULL);
  failed |= pthread_create(&executive, NULL, executive_task, NULL);
  for (unsigned i = 0; i < 2; i++) failed |= pthread_create(&sensors[i], NULL, sensor_task, &numbers[i]);
  if (failed) platform_fatal("pthread_create", failed);
  fly_radio();
  pthread_join(executive, NULL);
  atomic_store(&mission.over, true);
  for (unsigned i = 0; i < 2; i++) pthread_join(sensors[i], NULL);
  CHECK(ipc_close(&mission.bus, mission.commands) == IPC_OK);
  pthread_join(commands, NULL);
  CHECK(mission.pings == 2 && mission.commander.accepted == 3 && mission.commander.rejected == 2);
  CHECK(mission.monitor.samples == FRAMES / 4 && mission.monitor.alarms == 0);
  CHECK(watchdog_kicks(&mission.watchdog) == mission.monitor.samples);
  CHECK(!watchdog_has_bitten(&mission.watchdog));
  CHECK(mission.readings > 0);
  CHECK(count_reports() == 5);
  executive_stop(&mission.executive);
  CHECK(ipc_stop(&mission.bus) == IPC_OK);
}
