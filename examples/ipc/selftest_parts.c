// SPDX-License-Identifier: MIT OR Apache-2.0
#include "crc.h"
#include "executive.h"
#include "health.h"
#include "ipc.h"
#include "packet.h"
#include "selftest.h"
#include "watchdog.h"
#include <stddef.h>
#include <string.h>

static void test_crc(void) {
  const uint8_t digits[] = "123456789";
  CHECK(crc_bytes(CRC_START, digits, 9) == 0x29B1); // the check value of this checksum
  CHECK(crc_u16(CRC_START, 0x3132) == crc_bytes(CRC_START, digits, 2));
  // Every single bit that is flipped is noticed.
  uint8_t copy[9];
  for (unsigned bit = 0; bit < 72; bit++) {
    memcpy(copy, digits, 9);
    copy[bit / 8] ^= (uint8_t)(1 << bit % 8);
    CHECK(crc_bytes(CRC_START, copy, 9) != 0x29B1);
  }
}

static void test_message(void) {
  ipc_message message;
  CHECK(message_compose(&message, 1, IPC_TASKS, 0, NULL, 0) == IPC_BAD_ARGUMENT);
  CHECK(message_compose(&message, 1, 0, IPC_LEVELS, NULL, 0) == IPC_BAD_ARGUMENT);
  CHECK(message_compose(&message, 1, 0, 0, "", IPC_PAYLOAD_BYTES + 1) == IPC_BAD_ARGUMENT);
  CHECK(message_compose(&message, 0x1234, 2, 1, "hello", 5) == IPC_OK);
  message_seal(&message, 77);
  CHECK(message_verify(&message) == IPC_OK);
  message.payload[4] ^= 0x40;
  CHECK(message_verify(&message) == IPC_CORRUPT);
  message.payload[4] ^= 0x40;
  message.sequence++;
  CHECK(message_verify(&message) == IPC_CORRUPT);
  message.sequence--;
  message.length = IPC_PAYLOAD_BYTES + 1;
  CHECK(message_verify(&message) == IPC_CORRUPT);
}

static void test_pool(void) {
  static ipc_pool pool;
  ipc_block *blocks[IPC_POOL_BLOCKS], stray;
  pool_start(&pool);
  for (unsigned i = 0; i < IPC_POOL_BLOCKS; i++) {
    blocks[i] = pool_acquire(&pool);
    CHECK(blocks[i] == &pool.blocks[i]);
  }
  CHECK(pool_acquire(&pool) == NULL);
  CHECK(pool_release(&pool, blocks[3]) == IPC_OK);
  CHECK(pool_release(&pool, blocks[3]) == IPC_DUPLICATE);
  CHECK(pool_release(&pool, &stray) == IPC_CORRUPT);
  CHECK(pool_release(&pool, (ipc_block *)((char *)blocks[4] + 1)) == IPC_CORRUPT);
  CHECK(pool_acquire(&pool) == blocks[3]);
  CHECK(pool_usage(&pool).in_use == IPC_POOL_BLOCKS);
  for (unsigned i = 0; i < IPC_POOL_BLOCKS; i++) CHECK(pool_release(&pool, blocks[i]) == IPC_OK);
  CHECK(pool_usage(&pool).in_use == 0);
  CHECK(pool_usage(&pool).most_in_use == IPC_POOL_BLOCKS);
  pool_stop(&pool);
}

static void test_queue(void) {
  const uint8_t levels[] = {2, 0, 3, 0, 2, 1};
  const unsigned order[] = {1, 3, 5, 0, 4, 2};
  ipc_block blocks[6];
  ipc_prio_queue queue;
  queue_start(&queue);
  CHECK(queue_take(&queue) == NULL);
  CHECK(queue_take_least(&queue) == NULL);
  for (unsigned i = 0; i < 6; i++) {
    blocks[i].message.priority = levels[i];
    queue_put(&queue, &blocks[i]);
    CHECK(queue_is_consistent(&queue));
  }
  for (unsigned i = 0; i < 6; i++) {
    CHECK(queue_take(&queue) == &blocks[order[i]]);
    CHECK(queue_is_consistent(&queue));
  }
  for (unsigned i = 0; i < 6; i++) queue_put(&queue, &blocks[i]);
  const unsigned spared[] = {2, 4, 0, 5, 3, 1};
  for (unsigned i = 0; i < 6; i++) {
    CHECK(queue_take_least(&queue) == &blocks[spared[i]]);
    CHECK(queue_is_consistent(&queue));
  }
  CHECK(queue.count == 0);
}

