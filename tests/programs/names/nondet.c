// expect: --nondet -3..3 => unknown
// SV-COMP's less common names of nondeterministic values, each in the range of its type.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_nondet_memory(void *, size_t);
extern char *__VERIFIER_nondet_charp(void), *__VERIFIER_nondet_pchar(void);
extern const char *__VERIFIER_nondet_const_char_pointer(void);

#define SIGNED(type, name)                 \
  do {                                     \
    extern type __VERIFIER_nondet_##name(void); \
    type value = __VERIFIER_nondet_##name();    \
    assert(value >= -3 && value <= 3);     \
  } while (0)
#define UNSIGNED(type, name)               \
  do {                                     \
    extern type __VERIFIER_nondet_##name(void); \
    type value = __VERIFIER_nondet_##name();    \
    assert(value <= 3);                    \
  } while (0)

int main(void) {
  char bytes[2];
  switch (__VERIFIER_nondet_int()) {
  case -3: UNSIGNED(_Bool, _Bool); SIGNED(signed char, schar); SIGNED(int64_t, loff_t); break;
  case -2: SIGNED(int8_t, s8); SIGNED(int16_t, s16); SIGNED(int32_t, s32); SIGNED(int64_t, s64); break;
  case -1: UNSIGNED(uint8_t, u8); UNSIGNED(uint16_t, u16); UNSIGNED(uint32_t, u32); UNSIGNED(uint64_t, u64); break;
  case 0: SIGNED(__int128, s128); UNSIGNED(unsigned __int128, u128); SIGNED(ssize_t, ssize_t); break;
  case 1: UNSIGNED(unsigned, unsigned); UNSIGNED(unsigned char, unsigned_char); UNSIGNED(unsigned, unsigned_int); break;
  case 2: UNSIGNED(unsigned long, unsigned_long); UNSIGNED(unsigned long, sector_t); break;
  default:
    __VERIFIER_nondet_memory(bytes, sizeof bytes);
    assert(bytes[0] + bytes[1] < 1000);
    assert(__VERIFIER_nondet_charp() == 0 || 1);
    assert(__VERIFIER_nondet_pchar() == 0 || 1);
    assert(__VERIFIER_nondet_const_char_pointer() == 0 || 1);
  }
  return 0;
}
