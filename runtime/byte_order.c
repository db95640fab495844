/* The order of bytes on the network, for programs that call functions for it. */
#include <stdint.h>

#undef htonl
#undef htons
#undef ntohl
#undef ntohs

uint32_t htonl(uint32_t host) { return __builtin_bswap32(host); }
uint16_t htons(uint16_t host) { return __builtin_bswap16(host); }
uint32_t ntohl(uint32_t network) { return __builtin_bswap32(network); }
uint16_t ntohs(uint16_t network) { return __builtin_bswap16(network); }
