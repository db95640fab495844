// SPDX-License-Identifier: MIT OR Apache-2.0
// crc.h - the checksum of messages and packets: CRC-16 with the polynomial 0x1021, starting with all
// ones, as the packet standards for spacecraft have it. It finds every error of up to 16 adjacent bits.
#ifndef IPC_CRC_H
#define IPC_CRC_H

#include <stddef.h>
#include <stdint.h>

#define CRC_START UINT16_C(0xFFFF)

uint16_t crc_byte(uint16_t crc, uint8_t byte);
uint16_t crc_u16(uint16_t crc, uint16_t value); // most significant byte first
uint16_t crc_bytes(uint16_t crc, const uint8_t *bytes, size_t count);

#endif
