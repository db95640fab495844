// Bit-fields in a packed struct, which the compiler reads and writes as one integer of 168 bits.
// expect: => holds
// expect: -O0 => holds
// expect: -O2 => holds
#include <assert.h>

#pragma pack(1)
struct packed {
  unsigned a : 10;
  signed b : 23;
  signed c : 29;
  unsigned d : 31;
  signed e : 27;
  unsigned long f : 43;
  volatile signed g : 5;
};
#pragma pack()

static struct packed made = {1000, -3, 5, 7, -11, 1ul << 40, -16};
static volatile int zero;

static struct packed copy(struct packed *from) {
  from->f += 1 + (unsigned long)zero;
  return *from;
}

int main(void) {
  struct packed p = made;
  p.c = p.b - 1 + zero;
  p.g++;
  p.e = p.g * 2;
  struct packed q = copy(&p);
  assert(q.a == 1000 && q.b == -3 && q.c == -4 && q.d == 7);
  assert(q.e == -30 && q.f == (1ul << 40) + 1 && q.g == -15);
  return 0;
}
