// SPDX-License-Identifier: MIT OR Apache-2.0
#include "crc.h"

// The polynomial is x^16 + x^12 + x^5 + 1: so few terms that eight steps of the shift register collapse
// into four exclusive-ors. That is as fast as a table of 512 bytes and leaves the data cache alone.
uint16_t crc_byte(uint16_t crc, uint8_t byte) {
  uint16_t top = (uint16_t)(crc >> 8 ^ byte);
  top ^= top >> 4;
  return (uint16_t)(crc << 8 ^ top << 12 ^ top << 5 ^ top);
}

uint16_t crc_u16(uint16_t crc, uint16_t value) {
  return crc_byte(crc_byte(crc, (uint8_t)(value >> 8)), (uint8_t)value);
}

uint16_t crc_bytes(uint16_t crc, const uint8_t *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) crc = crc_byte(crc, bytes[i]);
  return crc;
}