static void test_tracker(void) {
  static ipc_tracker tracker;
  uint16_t missing;
  CHECK(tracker_accept(&tracker, 1, 0, 0, &missing) == IPC_OK);
  CHECK(tracker_accept(&tracker, 1, 0, 0, &missing) == IPC_DUPLICATE && missing == 0);
  CHECK(tracker_accept(&tracker, 1, 1, 0, &missing) == IPC_OK); // levels are numbered by themselves
  CHECK(tracker_accept(&tracker, 1, 0, 4, &missing) == IPC_GAP && missing == 3);
  CHECK(tracker_accept(&tracker, 1, 0, 3, &missing) == IPC_DUPLICATE);
  tracker.expected[2][0] = 0xFFFF;
  CHECK(tracker_accept(&tracker, 2, 0, 0xFFFF, &missing) == IPC_OK);
  CHECK(tracker_accept(&tracker, 2, 0, 0, &missing) == IPC_OK); // numbers wrap around
}

static ipc_status note_box(void *context, unsigned box) {
  *(uint32_t *)context |= UINT32_C(1) << box;
  return box == 5 ? IPC_FULL : IPC_OK;
}

static void test_router(void) {
  static ipc_router router;
  uint32_t boxes = 0;
  unsigned delivered;
  router_start(&router);
  CHECK(router_publish(&router, 9, note_box, &boxes, &delivered) == IPC_NOT_FOUND && delivered == 0);
  CHECK(router_subscribe(&router, 9, 1) == IPC_OK);
  CHECK(router_subscribe(&router, 9, 1) == IPC_DUPLICATE);
  CHECK(router_subscribe(&router, 9, IPC_MAILBOXES) == IPC_BAD_ARGUMENT);
  CHECK(router_subscribe(&router, 9, 5) == IPC_OK);
  CHECK(router_subscribe(&router, 8, 5) == IPC_OK);
  CHECK(router_publish(&router, 9, note_box, &boxes, &delivered) == IPC_FULL && delivered == 1);
  CHECK(boxes == (1u << 1 | 1u << 5));
  CHECK(router_unsubscribe(&router, 9, 1) == IPC_OK);
  CHECK(router_unsubscribe(&router, 9, 1) == IPC_NOT_FOUND);
  CHECK(router_forget(&router, 5) == 2);
  CHECK(router.count == 0);
  for (unsigned i = 0; i < IPC_ROUTES; i++) CHECK(router_subscribe(&router, (uint16_t)i, 0) == IPC_OK);
  CHECK(router_subscribe(&router, IPC_ROUTES, 0) == IPC_NO_SPACE);
  router_stop(&router);
}

static void test_log(void) {
  static ipc_log log;
  log_entry entry;
  uint64_t cursor = 0;
  log_start(&log, LOG_INFO);
  log_write(&log, LOG_DEBUG, EVENT_STARTED, 0, 0);
  CHECK(log_next(&log, &cursor, &entry) == IPC_EMPTY);
  log_write(&log, LOG_ERROR, EVENT_TASK_LATE, 3, 4);
  CHECK(log_next(&log, &cursor, &entry) == IPC_OK);
  CHECK(entry.severity == LOG_ERROR && entry.event == EVENT_TASK_LATE && entry.a == 3 && entry.b == 4);
  for (unsigned i = 0; i < 2 * IPC_LOG_ENTRIES; i++) log_write(&log, LOG_INFO, EVENT_COMMAND, (uint16_t)i, 0);
  CHECK(log_read(&log, 0, &entry) == IPC_GAP);
  CHECK(log_read(&log, log_written(&log), &entry) == IPC_NOT_FOUND);
  for (unsigned i = IPC_LOG_ENTRIES; i < 2 * IPC_LOG_ENTRIES; i++)
    CHECK(log_next(&log, &cursor, &entry) == IPC_OK && entry.a == i);
  CHECK(log_next(&log, &cursor, &entry) == IPC_EMPTY);
  CHECK(log_lost(&log) == 0);
  log_set_threshold(&log, LOG_ERROR);
  log_write(&log, LOG_WARNING, EVENT_STARTED, 0, 0);
  CHECK(log_next(&log, &cursor, &entry) == IPC_EMPTY);
}

static void test_names(void) {
  for (int i = IPC_OK; i <= IPC_LEAK; i++) CHECK(strcmp(ipc_status_name((ipc_status)i), "unknown status") != 0);
  for (int i = EVENT_STARTED; i <= EVENT_BAD_PACKET; i++)
    CHECK(strcmp(log_event_name((log_event)i), "unknown event") != 0);
}

