// SPDX-License-Identifier: MIT OR Apache-2.0
// bytes.h - numbers in network byte order, as they stand in packets.
#ifndef IPC_BYTES_H
#define IPC_BYTES_H

#include <stdint.h>

static inline void put_u16(uint8_t *to, uint16_t value) {
  to[0] = (uint8_t)(value >> 8);
  to[1] = (uint8_t)value;
}

static inline void put_u32(uint8_t *to, uint32_t value) {
  put_u16(to, (uint16_t)(value >> 16));
  put_u16(to + 2, (uint16_t)value);
}

static inline uint16_t get_u16(const uint8_t *from) { return (uint16_t)(from[0] << 8 | from[1]); }

static inline uint32_t get_u32(const uint8_t *from) {
  return (uint32_t)get_u16(from) << 16 | get_u16(from + 2);
}

#endif
