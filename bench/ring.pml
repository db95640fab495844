/* A ring buffer of SIZE numbers: see ring.c. Conditions are sets of processes that wait. */
#ifndef SIZE
#define SIZE 4
#endif
#ifndef WORKERS
#define WORKERS 3
#endif
#define ALL (2 * WORKERS)

bool locked;
bool waits_full[ALL], waits_empty[ALL];
byte ring[SIZE], first, count, next_in, next_out;

#define LOCK atomic { !locked -> locked = true }
#define UNLOCK locked = false
/* Releases the lock and waits in one step; woken, it takes the lock again. */
#define WAIT(set) atomic { set[_pid] = true; locked = false }; atomic { !set[_pid] && !locked -> locked = true }

/* Wakes one of those who wait, if there is one. */
#define WAKE(set, who) :: set[who] -> set[who] = false
#if ALL == 2
#define SIGNAL(set) if WAKE(set, 0) WAKE(set, 1) :: else fi
#elif ALL == 4
#define SIGNAL(set) if WAKE(set, 0) WAKE(set, 1) WAKE(set, 2) WAKE(set, 3) :: else fi
#else
#define SIGNAL(set) if WAKE(set, 0) WAKE(set, 1) WAKE(set, 2) WAKE(set, 3) WAKE(set, 4) WAKE(set, 5) :: else fi
#endif

active [WORKERS] proctype producer() {
  do
  :: LOCK;
     do
     :: count == SIZE -> WAIT(waits_full)
     :: else -> break
     od;
     ring[(first + count) % SIZE] = next_in;
     next_in = (next_in + 1) % 5;
     count++;
     SIGNAL(waits_empty);
     UNLOCK
  od
}

active [WORKERS] proctype consumer() {
  byte number;
  do
  :: LOCK;
     do
     :: count == 0 -> WAIT(waits_empty)
     :: else -> break
     od;
     number = ring[first];
     assert(number == next_out);
     next_out = (next_out + 1) % 5;
     ring[first] = 0;
     first = (first + 1) % SIZE;
     count--;
     SIGNAL(waits_full);
     UNLOCK
  od
}