static void test_health(void) {
  static ipc_log log;
  static ipc_health health;
  log_start(&log, LOG_INFO);
  health_start(&health, &log);
  CHECK(health_supervise(&health, IPC_TASKS, "nobody", 0) == IPC_BAD_ARGUMENT);
  CHECK(health_supervise(&health, 1, "patient", 1) == IPC_OK);
  CHECK(health_supervise(&health, 1, "patient", 1) == IPC_DUPLICATE);
  CHECK(health_supervise(&health, 2, "strict", 0) == IPC_OK);
  CHECK(health_sample(&health) == 0); // supervised tasks start in good health
  CHECK(health_sample(&health) == 1u << 2);
  CHECK(health_sample(&health) == (1u << 1 | 1u << 2));
  health_check_in(&health, 1);
  health_check_in(&health, 2);
  CHECK(health_sample(&health) == 0);
  CHECK(health_dismiss(&health, 2) == IPC_OK);
  CHECK(health_dismiss(&health, 2) == IPC_NOT_FOUND);
  CHECK(health_sample(&health) == 0);
  CHECK(health.tasks[1].missed_total == 3 && health.tasks[2].missed_total == 2);
  CHECK(log_written(&log) == 4); // two late, two back
}

static void test_watchdog(void) {
  static ipc_watchdog watchdog;
  watchdog_start(&watchdog, 2);
  CHECK(!watchdog_tick(&watchdog));
  CHECK(watchdog_kick(&watchdog));
  CHECK(!watchdog_tick(&watchdog));
  CHECK(watchdog_tick(&watchdog));
  CHECK(watchdog_has_bitten(&watchdog));
  CHECK(!watchdog_kick(&watchdog)); // too late
  CHECK(watchdog_tick(&watchdog));
  CHECK(watchdog_kicks(&watchdog) == 1);
}

static void test_packet(void) {
  const packet_header sent = {PACKET_TELECOMMAND, 0x2A5, 0x1FFF, 17, 1, 0xDEADBEEF};
  const uint8_t text[] = "ping";
  uint8_t bytes[PACKET_MOST_BYTES];
  size_t size = sizeof bytes, length;
  packet_header got;
  const uint8_t *data;
  CHECK(packet_encode(&sent, text, 4, bytes, &size) == IPC_OK);
  CHECK(size == PACKET_OVERHEAD + 4);
  CHECK(bytes[0] == 0x1A && bytes[1] == 0xA5 && bytes[2] == 0xDF && bytes[3] == 0xFF && bytes[5] == 11);
  CHECK(packet_decode(bytes, size, &got, &data, &length) == IPC_OK);
  CHECK(got.type == sent.type && got.application == sent.application && got.sequence == sent.sequence);
  CHECK(got.service == 17 && got.subservice == 1 && got.time_ms == sent.time_ms);
  CHECK(length == 4 && memcmp(data, text, 4) == 0);
  for (size_t bit = 0; bit < 8 * size; bit++) {
    bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    CHECK(packet_decode(bytes, size, &got, &data, &length) == IPC_CORRUPT);
    bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
  }
  CHECK(packet_decode(bytes, size - 1, &got, &data, &length) == IPC_CORRUPT);
  CHECK(packet_decode(bytes, 3, &got, &data, &length) == IPC_CORRUPT);
  size = 10;
  CHECK(packet_encode(&sent, text, 4, bytes, &size) == IPC_NO_SPACE);
}

static void count_run(void *context) { ++*(unsigned *)context; }

static void test_executive(void) {
  static ipc_log log;
  static ipc_executive executive;
  unsigned fast = 0, slow = 0;
  log_start(&log, LOG_INFO);
  executive_start(&executive, &log, 1000);
  const executive_slot often = {"often", count_run, &fast, 1, 0, UINT32_MAX};
  const executive_slot seldom = {"seldom", count_run, &slow, 4, 3, UINT32_MAX};
  const executive_slot wrong = {"wrong", count_run, &slow, 4, 4, 0};
  CHECK(executive_add(&executive, &often) == IPC_OK);
  CHECK(executive_add(&executive, &seldom) == IPC_OK);
  CHECK(executive_add(&executive, &wrong) == IPC_BAD_ARGUMENT);
  for (unsigned i = 0; i < 3; i++) executive_run_frame(&executive);
  CHECK(fast == 3 && slow == 0);
  executive_run(&executive, 6); // at their times
  CHECK(fast == 9 && slow == 2);
  CHECK(executive.records[1].runs == 2 && executive.records[1].overruns == 0);
  executive_ask_to_stop(&executive);
  executive_run(&executive, 1000);
  CHECK(fast == 9);
  executive_stop(&executive);
}

void selftest_parts(void) {
  test_crc();
  test_message();
  test_pool();
  test_queue();
  test_tracker();
  test_router();
  test_log();
  test_names();
  test_health();
  test_watchdog();
  test_packet();
  test_executive();
}
